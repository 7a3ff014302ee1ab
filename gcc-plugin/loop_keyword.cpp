// SPDX-License-Identifier: GPL-3.0-or-later
#include "loop_keyword.h"

namespace osaca::gcc {
namespace {

constexpr int lines_up = 4;

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

} // namespace

location_t keyword_location(location_t location, const char *keyword) {
  if (linemap_location_from_macro_expansion_p(line_table, location))
    return location;
  const expanded_location at = expand_location(location);
  for (int line = at.line; line > 0 && line > at.line - lines_up; --line) {
    const char_span span = location_get_source_line(at.file, line);
    if (!span || span.length() == 0)
      return location;
    const std::string text(span.get_buffer(), span.length());
    const size_t limit = line == at.line && at.column > 0 ? static_cast<size_t>(at.column) : text.size();
    const int column = column_of(text, keyword, limit);
    if (column > 0)
      return place(location, line, column);
  }
  return location;
}

} // namespace osaca::gcc
