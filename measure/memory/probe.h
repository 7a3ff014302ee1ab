// A probe, which answers one question about the memory system; the bench that times its walks; and the output of
// findings. A walk is a sequence of memory accesses whose time per step is measured (walk.h).
#pragma once

#include "base/expected.h"
#include "measure/core_probes/probe_finding.h"
#include "measure/file/measurement.h"
#include "measure/harness/repeated_measurement.h"
#include "measure/memory/cache_sizes.h"
#include "measure/memory/walk.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure::memory {

// The interface between probes and the memory system: a probe passes a walk, and gets the cycles per step. One
// implementation runs walks on this machine; tests use simulated ones.

struct WalkFigure {
  Measurement cycles; ///< per load of a chase; else per line of one array
  double ns_per_cycle = 0;
  double huge_share = 0; ///< the share of the bytes that is in huge pages
  [[nodiscard]] bool is_there() const { return cycles.status == Status::ok || cycles.status == Status::unstable; }
  [[nodiscard]] bool is_disturbed() const { return cycles.status == Status::unstable; }
  [[nodiscard]] double ns() const { return cycles.cycles * ns_per_cycle; }
};

class MemoryBench {
public:
  MemoryBench() = default;
  MemoryBench(const MemoryBench &) = delete;
  MemoryBench &operator=(const MemoryBench &) = delete;
  virtual ~MemoryBench() = default;

  [[nodiscard]] virtual WalkFigure time(const Walk &walk) = 0;
  /// How much of this machine's memory may be used.
  [[nodiscard]] virtual std::int64_t most_bytes() const = 0;
  /// Whether there is time for more than the most necessary walks.
  [[nodiscard]] virtual bool has_time() const = 0;
};

struct BenchSettings {
  std::int64_t most_bytes = 0;
  double seconds = 180; ///< the time limit for all walks
  bool is_quick = false;
};

/// The bench that runs walks on this machine.
[[nodiscard]] Expected<std::unique_ptr<MemoryBench>> make_memory_bench(const BenchSettings &settings);

// A probe answers one question about the memory system with walks of its own.

using core_probes::Curve;
using core_probes::ProbeFinding;

/// The figures of walks over data in one level.
struct LevelFigures {
  std::string name;                 ///< "L1", ..., "MEM"
  std::int64_t footprint_bytes = 0; ///< of the walks
  std::map<WalkKind, WalkFigure> walks;
  int parallel_misses = 0;                        ///< 0: not known
  int line_banks = 0;                             ///< 0: not known
  std::optional<WalkFigure> over_many_pages = {}; ///< a chase that includes the cost of address translation
};

/// The combined rate of several cores, if it is lower than the sum of the rates that each core reaches alone.
struct SharedRates {
  int cores = 0;
  double read_gb_per_s = 0; ///< 0: not known
  double copy_gb_per_s = 0; ///< counts all bytes that move
};

/// What probes have found; later probes and the memory section use it.
struct MemoryFigures {
  std::vector<CacheSize> caches;
  std::vector<LevelFigures> levels; ///< the caches, then memory
  SizeCurves curves;
  SharedRates shared;
  std::optional<bool> revisits_transfer = {}; ///< empty: not known
  std::int64_t translated_bytes = 0; ///< the bytes that the last-level TLB covers with small pages; 0: not known
};

struct ProbeWorld {
  MemoryBench &bench;
  const MachineMemory &machine;
  bool is_quick = false;
};

struct MemoryProbe {
  std::string_view name; ///< the names of its findings begin with it
  std::string_view about;
  std::vector<ProbeFinding> (*run)(const ProbeWorld &world, MemoryFigures &figures);
};

/// In the order in which they run; the first ones determine the cache sizes for the others.
[[nodiscard]] std::span<const MemoryProbe> all_probes();

[[nodiscard]] std::vector<ProbeFinding> probe_sizes(const ProbeWorld &world, MemoryFigures &figures);
[[nodiscard]] std::vector<ProbeFinding> probe_latency(const ProbeWorld &world, MemoryFigures &figures);
[[nodiscard]] std::vector<ProbeFinding> probe_bandwidth(const ProbeWorld &world, MemoryFigures &figures);
[[nodiscard]] std::vector<ProbeFinding> probe_translations(const ProbeWorld &world, MemoryFigures &figures);
[[nodiscard]] std::vector<ProbeFinding> probe_misses(const ProbeWorld &world, MemoryFigures &figures);
[[nodiscard]] std::vector<ProbeFinding> probe_prefetch(const ProbeWorld &world, MemoryFigures &figures);
[[nodiscard]] std::vector<ProbeFinding> probe_patterns(const ProbeWorld &world, MemoryFigures &figures);
[[nodiscard]] std::vector<ProbeFinding> probe_team(const ProbeWorld &world, MemoryFigures &figures);

/// A chase that misses the caches on purpose: no two places share a line, and few pages are in use at a time.
[[nodiscard]] Walk scattered_chase(std::int64_t bytes);

/// A finding from a walk; without a value if the walk was not timed.
[[nodiscard]] ProbeFinding cycles_of(std::string name, const WalkFigure &figure, const std::string &how);
[[nodiscard]] ProbeFinding make_finding(std::string name, std::string unit, double value, std::string concluded);
[[nodiscard]] ProbeFinding make_undetermined(std::string name, std::string unit, std::string why);

/// "48 KiB", "1.5 MiB"
[[nodiscard]] std::string bytes_text(std::int64_t bytes);
/// The curve with x in KiB.
[[nodiscard]] Curve curve_of(const SizeCurve &points, const char *y);

// Files of findings about memory: YAML in the style of structure files (docs/measure/memory.md).

struct ProbeResult {
  const MemoryProbe *probe = nullptr;
  std::vector<ProbeFinding> found;
};

[[nodiscard]] std::string findings_yaml(const MeasuredMachine &machine, const std::vector<ProbeResult> &results);

/// A table for the terminal.
[[nodiscard]] std::string findings_text(const std::vector<ProbeResult> &results);

} // namespace osaca::measure::memory
