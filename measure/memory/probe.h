// A probe: one question about the memory system, answered by walks of its own.
#pragma once

#include "measure/core_probes/finding.h"
#include "measure/memory/cache_sizes.h"
#include "measure/memory/memory_bench.h"

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure::memory {

using core_probes::Curve;
using core_probes::Finding;

/// What walks over data of one level take.
struct LevelFigures {
  std::string name;                 ///< "L1", ..., "MEM"
  std::int64_t footprint_bytes = 0; ///< of the walks
  std::map<WalkKind, WalkFigure> walks;
  int parallel_misses = 0;                        ///< 0: not known
  int line_banks = 0;                             ///< 0: not known
  std::optional<WalkFigure> over_many_pages = {}; ///< a chase with the translation of addresses in it
};

/// What several cores got from memory together, where that is less than each of them gets alone.
struct SharedRates {
  int cores = 0;
  double read_gb_per_s = 0; ///< 0: not known
  double copy_gb_per_s = 0; ///< all bytes that move
};

/// What probes learn that later ones, and the memory section, go by.
struct MemoryFigures {
  std::vector<CacheSize> caches;
  std::vector<LevelFigures> levels; ///< the caches, then memory
  SizeCurves curves;
  SharedRates shared;
  std::optional<bool> revisits_transfer = {}; ///< empty: not known
  std::int64_t translated_bytes = 0;          ///< for which the last TLB has translations, in small pages; 0: not known
};

struct ProbeWorld {
  MemoryBench &bench;
  const MachineMemory &machine;
  bool is_quick = false;
};

struct Probe {
  std::string_view name; ///< the names of its findings begin with it
  std::string_view about;
  std::vector<Finding> (*run)(const ProbeWorld &world, MemoryFigures &figures);
};

/// In the order in which they run; the first ones tell the later ones how large the caches are.
[[nodiscard]] std::span<const Probe> all_probes();

[[nodiscard]] std::vector<Finding> probe_sizes(const ProbeWorld &world, MemoryFigures &figures);
[[nodiscard]] std::vector<Finding> probe_latency(const ProbeWorld &world, MemoryFigures &figures);
[[nodiscard]] std::vector<Finding> probe_bandwidth(const ProbeWorld &world, MemoryFigures &figures);
[[nodiscard]] std::vector<Finding> probe_translations(const ProbeWorld &world, MemoryFigures &figures);
[[nodiscard]] std::vector<Finding> probe_misses(const ProbeWorld &world, MemoryFigures &figures);
[[nodiscard]] std::vector<Finding> probe_prefetch(const ProbeWorld &world, MemoryFigures &figures);
[[nodiscard]] std::vector<Finding> probe_patterns(const ProbeWorld &world, MemoryFigures &figures);
[[nodiscard]] std::vector<Finding> probe_team(const ProbeWorld &world, MemoryFigures &figures);

/// Chases that miss caches on purpose: no place is in the line beside another's, and few pages are in use at a time.
[[nodiscard]] Walk scattered_chase(std::int64_t bytes);

/// A finding of a walk; without a value where it was not timed.
[[nodiscard]] Finding cycles_of(std::string name, const WalkFigure &figure, const std::string &how);
[[nodiscard]] Finding told(std::string name, std::string unit, double value, std::string concluded);
[[nodiscard]] Finding untold(std::string name, std::string unit, std::string why);

/// "48 KiB", "1.5 MiB"
[[nodiscard]] std::string bytes_text(std::int64_t bytes);
/// x in KiB.
[[nodiscard]] Curve curve_of(const SizeCurve &points, const char *y);

} // namespace osaca::measure::memory
