#include "measure/counters/walks/stressed_levels.h"

#include <algorithm>

namespace osaca::measure {
namespace {

constexpr int last_level_of_core = 2;

const memory::KnownCache *measured_cache(const std::vector<memory::KnownCache> &measured, const std::string &name) {
  const auto found = std::ranges::find_if(measured, [&](const memory::KnownCache &one) { return one.name == name; });
  return found == measured.end() ? nullptr : &*found;
}

} // namespace

StressedLevels stressed_levels(const memory::MachineMemory &machine, const std::vector<memory::KnownCache> &measured) {
  StressedLevels made;
  if (machine.caches.empty()) {
    made.left_out.push_back({"all levels", "the system says nothing of its caches"});
    return made;
  }
  std::vector<memory::KnownCache> caches;
  for (const memory::ToldCache &told : machine.caches) {
    const std::string name = "L" + std::to_string(told.level);
    const memory::KnownCache *known = measured_cache(measured, name);
    if (known == nullptr && machine.is_guest && told.level > last_level_of_core)
      made.left_out.push_back({name, "the system shows " + std::to_string(told.bytes >> 20U) +
                                         " MiB, but this is a guest, and nothing tells how much of it is its own; with "
                                         "--memory FILE what was measured is taken"});
    const std::int64_t usable = known != nullptr ? known->bytes : told.bytes;
    caches.push_back({name, usable, std::max(told.bytes, usable)});
  }
  // No more than half of what is free: the rest of the machine goes on.
  for (memory::Footprint &one : memory::level_footprints(caches, machine.available_bytes / 2)) {
    const bool is_untold =
        std::ranges::any_of(made.left_out, [&](const LeftOutLevel &other) { return other.level == one.level; });
    if (is_untold)
      continue;
    if (one.shortage.empty())
      made.levels.push_back(std::move(one));
    else
      made.left_out.push_back({one.level, one.shortage});
  }
  return made;
}

} // namespace osaca::measure
