// SPDX-License-Identifier: GPL-3.0-or-later
#include "locations.h"

namespace osaca::gcc {

bool comes_before(location_t first, location_t second) {
  // Places outside of macros, nearly all of them, are plain numbers in reading order.
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
  // The chain of a deeply nested block is long: walk it with a list of our own, not by recursion.
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

} // namespace osaca::gcc
