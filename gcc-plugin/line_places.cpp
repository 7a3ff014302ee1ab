// SPDX-License-Identifier: GPL-3.0-or-later
#include "line_places.h"

namespace osaca::gcc {
namespace {

/// The preprocessor of Fortran's front end reads the files first, and gives them places that nothing in the code has.
/// Each of the two enters the unit's own file from nowhere.
unsigned first_map_of_parser() {
  unsigned first = 0;
  for (unsigned i = 0; i < LINEMAPS_ORDINARY_USED(line_table); ++i) {
    const line_map_ordinary *map = LINEMAPS_ORDINARY_MAP_AT(line_table, static_cast<int>(i));
    if (map->reason == LC_ENTER && linemap_included_from(map) == UNKNOWN_LOCATION)
      first = i;
  }
  return first;
}

/// Whether no line was begun in it: there are no bits for columns, and no more places than one map takes at the least.
bool holds_nothing(const line_map_ordinary *map, location_t last) {
  return map->m_column_and_range_bits == 0 && last - MAP_START_LOCATION(map) < location_t{1}
                                                                                   << line_table->default_range_bits;
}

} // namespace

LinePlaces::LinePlaces() {
  const unsigned count = LINEMAPS_ORDINARY_USED(line_table);
  for (unsigned i = first_map_of_parser(); i < count; ++i) {
    const line_map_ordinary *map = LINEMAPS_ORDINARY_MAP_AT(line_table, static_cast<int>(i));
    const location_t last = i + 1 < count
                                ? MAP_START_LOCATION(LINEMAPS_ORDINARY_MAP_AT(line_table, static_cast<int>(i) + 1)) - 1
                                : std::max(line_table->highest_location, line_table->highest_line);
    if (last >= MAP_START_LOCATION(map) && ORDINARY_MAP_FILE_NAME(map) != nullptr && !holds_nothing(map, last))
      add(map, last);
  }
}

void LinePlaces::add(const line_map_ordinary *map, location_t last) {
  const std::string name = ORDINARY_MAP_FILE_NAME(map);
  std::vector<Inclusion> &inclusions = by_file_[name];
  if (inclusions.empty())
    files_.push_back(name);
  Lines lines = {ORDINARY_MAP_STARTING_LINE_NUMBER(map), SOURCE_LINE(map, last), map};
  const Lines *before = inclusions.empty() ? nullptr : &inclusions.back().back();
  if (before == nullptr || lines.first <= before->first ||
      linemap_included_from(map) != linemap_included_from(before->map))
    inclusions.emplace_back();
  else if (map->reason == LC_LEAVE) // back from another file, with the number of an earlier line
    lines.first = std::max(lines.first, before->last + 1);
  else // a line that is too long for the map is begun anew in the next one
    inclusions.back().back().last = std::min(before->last, lines.first - 1);
  inclusions.back().push_back(lines);
}

int LinePlaces::inclusions(const std::string &file) const {
  const auto found = by_file_.find(file);
  return found != by_file_.end() ? static_cast<int>(found->second.size()) : 0;
}

location_t LinePlaces::at(const std::string &file, int inclusion, int line, int column) const {
  const auto found = by_file_.find(file);
  if (found == by_file_.end() || line < 1)
    return UNKNOWN_LOCATION;
  const Inclusion &lines = found->second[static_cast<size_t>(inclusion)];
  const linenum_type wanted = static_cast<linenum_type>(line);
  // The last map that has the line: what was written of it before has no places.
  auto part = std::upper_bound(lines.begin(), lines.end(), wanted,
                               [](linenum_type number, const Lines &some) { return number < some.first; });
  if (part == lines.begin() || (--part)->last < wanted)
    return UNKNOWN_LOCATION;
  const unsigned column_bits = part->map->m_column_and_range_bits - part->map->m_range_bits;
  const unsigned most = column_bits < 31 ? (1U << column_bits) - 1 : 0;
  const unsigned wanted_column = column == end_of_line ? most : std::min(static_cast<unsigned>(column), most);
  return linemap_position_for_line_and_column(line_table, part->map, wanted, wanted_column);
}

} // namespace osaca::gcc
