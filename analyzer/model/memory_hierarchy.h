// The levels of memory beyond the first-level cache: as described by a core's model or by a file about a system, and as
// derived from measurements.
#pragma once

#include "base/cycles.h"
#include "kernel/cost.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca {

// The figures say how long the transfer of a cache line between two levels takes, and how these times combine. The
// terms are those of the execution-cache-memory model (Stengel et al., ICS 2015; Hofmann et al., PMBS 2020): a *leg* is
// the time for which the lines of one iteration move between a level and the next nearer one.

/// How a leg combines with the time of the levels nearer to the core.
enum class Composition {
  serial,     ///< the times add up
  overlapped, ///< the times overlap, so the longer one counts
  unknown     ///< the time is between a minimum (overlapped) and a maximum (serial), so there is no prediction
};

/// A cache level after the first, or memory. All cycles are core cycles per cache line, for one core while the others
/// are idle.
struct MemoryLevel {
  std::string name;  ///< "L2", "L3", "MEM"
  int bytes = 0;     ///< size of a cache; 0: memory
  int ways = 0;      ///< 0: not known
  int shared_by = 1; ///< number of cores
  /// The number of banks, a power of two. Lines whose numbers differ by a multiple of it are read one after the other,
  /// so steps of an even number of lines take longer. 0: unknown, treated as 1.
  int line_banks = 0;
  bool victim = false;       ///< receives every line that the previous level evicts, changed or not
  Cycles latency_cycles;     ///< latency of a load that waits for the previous load; 0: not known
  Cycles far_latency_cycles; ///< the same for data beyond the reach of the TLB; 0: not known
  Cycles read_cycles;  ///< time to move a line towards the core; for a victim cache, this includes evicting a line to
                       ///< make room for it
  Cycles write_cycles; ///< time to move a changed line away from the core
  bool full_duplex = false; ///< lines can move in both directions at the same time
  Composition composition = Composition::unknown;
  int parallel_misses = 0; ///< lines that one core can request from this level at a time; 0: not known
  Provenance provenance;
};

/// The bandwidth that all cores that share a memory reach together. It is not part of any leg, because legs are for one
/// core.
struct MemoryDomain {
  int cores = 0;
  int read_mb_per_s = 0; ///< 10^6 bytes per second; 0: not known
  int copy_mb_per_s = 0; ///< all bytes that move, including those that are read only to be overwritten
  Provenance provenance;
};

struct MemoryHierarchy {
  int line_bytes = 64;
  int l1_bytes = 0;
  int l1_ways = 0; ///< 0: not known
  /// How the cycles for which loads and stores occupy the first level combine with the transfers from further levels.
  Composition l1_composition = Composition::unknown;
  /// A store that returns to a line after stores to other lines takes as long as if the line came from the next level
  /// again.
  bool revisits_transfer = false;
  Cycles streaming_store_cycles; ///< for each line that streaming stores write, whichever level holds the other data;
                                 ///< 0: unknown
  int tlb_reach_bytes = 0;       ///< bytes that the last TLB maps, with pages of the usual size; 0: not known
  int clock_mhz = 0; ///< the core's clock when the levels with a clock of their own were measured; 0: not known
  std::vector<MemoryLevel> levels; ///< from the nearest level to memory; may be empty
  std::optional<MemoryDomain> domain;
  Provenance provenance; ///< of the first-level cache's figures
};

// The memory of one system, which the model of its core does not know. It overrides the core's levels.

struct MemoryOverlay {
  std::string title; ///< the system's name, for people
  MemoryHierarchy memory;
  std::string figures_version = {}; ///< as in MachineModel::Data
};

/// The overlay, completed from the core: levels that the overlay lacks, by name, and the single fields that it leaves
/// unknown. `revisits_transfer` is true if it is true in either of them. Levels are sorted by size, memory last.
[[nodiscard]] MemoryHierarchy overlaid(const std::optional<MemoryHierarchy> &core, const MemoryHierarchy &overlay);

// Legs derived from measurements: how long two loops take with their data in a level. One loop only loads, the other
// copies (it reads two lines, one of them only to overwrite it, and writes one).

/// Cycles per cache line of each array.
struct LoadAndCopy {
  Cycles load_cycles;
  Cycles copy_cycles;
};

/// Returns `hierarchy` with read_cycles and write_cycles of its first `levels.size()` levels replaced. `l1` has the
/// cycles with all data in the first level. Compositions and directions stay those of the hierarchy. A level whose
/// composition is not known is treated as overlapped, so that a leg is never shorter than what was measured.
///
/// No transfer takes less than zero cycles. If a copy takes less time than two loads, something else slows the load
/// down (a single stream does not keep the level busy). In this case, half of the time of the copy is attributed to
/// each line that is read, and none to the line that is written.
[[nodiscard]] MemoryHierarchy with_fitted_legs(MemoryHierarchy hierarchy, const LoadAndCopy &l1,
                                               const std::vector<LoadAndCopy> &levels);

} // namespace osaca
