// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fortran_lines.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace osaca::fortran {
namespace {

constexpr std::size_t most_code_bytes = 65536; // limit for a statement; one that may be a loop is never that long
constexpr std::size_t most_files = 100000;
constexpr std::size_t label_columns = 5;
constexpr int last_line_number = 1 << 30;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at]))
    ++at;
  return at;
}

bool begins_with(std::string_view text, std::string_view word) {
  return text.size() >= word.size() &&
         std::equal(word.begin(), word.end(), text.begin(), [](char w, char t) { return w == lower(t); });
}

/// Reads the text line by line.
class Reader {
public:
  Reader(const Dialect &dialect, std::vector<std::string> &files, LineVisitor &visitor)
      : dialect_(dialect), files_(files), visitor_(visitor) {
    for (std::size_t i = 0; i < files_.size(); ++i)
      file_index_.emplace(files_[i], static_cast<int>(i));
  }

  void read(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      line(text.substr(at, end - at));
      at = end + 1;
      here_.line = std::min(here_.line + 1, last_line_number);
    }
    end_statement(true);
    hand_over_sentinels(false);
  }

private:
  void line(std::string_view text) {
    if (!text.empty() && text[0] == '#')
      return marker(text);
    const std::size_t first = skip_blanks(text, 0);
    if (first == text.size())
      return;
    if (dialect_.form == Form::fixed)
      fixed_line(text, first);
    else
      free_line(text, first);
  }

  /// Reads `# 12 "file"` or `#line 12 "file"`, which gives the place of the next line.
  void marker(std::string_view text) {
    std::size_t at = skip_blanks(text, 1);
    if (begins_with(text.substr(at), "line"))
      at = skip_blanks(text, at + 4);
    if (at >= text.size() || !is_digit(text[at]))
      return;
    long number = 0;
    for (; at < text.size() && is_digit(text[at]); ++at)
      number = std::min<long>(number * 10 + (text[at] - '0'), last_line_number);
    here_.line = static_cast<int>(number) - 1;
    at = skip_blanks(text, at);
    if (at >= text.size() || text[at] != '"')
      return;
    std::string name;
    for (++at; at < text.size() && text[at] != '"'; ++at) {
      at += text[at] == '\\' && at + 1 < text.size() ? 1 : 0;
      name += text[at];
    }
    enter_file(std::move(name));
  }

  void enter_file(std::string name) {
    const auto known = file_index_.find(name);
    if (known != file_index_.end()) {
      here_.file = known->second;
    } else if (files_.size() < most_files) {
      here_.file = static_cast<int>(files_.size());
      files_.push_back(name);
      file_index_.emplace(std::move(name), here_.file);
    }
  }

  void free_line(std::string_view text, std::size_t at) {
    const bool was_continued = is_continued_;
    if (text[at] == '!') {
      if (!is_conditional(text, at))
        return comment(text, at, false);
      at = skip_blanks(text, at + 2);
    }
    if (!was_continued) {
      end_statement(true);
      at = label(text, at, text.size());
    } else if (at < text.size() && text[at] == '&') {
      ++at;
    }
    if (was_continued)
      hand_over_sentinels(true);
    is_continued_ = false;
    code(text, at, text.size());
    if (!is_continued_)
      end_statement(true);
  }

  void fixed_line(std::string_view text, std::size_t first) {
    const char mark = lower(text[0]);
    const bool is_conditional_line = (mark == 'c' || mark == '*' || mark == '!') && is_conditional(text, 0);
    const bool is_comment = mark == 'c' || mark == '*' || mark == '!' || (mark == 'd' && dialect_.d_is_comment);
    if (is_comment && !is_conditional_line)
      return comment(text, 0, false);
    if (first != label_columns && text[first] == '!')
      return comment(text, first, false);
    std::size_t begin = label_columns + 1;
    bool is_continuation = text.size() > label_columns && !is_blank(text[label_columns]) && text[label_columns] != '0';
    // A tab moves to the seventh column. A digit after it replaces the continuation mark.
    const std::size_t tab = text.substr(0, begin).find('\t');
    if (tab != std::string_view::npos && tab <= label_columns) {
      is_continuation = tab + 1 < text.size() && is_digit(text[tab + 1]) && text[tab + 1] != '0';
      begin = tab + 1 + (is_continuation ? 1 : 0);
    }
    std::size_t end = text.size();
    if (dialect_.last_column > 0 && tab == std::string_view::npos)
      end = std::min(end, static_cast<std::size_t>(dialect_.last_column));
    if (is_continuation && is_open_) {
      hand_over_sentinels(true);
    } else {
      end_statement(true);
      label(text,
            is_conditional_line                                           ? 2
            : mark == 'd' && !is_digit(text[0]) && !dialect_.d_is_comment ? 1
                                                                          : 0,
            std::min(begin, text.size()));
    }
    if (begin < end)
      code(text, skip_blanks(text, begin), end);
  }

  /// Whether the line is `!$ code`, or `!$& code` where a statement continues.
  [[nodiscard]] bool is_conditional(std::string_view text, std::size_t at) const {
    if (!dialect_.has_openmp || at + 2 >= text.size() || text[at + 1] != '$')
      return false;
    return is_blank(text[at + 2]) || text[at + 2] == '&' || (dialect_.form == Form::fixed && is_digit(text[at + 2]));
  }

  /// Reads a label. Returns the offset of the code after it.
  std::size_t label(std::string_view text, std::size_t at, std::size_t end) {
    label_.clear();
    at = skip_blanks(text, at);
    for (; at < end && is_digit(text[at]) && label_.size() <= label_columns; at = skip_blanks(text, at + 1))
      label_ += text[at];
    label_.erase(0, std::min(label_.find_first_not_of('0'), label_.size()));
    return at;
  }

  /// Reads code from `at` to the end of the line or to a comment.
  void code(std::string_view text, std::size_t at, std::size_t end) {
    for (; at < end; ++at) {
      const char c = text[at];
      if (quote_ != '\0') {
        if (dialect_.form == Form::free && c == '&' && skip_blanks(text, at + 1) >= end) {
          is_continued_ = true;
          return;
        }
        quote_ = c == quote_ ? '\0' : quote_;
        statement_.last = at_column(at);
      } else if (c == '!') {
        return comment(text, at, true);
      } else if (c == '&' && dialect_.form == Form::free) {
        is_continued_ = true; // if more code follows on the line, the statement continues nevertheless
      } else if (c == ';') {
        end_statement(false);
      } else if (!is_blank(c)) {
        quote_ = c == '"' || c == '\'' ? c : '\0';
        add(lower(c), at);
      }
    }
  }

  void add(char c, std::size_t at) {
    if (!is_open_) {
      statement_ = StatementText();
      statement_.first = at_column(at);
      statement_.is_first_on_line = !follows_another_;
      statement_.label = std::exchange(label_, std::string());
      is_open_ = true;
      hand_over_sentinels(false);
    }
    statement_.last = at_column(at);
    if (statement_.code.size() < most_code_bytes)
      statement_.code += c;
  }

  void end_statement(bool is_last_on_line) {
    if (is_open_) {
      statement_.is_last_on_line = is_last_on_line;
      visitor_.on_statement(statement_);
    }
    is_open_ = false;
    follows_another_ = !is_last_on_line;
    if (is_last_on_line)
      quote_ = '\0';
  }

  void comment(std::string_view text, std::size_t at, bool follows_code) {
    constexpr std::string_view own = "osaca$";
    constexpr std::string_view similar = "$osaca";
    const std::string_view word = text.substr(at + 1);
    if (!begins_with(word, own) && !begins_with(word, similar))
      return;
    SentinelLine line;
    line.place = at_column(at);
    line.text = word.substr(own.size());
    line.is_ours = begins_with(word, own);
    line.follows_code = follows_code;
    waiting_.push_back(line);
    if (follows_code)
      hand_over_sentinels(false);
  }

  void hand_over_sentinels(bool are_inside) {
    for (SentinelLine &line : waiting_) {
      line.is_inside_statement = are_inside;
      visitor_.on_sentinel(line);
    }
    waiting_.clear();
  }

  [[nodiscard]] Place at_column(std::size_t index) const {
    return {here_.file, here_.line, static_cast<int>(std::min<std::size_t>(index, last_line_number)) + 1};
  }

  const Dialect &dialect_;
  std::vector<std::string> &files_;
  LineVisitor &visitor_;
  std::unordered_map<std::string, int> file_index_;
  Place here_ = {0, 1, 1};
  StatementText statement_;
  std::string label_;
  char quote_ = '\0';            ///< the quote that ends the open string; '\0' if no string is open
  bool is_open_ = false;         ///< a statement has begun
  bool is_continued_ = false;    ///< free form: the statement continues on the next line of code
  bool follows_another_ = false; ///< follows another statement on the same line
  std::vector<SentinelLine> waiting_;
};

} // namespace

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f'; }

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

Form form_of(std::string_view file_name) {
  const std::size_t dot = file_name.rfind('.');
  std::string suffix(dot == std::string_view::npos ? std::string_view() : file_name.substr(dot));
  std::transform(suffix.begin(), suffix.end(), suffix.begin(), lower);
  constexpr std::string_view fixed[] = {".f", ".for", ".ftn", ".fpp"};
  return std::find(std::begin(fixed), std::end(fixed), suffix) != std::end(fixed) ? Form::fixed : Form::free;
}

void read_lines(std::string_view text, const Dialect &dialect, std::vector<std::string> &files, LineVisitor &visitor) {
  if (text.substr(0, 3) == "\xEF\xBB\xBF") // a byte order mark
    text.remove_prefix(3);
  Reader(dialect, files, visitor).read(text);
}

bool may_have_sentinel(std::string_view text) {
  for (std::size_t at = text.find('$'); at != std::string_view::npos; at = text.find('$', at + 1)) {
    constexpr std::size_t word = 5;
    if ((at >= word && begins_with(text.substr(at - word, word), "osaca")) || begins_with(text.substr(at + 1), "osaca"))
      return true;
  }
  return false;
}

} // namespace osaca::fortran
