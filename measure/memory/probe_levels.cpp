#include "base/format.h"
#include "measure/file/number_text.h"
#include "measure/harness/machine_memory.h"
#include "measure/memory/probe.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace osaca::measure::memory {

// Latencies level by level: in cycles for caches near the core; also in nanoseconds for levels with a clock of their
// own.

namespace {

bool has_core_clock(const std::string &level) { return level == "L1" || level == "L2"; }

void add_latency(std::vector<ProbeFinding> &found, const std::string &name, const WalkFigure &figure,
                 const std::string &how, bool with_ns) {
  found.push_back(cycles_of(name, figure, how));
  if (!with_ns || !figure.is_there())
    return;
  ProbeFinding ns = make_finding(name + ".ns", "ns", figure.ns(), how);
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
    known.push_back({size.name, size.bytes(), std::max(size.reported_bytes, size.measured_bytes)});
  return known;
}

void measure_far_level(const ProbeWorld &world, LevelFigures &level, const std::string &shortage,
                       std::vector<ProbeFinding> &found) {
  const std::string size = bytes_text(level.footprint_bytes);
  const std::string note = shortage.empty() ? "" : format_text(" ({})", shortage);
  const WalkFigure near = world.bench.time(scattered_chase(level.footprint_bytes));
  level.walks[WalkKind::chase] = near;
  add_latency(found, "latency." + level.name, near,
              format_text("random accesses to {}, few pages at a time{}", size, note), true);
  if (!world.bench.has_time())
    return;
  const WalkFigure all = world.bench.time(plain_chase(level.footprint_bytes, PageSize::huge));
  level.over_many_pages = all;
  add_latency(
      found, format_text("latency.{}.over_many_pages", level.name), all,
      format_text("random accesses to {}, including address translation, with huge pages requested{}", size, note),
      true);
  if (world.is_quick || !world.bench.has_time())
    return;
  const WalkFigure small = world.bench.time(plain_chase(level.footprint_bytes, PageSize::small));
  add_latency(found, format_text("latency.{}.over_many_small_pages", level.name), small,
              "the same, with 4 KiB pages" + note, true);
}

} // namespace

std::vector<ProbeFinding> probe_latency(const ProbeWorld &world, MemoryFigures &figures) {
  std::vector<ProbeFinding> found;
  figures.levels.clear();
  for (const LevelFootprint &footprint : level_footprints(known_caches(figures.caches), world.bench.most_bytes())) {
    LevelFigures level;
    level.name = footprint.level;
    level.footprint_bytes = footprint.bytes;
    if (has_core_clock(level.name)) {
      const WalkFigure figure = world.bench.time(plain_chase(footprint.bytes, PageSize::huge));
      level.walks[WalkKind::chase] = figure;
      found.push_back(cycles_of("latency." + level.name, figure, "random accesses to " + bytes_text(footprint.bytes)));
    } else {
      measure_far_level(world, level, footprint.shortage, found);
    }
    if (level.name == "MEM" && !figures.curves.chase_in_blocks.empty())
      found.front().curve = curve_of(figures.curves.chase_in_blocks, "cycles per load, few pages at a time");
    figures.levels.push_back(std::move(level));
  }
  return found;
}

// Bandwidths of one core level by level, per line of one array: requested bytes and moved bytes. A written line is read
// first unless the store bypasses the caches.

namespace {

constexpr std::array<WalkKind, 7> sweeps = {WalkKind::read,          WalkKind::write, WalkKind::update,
                                            WalkKind::copy,          WalkKind::triad, WalkKind::streaming_write,
                                            WalkKind::streaming_copy};

std::string rates_text(WalkKind kind, const WalkFigure &figure) {
  const WalkTraffic traffic = traffic_of(kind);
  const double asked = traffic.asked() * static_cast<double>(line_bytes) / figure.ns();
  std::string text = decimal(asked, 1) + " GB/s accessed";
  if (traffic.allocated > 0)
    text += format_text(", {} GB/s moved if lines are read before they are written",
                        decimal(asked * traffic.moved() / traffic.asked(), 1));
  return text;
}

bool is_streaming(WalkKind kind) { return traffic_of(kind).streamed > 0; }

} // namespace

std::vector<ProbeFinding> probe_bandwidth(const ProbeWorld &world, MemoryFigures &figures) {
  std::vector<ProbeFinding> found;
  for (LevelFigures &level : figures.levels)
    for (const WalkKind kind : sweeps) {
      const bool is_last = level.name == "MEM";
      if (!world.bench.has_time() || (is_streaming(kind) && !is_last && (world.is_quick || level.name == "L1")))
        continue;
      Walk walk;
      walk.kind = kind;
      walk.bytes = level.footprint_bytes;
      const WalkFigure figure = world.bench.time(walk);
      level.walks[kind] = figure;
      const std::string name = format_text("bandwidth.{}.{}", level.name, name_of(kind));
      const std::string how = format_text("per line of one array; {} in total", bytes_text(level.footprint_bytes));
      found.push_back(
          cycles_of(name, figure, figure.is_there() ? format_text("{}: {}", how, rates_text(kind, figure)) : how));
      if (!figure.is_there() || level.name == "L1" || level.name == "L2")
        continue;
      found.push_back(make_finding(name + ".ns", "ns", figure.ns(), how));
      found.back().is_unstable = figure.is_disturbed();
    }
  return found;
}

// Independent chains of loads: the more chains there are, the more lines are in flight, up to the limit of one core.

namespace {

constexpr std::array<int, 10> chain_counts = {1, 2, 4, 6, 8, 12, 16, 20, 24, 32};

std::optional<ProbeFinding> parallel_misses(const ProbeWorld &world, LevelFigures &level) {
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
    return make_undetermined(name, "lines", "too few walks could be timed");
  ProbeFinding finding = make_finding(
      name, "lines", alone / best,
      format_text("a single load takes {} cycles, one of many parallel loads {}", decimal(alone, 1), decimal(best, 1)));
  finding.curve = std::move(curve);
  finding.is_unstable = is_disturbed;
  level.parallel_misses = static_cast<int>(std::lround(alone / best));
  if (finding.curve->points.back().x - 0.5 <= alone / best)
    finding.concluded += "; more chains might give more";
  return finding;
}

} // namespace

std::vector<ProbeFinding> probe_misses(const ProbeWorld &world, MemoryFigures &figures) {
  std::vector<ProbeFinding> found;
  for (LevelFigures &level : figures.levels)
    if (level.name != "L1")
      if (std::optional<ProbeFinding> finding = parallel_misses(world, level))
        found.push_back(*std::move(finding));
  return found;
}

// Dependent loads at successive places: a load that is faster than the latency was prefetched. Only the effect is
// visible; if there is none, lines may have been prefetched nevertheless.

namespace {

constexpr std::array<int, 7> strides_lines = {1, 2, 3, 4, 8, 16, 80}; // the last one leaves the page with each step

Walk row_of_places(std::int64_t bytes, int stride, Walk::Order order) {
  Walk walk;
  walk.bytes = bytes;
  walk.step_bytes = stride * line_bytes;
  walk.order = order;
  return walk;
}

void measure_level(const ProbeWorld &world, const LevelFigures &level, std::vector<ProbeFinding> &found) {
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
    const std::string name = format_text("prefetch.{}{}", level.name, up ? ".upwards" : ".downwards");
    found.push_back(
        make_finding(name, "times as fast", random->second.cycles.cycles / curve.points.front().y,
                     format_text("ordered accesses take {} cycles per load, random ones {}",
                                 decimal(curve.points.front().y, 1), decimal(random->second.cycles.cycles, 1))));
    found.back().curve = std::move(curve);
  }
}

} // namespace

std::vector<ProbeFinding> probe_prefetch(const ProbeWorld &world, MemoryFigures &figures) {
  std::vector<ProbeFinding> found;
  for (const LevelFigures &level : figures.levels)
    if (level.name != "L1")
      measure_level(world, level, found);
  return found;
}

} // namespace osaca::measure::memory
