// Latencies, level by level. Of the caches near the core in cycles; of what has a clock of its own in nanoseconds, too.
#include "measure/harness/level_footprints.h"
#include "measure/memory/probe.h"

#include <algorithm>

namespace osaca::measure::memory {
namespace {

bool has_core_clock(const std::string &level) { return level == "L1" || level == "L2"; }

void add_latency(std::vector<Finding> &found, const std::string &name, const WalkFigure &figure, const std::string &how,
                 bool with_ns) {
  found.push_back(cycles_of(name, figure, how));
  if (!with_ns || !figure.is_there())
    return;
  Finding ns = told(name + ".ns", "ns", figure.ns(), how);
  ns.is_unstable = figure.is_disturbed();
  ns.spread = figure.cycles.spread;
  found.push_back(std::move(ns));
}

Walk plain_chase(std::int64_t bytes, PageSize pages) {
  Walk walk;
  walk.bytes = bytes;
  walk.pages = pages;
  return walk;
}

std::vector<KnownCache> known_caches(const std::vector<CacheSize> &sizes) {
  std::vector<KnownCache> known;
  for (const CacheSize &size : sizes)
    known.push_back({size.name, size.bytes(), std::max(size.told_bytes, size.measured_bytes)});
  return known;
}

void measure_far_level(const ProbeWorld &world, LevelFigures &level, const std::string &shortage,
                       std::vector<Finding> &found) {
  const std::string size = bytes_text(level.footprint_bytes);
  const std::string note = shortage.empty() ? "" : " (" + shortage + ")";
  const WalkFigure near = world.bench.time(scattered_chase(level.footprint_bytes));
  level.walks[WalkKind::chase] = near;
  add_latency(found, "latency." + level.name, near, "random places of " + size + ", few pages at a time" + note, true);
  if (!world.bench.has_time())
    return;
  const WalkFigure all = world.bench.time(plain_chase(level.footprint_bytes, PageSize::huge));
  level.over_many_pages = all;
  add_latency(found, "latency." + level.name + ".over_many_pages", all,
              "random places of " + size + ", with the translation of their addresses; huge pages asked for" + note,
              true);
  if (world.is_quick || !world.bench.has_time())
    return;
  const WalkFigure small = world.bench.time(plain_chase(level.footprint_bytes, PageSize::small));
  add_latency(found, "latency." + level.name + ".over_many_small_pages", small, "the same with pages of 4 KiB" + note,
              true);
}

} // namespace

std::vector<Finding> probe_latency(const ProbeWorld &world, MemoryFigures &figures) {
  std::vector<Finding> found;
  figures.levels.clear();
  for (const Footprint &footprint : level_footprints(known_caches(figures.caches), world.bench.most_bytes())) {
    LevelFigures level;
    level.name = footprint.level;
    level.footprint_bytes = footprint.bytes;
    if (has_core_clock(level.name)) {
      const WalkFigure figure = world.bench.time(plain_chase(footprint.bytes, PageSize::huge));
      level.walks[WalkKind::chase] = figure;
      found.push_back(cycles_of("latency." + level.name, figure, "random places of " + bytes_text(footprint.bytes)));
    } else {
      measure_far_level(world, level, footprint.shortage, found);
    }
    if (level.name == "MEM" && !figures.curves.chase_in_blocks.empty())
      found.front().curve = curve_of(figures.curves.chase_in_blocks, "cycles per load, few pages at a time");
    figures.levels.push_back(std::move(level));
  }
  return found;
}

} // namespace osaca::measure::memory
