// SPDX-License-Identifier: GPL-3.0-or-later
#include "front/locations.h"

namespace osaca::gcc {

bool comes_before(location_t first, location_t second) {
  // Places outside of macros, which are nearly all places, are plain numbers in reading order.
  const location_t macros = LINEMAPS_MACRO_LOWEST_LOCATION(line_table);
  if (first < macros && second < macros)
    return first < second;
  return linemap_compare_locations(line_table, first, second) > 0;
}

location_t plain(location_t location) { return get_pure_location(LOCATION_LOCUS(location)); }

int InlineContexts::of(location_t location) {
  const tree block = LOCATION_BLOCK(location);
  return block == NULL_TREE ? none : of_block(block);
}

int InlineContexts::of_block(tree block) {
  // The chain of a deeply nested block is long. So an explicit list is used instead of recursion.
  std::vector<tree> path;
  int context = none;
  for (; block != NULL_TREE && TREE_CODE(block) == BLOCK; block = BLOCK_SUPERCONTEXT(block)) {
    const auto known = by_block_.find(block);
    if (known != by_block_.end()) {
      context = known->second;
      break;
    }
    path.push_back(block);
  }
  for (auto b = path.rbegin(); b != path.rend(); ++b) {
    if (inlined_function_outer_scope_p(*b)) {
      context = intern(plain(BLOCK_SOURCE_LOCATION(*b)), context);
      const tree function = block_ultimate_origin(*b);
      inlined_[context] = function != NULL_TREE && TREE_CODE(function) == FUNCTION_DECL ? function : NULL_TREE;
    }
    by_block_[*b] = context;
  }
  return context;
}

tree InlineContexts::inlined_function(int context) const {
  const auto known = inlined_.find(context);
  return known != inlined_.end() ? known->second : NULL_TREE;
}

int InlineContexts::intern(location_t call_site, int outer) {
  const auto inserted = ids_.emplace(std::make_pair(call_site, outer), static_cast<int>(sites_.size()));
  if (inserted.second)
    sites_.push_back({call_site, outer});
  return inserted.first->second;
}

int LocationTable::index_of(location_t location, int context) {
  location = plain(location);
  if (location <= BUILTINS_LOCATION)
    return -1;
  const auto known = indices_.find({location, context});
  if (known != indices_.end())
    return known->second;
  const expanded_location place = expand_location(location);
  capture::Location entry = capture::location_at(place.file != nullptr ? place.file : "", place.line, place.column);
  add_call_sites(context, entry);
  const int index = static_cast<int>(places_.size());
  places_.push_back(location);
  locations_.push_back(std::move(entry));
  indices_[{location, context}] = index;
  return index;
}

int LocationTable::index_of(const TextPlace &place, int context) {
  const auto key = std::make_tuple(place.file, place.line, place.column, context);
  const auto known = indices_in_text_.find(key);
  if (known != indices_in_text_.end())
    return known->second;
  capture::Location entry = capture::location_at(place.file, place.line, place.column);
  add_call_sites(context, entry);
  const int index = static_cast<int>(places_.size());
  places_.push_back(UNKNOWN_LOCATION);
  locations_.push_back(std::move(entry));
  indices_in_text_[key] = index;
  return index;
}

void LocationTable::add_call_sites(int context, capture::Location &entry) {
  for (int c = context; c != InlineContexts::none; c = contexts_.outer(c)) {
    const int site = index_of(contexts_.call_site(c), contexts_.outer(c));
    if (site >= 0)
      entry.inlined_at.push_back(site);
  }
}

void LocationTable::make_places() {
  constexpr int column_bits_hint = 200;
  for (const auto &[key, index] : indices_in_text_) {
    const auto &[file, line, column, context] = key;
    linemap_add(line_table, LC_RENAME, false, file, static_cast<linenum_type>(line));
    linemap_line_start(line_table, static_cast<linenum_type>(line), std::max(column, column_bits_hint));
    places_[static_cast<size_t>(index)] = linemap_position_for_column(line_table, static_cast<unsigned>(column));
  }
}

namespace {

/// The preprocessor of Fortran's front end reads the files first, and gives them places that do not occur in the code.
/// The preprocessor and the parser each enter the unit's own file without an including file.
unsigned first_map_of_parser() {
  unsigned first = 0;
  for (unsigned i = 0; i < LINEMAPS_ORDINARY_USED(line_table); ++i) {
    const line_map_ordinary *map = LINEMAPS_ORDINARY_MAP_AT(line_table, static_cast<int>(i));
    if (map->reason == LC_ENTER && linemap_included_from(map) == UNKNOWN_LOCATION)
      first = i;
  }
  return first;
}

/// Whether the map contains no line: it has no bits for columns, and not more places than the minimum of a map.
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
  else if (map->reason == LC_LEAVE) // return from an included file, to the number of an earlier line
    lines.first = std::max(lines.first, before->last + 1);
  else // a line that is too long for the map is started again in the next map
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
  // Uses the last map that contains the line: earlier parts of the line have no places.
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
