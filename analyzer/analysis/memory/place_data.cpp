#include "analysis/memory/place_data.h"

#include "base/index.h"

#include <algorithm>
#include <optional>

namespace osaca {
namespace {

/// Data fill a cache before they leave it: the first that holds them all.
std::string level_of(std::int64_t bytes, const MemoryHierarchy &hierarchy) {
  if (bytes <= hierarchy.l1_bytes)
    return "L1";
  for (const MemoryLevel &level : hierarchy.levels)
    if (level.bytes == 0 || bytes <= level.bytes)
      return level.name;
  return "MEM";
}

std::optional<int> index_of(const std::string &level, const MemoryReport &memory) {
  const auto found =
      std::ranges::find_if(memory.levels, [&](const MemoryLevelFigures &figures) { return figures.name == level; });
  if (found == memory.levels.end())
    return std::nullopt;
  return static_cast<int>(found - memory.levels.begin());
}

} // namespace

void place_data(const DataPlace &place, const MemoryHierarchy *hierarchy, KernelReport &report) {
  std::optional<int> index;
  if (!place.names_a_place()) {
    if (!report.memory || !report.memory->footprint || report.memory->footprint->nearest_level == 0)
      return;
    index = report.memory->footprint->nearest_level;
    report.memory->told_by = DataTeller::trip_counts;
  } else if (hierarchy != nullptr && report.memory)
    index = index_of(place.level.empty() ? level_of(*place.bytes, *hierarchy) : place.level, *report.memory);
  if (!index) {
    report.arch_notes.push_back({ArchNote::Kind::place_of_data_unknown, text_of(place)});
    return;
  }
  report.memory->data_in = index;
  const MemoryLevelFigures &level = report.memory->levels[at(*index)];
  report.complete = report.complete && !level.most_cycles && !level.lower_bound_only;
  if (level.cycles_per_iteration <= report.cycles_per_iteration)
    return;
  report.bounds.push_back(
      {BoundKind::memory, level.cycles_per_iteration, DataBehind{level.name, level.bound_by, level.transfers_of}});
  report.cycles_per_iteration = level.cycles_per_iteration;
  report.bound_by = BoundKind::memory;
  report.bound_is_known = true;
  report.simulated_cycles.reset();
}

} // namespace osaca
