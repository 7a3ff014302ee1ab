// SPDX-License-Identifier: GPL-3.0-or-later
#include "fate_of_loop.h"

namespace osaca::gcc {

vanish::Fate fate_of(const LoopExtent &extent, const std::vector<Sighting> &sightings, const FunctionFates &fates) {
  vanish::Fate fate;
  fate.function = extent.function;
  fate.is_of_template = extent.is_of_template;
  std::unordered_map<unsigned, size_t> positions;
  for (const SourceFunction &function : extent.instances) {
    positions[function.uid] = fate.instances.size();
    vanish::Instance instance;
    instance.name = function.name;
    instance.written = fates.written.count(function.uid) != 0;
    if (const auto twin = fates.merged.find(function.uid); twin != fates.merged.end())
      instance.twin = twin->second;
    fate.instances.push_back(std::move(instance));
  }
  for (const Sighting &sighting : sightings) {
    const auto position = positions.find(sighting.instance);
    auto &of_whom = position == positions.end() ? fate.elsewhere : fate.instances[position->second].sightings;
    of_whom.push_back({sighting.function, sighting.has_loop, sighting.remains});
  }
  return fate;
}

} // namespace osaca::gcc
