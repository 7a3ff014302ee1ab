// What lies behind the first-level cache: as a core's model has it, as a system tells it, and as it follows from what
// was measured.
#pragma once

#include "base/cycles.h"
#include "kernel/cost.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca {

// What lies behind the first-level cache: how long a cache line takes from level to level, and how that composes. The
// terms are those of the execution-cache-memory model (Stengel et al., ICS 2015; Hofmann et al., PMBS 2020): a *leg* is
// the time that the lines of one iteration take between a level and the one before it.

/// How a leg goes together with what is nearer to the core.
enum class Composition {
  serial,     ///< the times add up
  overlapped, ///< they run at the same time: the longer counts
  unknown     ///< not known: there is a least time (overlapped) and a largest one (serial), and no prediction
};

/// A level behind the first: a cache, or memory itself. All cycles are core cycles per cache line, of one core that is
/// alone.
struct MemoryLevel {
  std::string name;    ///< "L2", "L3", "MEM"
  int bytes = 0;       ///< of a cache; 0: memory
  int ways = 0;        ///< 0: not known
  int shared_by = 1;   ///< cores
  int line_banks = 0;  ///< power of two; lines with numbers that many apart are read one after the other: steps of even
                       ///< lines take longer. 0: not known, then one
  bool victim = false; ///< is given every line that leaves the level before it, changed or not
  Cycles latency_cycles;     ///< of a load that waits for the one before; 0: not known
  Cycles far_latency_cycles; ///< the same beyond the reach of the TLB; 0: not known
  Cycles read_cycles;        ///< a line towards the core; with a victim level, also of the line that makes room for it
  Cycles write_cycles;       ///< a changed line away from it
  bool full_duplex = false;  ///< both directions at the same time
  Composition composition = Composition::unknown;
  int parallel_misses = 0; ///< lines that one core can have under way from here; 0: not known
  Provenance provenance;
};

/// What the cores that share memory get together; no leg of a single core.
struct MemoryDomain {
  int cores = 0;
  int read_mb_per_s = 0; ///< 10^6 bytes per second; 0: not known
  int copy_mb_per_s = 0; ///< all bytes that move, with those that are read to be overwritten
  Provenance provenance;
};

struct MemoryHierarchy {
  int line_bytes = 64;
  int l1_bytes = 0;
  int l1_ways = 0; ///< 0: not known
  /// How the cycles in which loads and stores occupy the first level go together with the transfers behind it.
  Composition l1_composition = Composition::unknown;
  /// Stores that come back to a line after stores elsewhere take as long as if it came from the next level once more.
  bool revisits_transfer = false;
  Cycles streaming_store_cycles; ///< a line that is written past the caches, wherever the rest is; 0: not known
  int tlb_reach_bytes = 0;       ///< of the last TLB, with pages of the usual size; 0: not known
  int clock_mhz = 0; ///< of the core, when its cycles for levels beyond its own clock were measured; 0: not known
  std::vector<MemoryLevel> levels; ///< from the nearest to memory; there may be none
  std::optional<MemoryDomain> domain;
  Provenance provenance; ///< of the first-level cache's figures
};

// The memory of a system, which its core's model does not know: a description of its own that goes over the core's.

struct MemoryOverlay {
  std::string title; ///< the system's name for people
  MemoryHierarchy memory;
  std::string figures_version = {}; ///< as of a model
};

/// What the core has, with what the overlay knows in its place: levels by name. Banks of a level that the
/// overlay does not tell stay the core's; so do stores that pay for coming back. Caches come by their size, memory
/// last.
[[nodiscard]] MemoryHierarchy overlaid(const std::optional<MemoryHierarchy> &core, const MemoryHierarchy &overlay);

// What a cache line takes between two levels, from how long two loops take with their data behind: one that only loads,
// and one that copies (it reads two lines, one of them to overwrite it, and writes one).

/// Cycles per cache line of each array.
struct LoadAndCopy {
  Cycles load_cycles;
  Cycles copy_cycles;
};

/// `hierarchy` with its first `levels.size()` levels' read_cycles and write_cycles replaced. `l1`: with all data in the
/// first level. Compositions and directions are the hierarchy's; a level whose composition is not known is taken for
/// overlapped, so that a leg is never too short for what was measured.
///
/// No line takes less than nothing. Where a copy takes less than two loads, the load alone is slower for reasons of its
/// own (a single stream does not keep the level busy): a line read then takes half of the copy, and the written one is
/// hidden.
[[nodiscard]] MemoryHierarchy with_fitted_legs(MemoryHierarchy hierarchy, const LoadAndCopy &l1,
                                               const std::vector<LoadAndCopy> &levels);

} // namespace osaca
