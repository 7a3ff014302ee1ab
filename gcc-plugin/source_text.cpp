// SPDX-License-Identifier: GPL-3.0-or-later
#include "source_text.h"

#include "source_files.h"

namespace osaca::gcc {
namespace {

constexpr int lines_up = 4;
constexpr int longest_macro_use_lines = 100;
constexpr int longest_gap_lines = 200;

bool is_word_character(char c) { return ISALNUM(c) || c == '_' || c == '$'; }

/// Column, from 1, of the last whole word that begins at or before `limit` (from 1); 0 if there is none.
int column_of(const std::string &text, const std::string &word, size_t limit) {
  for (size_t at = text.rfind(word, limit - 1); at != std::string::npos;
       at = at == 0 ? std::string::npos : text.rfind(word, at - 1)) {
    const bool starts = at == 0 || !is_word_character(text[at - 1]);
    const bool ends = at + word.size() >= text.size() || !is_word_character(text[at + word.size()]);
    if (starts && ends)
      return static_cast<int>(at) + 1;
  }
  return 0;
}

location_t place(location_t same_file, int line, int column) {
  const line_map *map = linemap_lookup(line_table, same_file);
  if (map == nullptr || linemap_macro_expansion_map_p(map))
    return same_file;
  const line_map_ordinary *ordinary = linemap_check_ordinary(map);
  if (line < static_cast<int>(ORDINARY_MAP_STARTING_LINE_NUMBER(ordinary)))
    return same_file;
  return linemap_position_for_line_and_column(line_table, ordinary, static_cast<linenum_type>(line),
                                              static_cast<unsigned>(column));
}

/// A place in the text. A line number that `#line` made up must not overflow when some are added.
expanded_location text_place(location_t location) {
  constexpr int last_line = 1 << 30;
  expanded_location at = expand_location(location);
  if (at.line > last_line)
    at.line = 0;
  return at;
}

std::string line_of(const expanded_location &at, int line) {
  return std::string(SourceFiles::of_unit().line(at.file, line));
}

/// Whether the word stands exactly at the place.
bool is_word_at(location_t location, const std::string &word) {
  const expanded_location at = text_place(location);
  const std::string text = line_of(at, at.line);
  return at.column > 0 && static_cast<size_t>(at.column) <= text.size() &&
         text.compare(static_cast<size_t>(at.column) - 1, word.size(), word) == 0 &&
         column_of(text, word, static_cast<size_t>(at.column)) == at.column;
}

/// The same, among the tokens of the use of a macro that holds the place.
location_t keyword_in_macro(location_t location, const std::string &keyword) {
  const line_map *map = linemap_lookup(line_table, location);
  if (map == nullptr || !linemap_macro_expansion_map_p(map))
    return UNKNOWN_LOCATION;
  const line_map_macro *macro = linemap_check_macro(map);
  for (location_t token = location; token + 1 > MAP_START_LOCATION(map); --token) {
    // Two places per token: where it was written, and where it stands in the macro's definition.
    const location_t written = MACRO_MAP_LOCATIONS(macro)[2 * (token - MAP_START_LOCATION(map))];
    if (is_word_at(linemap_resolve_location(line_table, written, LRK_SPELLING_LOCATION, nullptr), keyword))
      return token;
  }
  return UNKNOWN_LOCATION;
}

/// The text up to and with `last`.
std::string line_up_to(const expanded_location &at) {
  const std::string text = line_of(at, at.line);
  const bool inside = at.column > 0 && static_cast<size_t>(at.column) <= text.size();
  return inside ? text.substr(0, static_cast<size_t>(at.column)) : std::string();
}

/// Walks over `(...)` from either end, one character at a time.
class ParenthesisWalk {
public:
  /// True at the parenthesis that closes (or, walking back, opens) the whole.
  bool is_done_after(char c) {
    if (c == '"')
      in_string_ = !in_string_;
    if (in_string_ || (c != '(' && c != ')'))
      return false;
    depth_ += c == '(' ? 1 : -1;
    return depth_ == 0;
  }

private:
  int depth_ = 0;
  bool in_string_ = false;
};

/// Looks for the first character of code, line by line.
class CodeSearch {
public:
  enum class Outcome { go_on, found, unknown };

  Outcome look_at(const std::string &text, size_t from) {
    size_t at = from;
    const bool was_directive = in_directive_;
    in_directive_ = false;
    if (was_directive || starts_directive(text, from)) {
      in_directive_ = !text.empty() && text.back() == '\\';
      return was_directive || is_pragma(text) ? Outcome::go_on : Outcome::unknown;
    }
    while ((at = skip_blanks_and_comments(text, at)) < text.size()) {
      const size_t after = after_pragma_operator(text, at);
      if (after == at) {
        found_ = text[at];
        return Outcome::found;
      }
      at = after;
    }
    return Outcome::go_on;
  }

  [[nodiscard]] char found() const { return found_; }

private:
  [[nodiscard]] bool starts_directive(const std::string &text, size_t from) const {
    const size_t first = text.find_first_not_of(" \t");
    return !in_comment_ && from == 0 && first != std::string::npos && text[first] == '#';
  }

  static bool is_pragma(const std::string &text) {
    const size_t word = text.find_first_not_of(" \t", text.find('#') + 1);
    return word != std::string::npos && text.compare(word, 6, "pragma") == 0;
  }

  size_t skip_blanks_and_comments(const std::string &text, size_t at) {
    while (at < text.size()) {
      if (in_comment_) {
        const size_t end = text.find("*/", at);
        in_comment_ = end == std::string::npos;
        at = in_comment_ ? text.size() : end + 2;
      } else if (text.compare(at, 2, "//") == 0) {
        return text.size();
      } else if (text.compare(at, 2, "/*") == 0) {
        in_comment_ = true;
        at += 2;
      } else if (ISSPACE(text[at]) || text[at] == '\\') {
        ++at;
      } else {
        return at;
      }
    }
    return at;
  }

  /// `at` itself if none stands there.
  static size_t after_pragma_operator(const std::string &text, size_t at) {
    if (text.compare(at, 7, "_Pragma") != 0)
      return at;
    ParenthesisWalk walk;
    for (size_t i = at; i < text.size(); ++i)
      if (walk.is_done_after(text[i]))
        return i + 1;
    return at;
  }

  bool in_comment_ = false;
  bool in_directive_ = false;
  char found_ = '\0';
};

/// Column, from 1, of the word that ends the text; 0 if it does not end with one.
int column_of_last_word(std::string text) {
  const size_t end = text.find_last_not_of(" \t");
  if (end == std::string::npos || !is_word_character(text[end]))
    return 0;
  size_t start = end;
  while (start > 0 && is_word_character(text[start - 1]))
    --start;
  return ISDIGIT(text[start]) ? 0 : static_cast<int>(start) + 1;
}

} // namespace

location_t keyword_location(location_t location, const char *keyword) {
  if (linemap_location_from_macro_expansion_p(line_table, location))
    return keyword_in_macro(location, keyword);
  const expanded_location at = text_place(location);
  for (int line = at.line; line > 0 && line > at.line - lines_up; --line) {
    const std::string text = line_of(at, line);
    if (text.empty())
      continue;
    const size_t limit = line == at.line && at.column > 0 ? static_cast<size_t>(at.column) : text.size();
    const int column = column_of(text, keyword, limit);
    if (column > 0)
      return place(location, line, column);
  }
  return UNKNOWN_LOCATION;
}

location_t first_code_on_line(location_t location) {
  const expanded_location at = text_place(location);
  const size_t first = line_of(at, at.line).find_first_not_of(" \t0123456789");
  return first == std::string::npos ? location : place(location, at.line, static_cast<int>(first) + 1);
}

char next_code_after(location_t last) {
  const expanded_location at = text_place(last);
  CodeSearch search;
  for (int line = at.line; line < at.line + longest_gap_lines; ++line) {
    const size_t from = line == at.line && at.column > 0 ? static_cast<size_t>(at.column) : 0;
    switch (search.look_at(line_of(at, line), from)) {
    case CodeSearch::Outcome::found: return search.found();
    case CodeSearch::Outcome::unknown: return '\0';
    case CodeSearch::Outcome::go_on: break;
    }
  }
  return '\0';
}

bool ends_with_pragma_operator(location_t last) {
  std::string text = line_up_to(text_place(last));
  if (text.empty() || text.back() != ')')
    return false;
  text.pop_back();
  const size_t quote = text.find_last_not_of(" \t");
  return quote != std::string::npos && text[quote] == '"' && text.find("_Pragma") != std::string::npos;
}

bool macro_use_reaches(location_t first, location_t last) {
  const expanded_location at = text_place(first);
  const int last_line = text_place(last).line;
  ParenthesisWalk walk;
  bool is_open = false;
  std::string text = line_of(at, at.line);
  size_t i = at.column > 0 ? static_cast<size_t>(at.column) - 1 : 0;
  while (i < text.size() && is_word_character(text[i]))
    ++i;
  for (int line = at.line; line < last_line && line < at.line + longest_macro_use_lines;
       text = line_of(at, ++line), i = 0) {
    for (; i < text.size(); ++i) {
      if (!is_open && text[i] != '(' && !ISSPACE(text[i]))
        return false;
      is_open = is_open || text[i] == '(';
      if (is_open && walk.is_done_after(text[i]))
        return false;
    }
  }
  return true;
}

location_t macro_use_ending_at(location_t last) {
  const expanded_location at = text_place(last);
  std::string text = line_up_to(at);
  ParenthesisWalk walk;
  const bool has_arguments = !text.empty() && text.back() == ')';
  for (int line = at.line; line > 0 && line > at.line - longest_macro_use_lines; text = line_of(at, --line)) {
    if (has_arguments)
      while (!text.empty() && !walk.is_done_after(text.back()))
        text.pop_back();
    if (text.empty())
      continue;
    if (has_arguments)
      text.pop_back();
    const int column = column_of_last_word(text);
    return column > 0 ? place(last, line, column) : UNKNOWN_LOCATION;
  }
  return UNKNOWN_LOCATION;
}

} // namespace osaca::gcc
