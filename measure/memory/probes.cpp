#include "measure/memory/probe.h"

#include "measure/file/decimal.h"

#include <array>

namespace osaca::measure::memory {

std::span<const Probe> all_probes() {
  static constexpr std::array<Probe, 8> probes = {{
      {"sizes", "how large the caches are, by the system and by where walks get slower", probe_sizes},
      {"latency", "loads that wait for each other, by where the data is", probe_latency},
      {"bandwidth", "whole arrays read, written and copied, by where the data is", probe_bandwidth},
      {"translations", "what addresses on many pages cost", probe_translations},
      {"misses", "how many lines one core can have under way", probe_misses},
      {"prefetch", "what order is worth: places in a row against places in no order", probe_prefetch},
      {"patterns", "steps that keep to some of a cache's banks, stores that come back to a line", probe_patterns},
      {"team", "all cores at once, a load beside load, from core to core", probe_team},
  }};
  return probes;
}

Walk scattered_chase(std::int64_t bytes) {
  constexpr std::int64_t small_block = 512 << 10; // some translations, and more pages than prefetchers watch
  Walk walk;
  walk.bytes = bytes;
  walk.step_bytes = 2 * line_bytes;
  walk.block_bytes = small_block;
  return walk;
}

Finding told(std::string name, std::string unit, double value, std::string concluded) {
  Finding made;
  made.name = std::move(name);
  made.unit = std::move(unit);
  made.value = value;
  made.concluded = std::move(concluded);
  return made;
}

Finding untold(std::string name, std::string unit, std::string why) {
  Finding made;
  made.name = std::move(name);
  made.unit = std::move(unit);
  made.concluded = std::move(why);
  return made;
}

Finding cycles_of(std::string name, const WalkFigure &figure, const std::string &how) {
  if (!figure.is_there())
    return untold(std::move(name), "cycles",
                  std::string(name_of(figure.cycles.status)) +
                      (figure.cycles.detail.empty() ? "" : ": " + figure.cycles.detail));
  Finding made = told(std::move(name), "cycles", figure.cycles.cycles, how);
  made.spread = figure.cycles.spread;
  made.is_unstable = figure.is_disturbed();
  return made;
}

std::string bytes_text(std::int64_t bytes) {
  constexpr std::array<const char *, 4> units = {"bytes", "KiB", "MiB", "GiB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < units.size(); ++unit)
    value /= 1024;
  const bool is_whole = value == static_cast<double>(static_cast<std::int64_t>(value));
  return decimal(value, is_whole || value >= 100 ? 0 : 1) + " " + units[unit];
}

Curve curve_of(const SizeCurve &points, const char *y) {
  Curve curve = {"KiB", y, {}};
  for (const SizePoint &point : points)
    curve.points.push_back({static_cast<int>(point.bytes >> 10U), point.cycles});
  return curve;
}

} // namespace osaca::measure::memory
