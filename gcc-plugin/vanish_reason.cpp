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
  if (remains.in_odd_cycles > 0)
    return survivors + "in " + quoted(sighting.function) +
           ", where the compiler made a loop with several entries of them, which cannot be analysed as one";
  return survivors + "as straight-line code in " + quoted(sighting.function) +
         " (fully unrolled, merged, replaced by an instruction or a formula, or shown to run at most once)";
}

std::string left_of(const std::vector<Sighting> &sightings) {
  for (const Sighting &sighting : sightings) {
    const std::string call = left_as_call(sighting);
    if (!call.empty())
      return call;
  }
  return left_without_loop(sightings.front());
}

std::string nothing_left(const std::vector<SourceFunction> &instances, const FunctionFates &fates) {
  const std::string &name = instances.front().name;
  for (const SourceFunction &instance : instances)
    if (const auto twin = fates.merged.find(instance.uid); twin != fates.merged.end())
      return "the code of " + quoted(twin->second) + " stands for that of " + quoted(instance.name) +
             ", which is identical (-fno-ipa-icf keeps them apart)";
  const bool is_written = std::any_of(instances.begin(), instances.end(), [&](const SourceFunction &instance) {
    return fates.written.count(instance.uid) != 0;
  });
  if (!is_written)
    return "function not emitted: no code of " + quoted(name) +
           " is in this object (unused, or inlined where nothing of the loop is left)";
  return "none of its instructions is left in " + quoted(name) +
         ": removed as dead code, replaced by an instruction or a formula, or its result is known at compile time";
}

constexpr int most_instances_told = 3;

} // namespace

std::string vanish_reason(const LoopExtent &extent, const std::vector<Sighting> &sightings,
                          const FunctionFates &fates) {
  if (!extent.can_become_code())
    return "not instantiated: " + quoted(extent.function) +
           " is a template that this unit never instantiates with this loop";
  return sightings.empty() ? nothing_left(extent.instances, fates) : left_of(sightings);
}

std::string vanished_instances(const LoopExtent &extent, const std::vector<Sighting> &sightings,
                               const FunctionFates &fates) {
  std::unordered_map<unsigned, std::vector<Sighting>> by_instance;
  std::unordered_set<unsigned> looping;
  for (const Sighting &sighting : sightings) {
    by_instance[sighting.instance].push_back(sighting);
    if (sighting.has_loop)
      looping.insert(sighting.instance);
  }
  std::string told;
  int untold = 0;
  int told_count = 0;
  for (const SourceFunction &instance : extent.instances) {
    // What was outlined (by OpenMP) belongs to an instance of which the name is not known.
    const bool is_accounted_for = looping.erase(instance.uid) != 0;
    if (is_accounted_for)
      continue;
    if (++told_count > most_instances_told) {
      ++untold;
      continue;
    }
    const auto left = by_instance.find(instance.uid);
    told += (told.empty() ? "in " : "; in ") + quoted(instance.name) + " " +
            (left != by_instance.end() ? left_of(left->second) : nothing_left({instance}, fates));
  }
  if (!looping.empty())
    return {};
  return untold == 0 ? told : told + "; and " + std::to_string(untold) + " more";
}

} // namespace osaca::gcc
