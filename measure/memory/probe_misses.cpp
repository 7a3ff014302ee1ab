// Chains of loads that do not wait for each other: the more there are, the more lines are under way, up to what one
// core can have.
#include "measure/file/decimal.h"
#include "measure/memory/probe.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace osaca::measure::memory {
namespace {

constexpr std::array<int, 10> chain_counts = {1, 2, 4, 6, 8, 12, 16, 20, 24, 32};

std::optional<Finding> parallel_misses(const ProbeWorld &world, LevelFigures &level) {
  Curve curve = {"chains", "cycles per load", {}};
  double alone = 0;
  double best = 0;
  bool is_disturbed = false;
  for (const int chains : chain_counts) {
    if (!world.bench.has_time() || (world.is_quick && chains % 8 != 0 && chains != 1))
      continue;
    Walk walk = scattered_chase(level.footprint_bytes);
    walk.chains = chains;
    const WalkFigure figure = world.bench.time(walk);
    if (!figure.is_there())
      continue;
    const double cycles = figure.cycles.cycles;
    alone = chains == 1 ? cycles : alone;
    best = best == 0 ? cycles : std::min(best, cycles);
    is_disturbed = is_disturbed || figure.is_disturbed();
    curve.points.push_back({chains, cycles});
  }
  const std::string name = "misses." + level.name;
  if (alone == 0 || curve.points.size() < 3)
    return untold(name, "lines", "too few walks could be timed");
  Finding finding = told(name, "lines", alone / best,
                         "a load alone takes " + decimal(alone, 1) + " cycles, one of many " + decimal(best, 1));
  finding.curve = std::move(curve);
  finding.is_unstable = is_disturbed;
  level.parallel_misses = static_cast<int>(std::lround(alone / best));
  if (finding.curve->points.back().x - 0.5 <= alone / best)
    finding.concluded += "; more chains than were tried may be more";
  return finding;
}

} // namespace

std::vector<Finding> probe_misses(const ProbeWorld &world, MemoryFigures &figures) {
  std::vector<Finding> found;
  for (LevelFigures &level : figures.levels)
    if (level.name != "L1")
      if (std::optional<Finding> finding = parallel_misses(world, level))
        found.push_back(*std::move(finding));
  return found;
}

} // namespace osaca::measure::memory
