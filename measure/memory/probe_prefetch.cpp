// Loads that wait for each other, at places in a row: what comes before it is asked for was prefetched. Only the effect
// can be seen; that there is no effect does not mean that nothing was prefetched.
#include "measure/file/decimal.h"
#include "measure/memory/probe.h"

#include <array>

namespace osaca::measure::memory {
namespace {

constexpr std::array<int, 7> strides_lines = {1, 2, 3, 4, 8, 16, 80}; // the last leaves each page at once

Walk row_of_places(std::int64_t bytes, int stride, Walk::Order order) {
  Walk walk;
  walk.bytes = bytes;
  walk.step_bytes = stride * line_bytes;
  walk.order = order;
  return walk;
}

void measure_level(const ProbeWorld &world, const LevelFigures &level, std::vector<Finding> &found) {
  const auto random = level.walks.find(WalkKind::chase);
  if (random == level.walks.end() || !random->second.is_there())
    return;
  for (const Walk::Order order : {Walk::Order::ascending, Walk::Order::descending}) {
    const bool up = order == Walk::Order::ascending;
    Curve curve = {"lines between places", "cycles per load", {}};
    for (const int stride : strides_lines) {
      if (!world.bench.has_time() || (world.is_quick && stride != 1 && stride != 16))
        continue;
      const WalkFigure figure = world.bench.time(row_of_places(level.footprint_bytes, stride, order));
      if (figure.is_there())
        curve.points.push_back({stride, figure.cycles.cycles});
    }
    if (curve.points.empty())
      continue;
    const std::string name = "prefetch." + level.name + (up ? ".upwards" : ".downwards");
    found.push_back(told(name, "times as fast", random->second.cycles.cycles / curve.points.front().y,
                         "places in a row take " + decimal(curve.points.front().y, 1) + " cycles a load, random ones " +
                             decimal(random->second.cycles.cycles, 1)));
    found.back().curve = std::move(curve);
  }
}

} // namespace

std::vector<Finding> probe_prefetch(const ProbeWorld &world, MemoryFigures &figures) {
  std::vector<Finding> found;
  for (const LevelFigures &level : figures.levels)
    if (level.name != "L1")
      measure_level(world, level, found);
  return found;
}

} // namespace osaca::measure::memory
