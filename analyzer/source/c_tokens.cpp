#include "source/c_tokens.h"

#include "source/c_words.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace osaca {
namespace {

using Kind = CToken::Kind;

// A file may be generated, or be no source at all.
constexpr std::size_t most_tokens = 20'000'000;
constexpr std::size_t most_pragmas = 10'000;

class Scanner {
public:
  explicit Scanner(std::string_view text) : text_(text) {}

  CTokens scan() {
    while (!at_end() && !made_.is_cut_off)
      step();
    for (const Condition &open : conditions_)
      end_condition(open);
    return std::move(made_);
  }

private:
  struct Condition {
    std::vector<int> jumps; ///< tokens that lead behind its #endif
    int of_zero = -1;       ///< the token that leads into the branch behind `#if 0`
  };

  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  [[nodiscard]] char here() const { return at_end() ? '\0' : text_[at_]; }
  [[nodiscard]] char ahead(std::size_t by = 1) const { return at_ + by < text_.size() ? text_[at_ + by] : '\0'; }
  [[nodiscard]] TextPosition place() const { return {line_, static_cast<int>(at_ - line_begin_) + 1}; }

  void advance() {
    if (text_[at_++] != '\n')
      return;
    ++line_;
    line_begin_ = at_;
  }
  void advance(std::size_t count) {
    for (; count > 0 && !at_end(); --count)
      advance();
  }

  /// A backslash at the end of a line; how many characters that takes.
  [[nodiscard]] std::size_t spliced() const {
    if (here() != '\\')
      return 0;
    if (ahead() == '\n')
      return 2;
    return ahead() == '\r' && ahead(2) == '\n' ? 3 : 0;
  }

  bool skip_comment() {
    if (here() != '/' || (ahead() != '/' && ahead() != '*'))
      return false;
    const bool is_line = ahead() == '/';
    advance(2);
    while (!at_end() && !(is_line ? here() == '\n' : here() == '*' && ahead() == '/'))
      advance(std::max<std::size_t>(spliced(), 1));
    if (!is_line)
      advance(2);
    return true;
  }

  void step() {
    const char c = here();
    if (c == '\n')
      is_line_start_ = true;
    if (c == '\n' || is_blank(c)) {
      advance();
    } else if (const std::size_t splice = spliced(); splice > 0) {
      advance(splice);
    } else if (skip_comment()) {
    } else if (c == '#' && is_line_start_) {
      directive();
    } else {
      is_line_start_ = false;
      token();
    }
  }

  void token() {
    const char c = here();
    const TextPosition first = place();
    if (begins_word(c))
      word(first);
    else if (is_digit(c) || (c == '.' && is_digit(ahead())))
      number(first);
    else if (c == '"' || c == '\'')
      literal(first, false);
    else {
      const bool is_scope = c == ':' && ahead() == ':';
      advance(is_scope ? 2 : 1);
      add(is_scope ? Kind::other : kind_of_sign(c), first);
    }
  }

  void word(TextPosition first) {
    const std::size_t begin = at_;
    while (!at_end() && is_of_word(here()))
      ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    const bool is_prefix =
        word.size() <= 3 && (here() == '"' || here() == '\'') && word.find_first_not_of("LuU8R") == word.npos;
    if (is_prefix)
      literal(first, word.back() == 'R' && here() == '"');
    else if (word == "_Pragma")
      operator_pragma(first);
    else if (word == "OSACA_ANALYZE")
      add_pragma(first, "");
    else if (word == "OSACA_LOOP")
      macro_pragma(first);
    else
      add(kind_of_word(word), first);
  }

  void number(TextPosition first) {
    const std::size_t begin = at_;
    const auto goes_on = [this] {
      const char before = text_[at_ - 1];
      const bool is_exponent = before == 'e' || before == 'E' || before == 'p' || before == 'P';
      return is_of_word(here()) || here() == '.' || (here() == '\'' && is_of_word(ahead())) ||
             (is_exponent && (here() == '+' || here() == '-'));
    };
    ++at_;
    while (!at_end() && goes_on())
      ++at_;
    add(text_.substr(begin, at_ - begin) == "0" ? Kind::zero : Kind::other, first);
  }

  /// Stands at the quotation mark. Returns what is between the marks, as it is written.
  std::string_view literal_text(bool is_raw) {
    const char mark = here();
    advance();
    const std::size_t begin = at_;
    if (is_raw) {
      const std::size_t bracket = text_.substr(at_, 20).find('(');
      if (bracket == std::string_view::npos)
        return {};
      const std::string close = ")" + std::string(text_.substr(at_, bracket)) + "\"";
      const std::size_t end = text_.find(close, at_);
      advance(std::min(end, text_.size()) - at_);
      const std::string_view inside = text_.substr(begin, at_ - begin);
      advance(close.size());
      return inside;
    }
    while (!at_end() && here() != mark && here() != '\n')
      advance(here() == '\\' ? std::max<std::size_t>(spliced(), 2) : 1);
    const std::string_view inside = text_.substr(begin, at_ - begin);
    if (here() == mark)
      advance();
    return inside;
  }

  void literal(TextPosition first, bool is_raw) {
    (void)literal_text(is_raw);
    add(Kind::other, first);
  }

  void skip_space() {
    while (!at_end()) {
      if (is_blank(here()) || here() == '\n')
        advance();
      else if (const std::size_t splice = spliced(); splice > 0)
        advance(splice);
      else if (!skip_comment())
        return;
    }
  }

  void operator_pragma(TextPosition first) {
    skip_space();
    if (here() != '(')
      return;
    advance();
    skip_space();
    const bool is_raw = here() == 'R' && ahead() == '"';
    if (is_raw)
      advance();
    if (here() != '"')
      return;
    std::string_view text = literal_text(is_raw);
    skip_space();
    if (here() == ')')
      advance();
    if (const std::optional<std::string> clauses = clauses_of(text))
      add_pragma(first, *clauses);
  }

  void macro_pragma(TextPosition first) {
    skip_space();
    if (here() != '(')
      return;
    advance();
    const std::size_t begin = at_;
    int depth = 1;
    while (!at_end() && here() != ';' && here() != '{') {
      depth += here() == '(' ? 1 : here() == ')' ? -1 : 0;
      if (depth == 0)
        break;
      advance();
    }
    const std::string clauses(text_.substr(begin, std::min(at_ - begin, most_clause_bytes)));
    if (here() == ')')
      advance();
    add_pragma(first, clauses);
  }

  void add_pragma(TextPosition first, std::string clauses) {
    if (made_.pragmas.size() >= most_pragmas) {
      made_.is_cut_off = true;
      return;
    }
    made_.pragmas.push_back({first, std::move(clauses)});
    add(Kind::pragma, first, static_cast<int>(made_.pragmas.size()) - 1);
  }

  /// The rest of a directive's line, without comments, on one line.
  std::string rest_of_line() {
    std::string rest;
    while (!at_end() && here() != '\n') {
      if (const std::size_t splice = spliced(); splice > 0) {
        advance(splice);
        rest += ' ';
      } else if (skip_comment()) {
        rest += ' ';
      } else if (here() == '"' || here() == '\'') {
        const std::size_t begin = at_;
        (void)literal_text(false);
        append(rest, text_.substr(begin, at_ - begin));
      } else {
        append(rest, text_.substr(at_, 1));
        advance();
      }
    }
    return rest;
  }

  static void append(std::string &rest, std::string_view more) {
    if (rest.size() < most_clause_bytes)
      rest += more.substr(0, most_clause_bytes);
  }

  void directive() {
    const TextPosition first = place();
    advance();
    std::string_view rest;
    const std::string line = rest_of_line();
    rest = line;
    while (!rest.empty() && is_blank(rest.front()))
      rest.remove_prefix(1);
    const auto end = std::find_if_not(rest.begin(), rest.end(), is_of_word);
    const std::string_view name = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
    rest.remove_prefix(name.size());
    while (!rest.empty() && is_blank(rest.front()))
      rest.remove_prefix(1);
    if (name == "pragma") {
      if (const std::optional<std::string> clauses = clauses_of(rest))
        add_pragma(first, *clauses);
    } else if (name == "if" || name == "ifdef" || name == "ifndef") {
      conditions_.emplace_back();
      const bool is_zero = name == "if" && (rest == "0" || rest.starts_with("0 ") || rest == "false");
      if (is_zero)
        conditions_.back().of_zero = add(Kind::jump, first);
    } else if (name.starts_with("el") && !conditions_.empty()) {
      Condition &condition = conditions_.back();
      condition.jumps.push_back(add(Kind::jump, first));
      if (int &of_zero = condition.of_zero; of_zero >= 0) {
        made_.tokens[static_cast<std::size_t>(of_zero)].target = static_cast<int>(made_.tokens.size());
        of_zero = -1;
      }
    } else if (name == "endif" && !conditions_.empty()) {
      end_condition(conditions_.back());
      conditions_.pop_back();
    }
  }

  void end_condition(const Condition &condition) {
    const int end = static_cast<int>(made_.tokens.size());
    for (const int jump : condition.jumps)
      made_.tokens[static_cast<std::size_t>(jump)].target = end;
    if (condition.of_zero >= 0)
      made_.tokens[static_cast<std::size_t>(condition.of_zero)].target = end;
  }

  int add(Kind kind, TextPosition first, int target = -1) {
    if (made_.tokens.size() >= most_tokens)
      made_.is_cut_off = true;
    TextPosition last = place();
    last.column = std::max(last.column - 1, 1);
    made_.tokens.push_back({kind, first, last, target});
    return static_cast<int>(made_.tokens.size()) - 1;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::size_t line_begin_ = 0;
  bool is_line_start_ = true;
  std::vector<Condition> conditions_;
  CTokens made_;
};

} // namespace

CTokens c_tokens(std::string_view text) { return Scanner(text).scan(); }

} // namespace osaca
