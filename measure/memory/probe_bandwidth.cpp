// Bandwidths of one core, level by level, per line of one array. Bytes that are asked for, and bytes that move: what is
// written is read before, unless the store passes the caches.
#include "measure/file/decimal.h"
#include "measure/memory/probe.h"

#include <array>

namespace osaca::measure::memory {
namespace {

constexpr std::array<WalkKind, 7> sweeps = {WalkKind::read,          WalkKind::write, WalkKind::update,
                                            WalkKind::copy,          WalkKind::triad, WalkKind::streaming_write,
                                            WalkKind::streaming_copy};

std::string rates_text(WalkKind kind, const WalkFigure &figure) {
  const WalkTraffic traffic = traffic_of(kind);
  const double asked = traffic.asked() * static_cast<double>(line_bytes) / figure.ns();
  std::string text = decimal(asked, 1) + " GB/s asked for";
  if (traffic.allocated > 0)
    text +=
        ", " + decimal(asked * traffic.moved() / traffic.asked(), 1) + " GB/s moved if what is written is read before";
  return text;
}

bool is_streaming(WalkKind kind) { return traffic_of(kind).streamed > 0; }

} // namespace

std::vector<Finding> probe_bandwidth(const ProbeWorld &world, MemoryFigures &figures) {
  std::vector<Finding> found;
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
      const std::string name = "bandwidth." + level.name + "." + std::string(name_of(kind));
      const std::string how = "per line of an array; " + bytes_text(level.footprint_bytes) + " in all";
      found.push_back(cycles_of(name, figure, figure.is_there() ? how + ": " + rates_text(kind, figure) : how));
      if (!figure.is_there() || level.name == "L1" || level.name == "L2")
        continue;
      found.push_back(told(name + ".ns", "ns", figure.ns(), how));
      found.back().is_unstable = figure.is_disturbed();
    }
  return found;
}

} // namespace osaca::measure::memory
