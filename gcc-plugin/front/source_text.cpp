// SPDX-License-Identifier: GPL-3.0-or-later
#include "front/source_text.h"

#include "source_tokens.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace osaca::gcc {

namespace {

constexpr off_t largest_file_bytes = off_t{64} << 20;

/// Whether the file exists and its content may never end or never arrive. (A folder has no content, and neither has
/// /dev/null, which builds include instead of a header.)
bool is_hazard(const char *name, const struct stat &status) {
  if (S_ISDIR(status.st_mode) || std::strcmp(name, "/dev/null") == 0)
    return false;
  if (!S_ISREG(status.st_mode) || status.st_size > largest_file_bytes)
    return true;
  // In a file system without blocks (such as /proc), a file of size zero may have endless content, or block until there
  // is some.
  struct statfs system{};
  return status.st_size == 0 && (::statfs(name, &system) != 0 || system.f_blocks == 0);
}

bool is_hazard(const char *name) {
  struct stat status{};
  return ::stat(name, &status) == 0 && is_hazard(name, status);
}

std::string content(int descriptor, off_t size_bytes) {
  std::string text(static_cast<size_t>(size_bytes), '\0');
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t got = ::read(descriptor, &text[done], text.size() - done);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      break;
    done += static_cast<size_t>(got);
  }
  text.resize(done);
  return text;
}

std::string content(const char *name) {
  std::string text;
  if (is_hazard(name)) // even opening it may block or have side effects
    return text;
  const int descriptor = ::open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0)
    return text;
  struct stat status{};
  if (::fstat(descriptor, &status) == 0 && !is_hazard(name, status))
    text = content(descriptor, status.st_size);
  ::close(descriptor);
  return text;
}

} // namespace

SourceFiles &SourceFiles::of_unit() {
  static SourceFiles files;
  return files;
}

SourceFiles::File SourceFiles::read(const char *name) {
  File file;
  file.text = content(name);
  if (file.text.compare(0, 3, "\xEF\xBB\xBF") == 0) // a byte order mark, which the compiler's columns do not count
    file.text.erase(0, 3);
  for (size_t start = 0; start < file.text.size();) {
    file.starts.push_back(start);
    const size_t end = file.text.find('\n', start);
    start = end == std::string::npos ? file.text.size() : end + 1;
  }
  return file;
}

const SourceFiles::File &SourceFiles::file(const char *name) {
  const auto known = files_.find(name);
  return known != files_.end() ? known->second : files_.emplace(name, read(name)).first->second;
}

std::string_view SourceFiles::line(const char *name, int number) {
  if (name == nullptr || number < 1)
    return {};
  const File &found = file(name);
  const size_t index = static_cast<size_t>(number) - 1;
  if (index >= found.starts.size())
    return {};
  const size_t start = found.starts[index];
  size_t end = index + 1 < found.starts.size() ? found.starts[index + 1] : found.text.size();
  while (end > start && (found.text[end - 1] == '\n' || found.text[end - 1] == '\r'))
    --end;
  return std::string_view(found.text).substr(start, end - start);
}

bool SourceFiles::can_be_shown() {
  // A message shows a line only of its own place, but also places of the macros and inclusions around it.
  for (; maps_seen_ < LINEMAPS_ORDINARY_USED(line_table); ++maps_seen_) {
    const char *name = ORDINARY_MAP_FILE_NAME(LINEMAPS_ORDINARY_MAP_AT(line_table, static_cast<int>(maps_seen_)));
    if (name != nullptr && names_seen_.insert(name).second)
      has_hazard_ = has_hazard_ || is_hazard(name);
  }
  return !has_hazard_;
}

namespace {

constexpr int lines_up = 4;
constexpr int longest_macro_use_lines = 100;
constexpr int longest_gap_lines = 200;

bool is_word_character(char c) { return ISALNUM(c) || c == '_' || c == '$'; }

/// Column, from 1, of the last whole word that begins at or before the column `limit`; 0 if there is none.
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

/// Expands a location. A line number from `#line` must not overflow when a few lines are added.
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

/// Whether the word is exactly at the place.
bool is_word_at(location_t location, const std::string &word) {
  const expanded_location at = text_place(location);
  const std::string text = line_of(at, at.line);
  return at.column > 0 && static_cast<size_t>(at.column) <= text.size() &&
         text.compare(static_cast<size_t>(at.column) - 1, word.size(), word) == 0 &&
         column_of(text, word, static_cast<size_t>(at.column)) == at.column;
}

/// The same for a place in a macro: searches the tokens of the macro's use.
location_t keyword_in_macro(location_t location, const std::string &keyword) {
  const line_map *map = linemap_lookup(line_table, location);
  if (map == nullptr || !linemap_macro_expansion_map_p(map))
    return UNKNOWN_LOCATION;
  const line_map_macro *macro = linemap_check_macro(map);
  for (location_t token = location; token + 1 > MAP_START_LOCATION(map); --token) {
    // Each token has two places: where it was written, and where it is in the macro's definition.
    const location_t written = MACRO_MAP_LOCATIONS(macro)[2 * (token - MAP_START_LOCATION(map))];
    if (is_word_at(linemap_resolve_location(line_table, written, LRK_SPELLING_LOCATION, nullptr), keyword))
      return token;
  }
  return UNKNOWN_LOCATION;
}

/// The text of the line up to and including `last`.
std::string line_up_to(const expanded_location &at) {
  const std::string text = line_of(at, at.line);
  const bool inside = at.column > 0 && static_cast<size_t>(at.column) <= text.size();
  return inside ? text.substr(0, static_cast<size_t>(at.column)) : std::string();
}

/// Scans `(...)` from either end, one character at a time.
class ParenthesisWalk {
public:
  /// True at the parenthesis that closes the group (or opens it, when scanning backwards).
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

/// The text after `last`, as far as it can be read.
std::string_view text_after(const expanded_location &last) {
  const std::string_view line = SourceFiles::of_unit().line(last.file, last.line);
  if (line.data() == nullptr)
    return {};
  const std::string_view text = SourceFiles::of_unit().text(last.file);
  const size_t column = last.column > 0 ? std::min(static_cast<size_t>(last.column), line.size()) : 0;
  return text.substr(static_cast<size_t>(line.data() - text.data()) + column);
}

bool is_pragma(const source::Token &directive) {
  const size_t word = directive.text.find_first_not_of(" \t");
  return word != std::string::npos && directive.text.compare(word, 6, "pragma") == 0;
}

void skip_parentheses(source::Tokens &tokens) {
  int depth = 0;
  source::Token token;
  do {
    token = tokens.next();
    depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
  } while (depth > 0 && token.kind != source::TokenKind::end);
}

/// Column, from 1, of the word at the end of the text; 0 if the text does not end with a word.
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
  const std::string_view text = text_after(at);
  source::Tokens tokens(text);
  tokens.go_back({0, {1, 1}, at.column <= 0});
  for (source::Token token = tokens.next(); token.first.line <= longest_gap_lines; token = tokens.next()) {
    if (token.kind == source::TokenKind::end || (token.kind == source::TokenKind::directive && !is_pragma(token)))
      return '\0';
    if (token.is("_Pragma"))
      skip_parentheses(tokens);
    else if (token.kind != source::TokenKind::directive)
      return token.kind == source::TokenKind::sign ? token.text[0] : 'x';
  }
  return '\0';
}

std::optional<source::StatementSpan> statement_behind(location_t place, PragmaForm form, long &tokens_left) {
  expanded_location at = text_place(place);
  if (form != PragmaForm::pragma)
    --at.column; // the word at the place is part of the text
  const std::string_view after = text_after(at);
  if (after.data() == nullptr)
    return std::nullopt;
  const bool is_line_start = at.column <= 0 && form == PragmaForm::pragma;
  const source::SpanStart start = {{0, {at.line, std::max(at.column, 0) + 1}, is_line_start},
                                   form == PragmaForm::in_macro};
  return source::statement_after(after, start, tokens_left);
}

location_t place_in_file(location_t same_file, int line, int column) {
  const location_t in_text = linemap_resolve_location(line_table, same_file, LRK_MACRO_EXPANSION_POINT, nullptr);
  return place(in_text, line, column);
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
