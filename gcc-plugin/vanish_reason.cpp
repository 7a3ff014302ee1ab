// SPDX-License-Identifier: GPL-3.0-or-later
#include "vanish_reason.h"

namespace osaca::gcc {
namespace {

/// Library functions that the optimiser puts in the place of loops.
bool replaces_loops(const std::string &callee) {
  static const char *const names[] = {"memset", "memcpy", "memmove", "strlen", "rawmemchr", "memset_pattern16"};
  return std::find(std::begin(names), std::end(names), callee) != std::end(names);
}

std::string quoted(const std::string &name) { return "'" + name + "'"; }

std::string left_as_call(const Sighting &sighting) {
  for (const std::string &callee : sighting.remains.callees)
    if (replaces_loops(callee))
      return "in " + quoted(sighting.function) + " a call of " + callee + " stands in its place";
  return {};
}

std::string left_without_loop(const Sighting &sighting) {
  const Remains &remains = sighting.remains;
  const std::string survivors = std::to_string(remains.located_instructions) + " of its instructions survive ";
  if (remains.in_other_loops * 2 > remains.located_instructions)
    return survivors + "inside another loop of " + quoted(sighting.function) +
           ", and no machine loop is mostly its own (fully unrolled, or merged with the other)";
  return survivors + "as straight-line code in " + quoted(sighting.function) +
         " (fully unrolled, merged, or shown to run at most once)";
}

} // namespace

std::string vanish_reason(const LoopExtent &extent, const std::vector<Sighting> &sightings,
                          const std::unordered_set<unsigned> &written_functions) {
  if (!extent.can_become_code)
    return "not instantiated: " + quoted(extent.function) +
           " is a template that this unit never instantiates with this loop";
  for (const Sighting &sighting : sightings) {
    const std::string call = left_as_call(sighting);
    if (!call.empty())
      return call;
  }
  if (!sightings.empty())
    return left_without_loop(sightings.front());
  const bool is_written = std::any_of(extent.functions.begin(), extent.functions.end(),
                                      [&](unsigned uid) { return written_functions.count(uid) != 0; });
  if (!is_written)
    return "function not emitted: no code of " + quoted(extent.function) +
           " is in this object (unused, or inlined where nothing of the loop is left)";
  return "none of its instructions is left in " + quoted(extent.function) +
         ": removed as dead code, or its result is known at compile time";
}

} // namespace osaca::gcc
