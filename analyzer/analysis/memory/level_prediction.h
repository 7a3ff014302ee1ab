// The cycles of an iteration with its data in one level, by the execution-cache-memory model. A leg is the time to move
// the lines of an iteration between a level and the next nearer one. The core's model says how each leg combines with
// the others:
//
//     leg        half duplex: reads + writes; full duplex: the longer of both
//     serial     the leg is added to the serial legs of nearer levels (and to the first level's cycles if serial)
//     otherwise  the leg overlaps with everything else
//
// The prediction is the longest of all overlapping parts. With MemoryHierarchy::revisits_transfer, each return of the
// stores to an earlier line adds the time for writing this line with its data in the second level.
#pragma once

#include "analysis/memory/streams.h"
#include "model/memory_hierarchy.h"
#include "report/data_place.h"
#include "report/memory_report.h"
#include "report/report.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace osaca {

/// What one iteration requires from the memory system with its data in one level.
struct IterationDemand {
  Cycles core_cycles; ///< the prediction with all data in the first level
  Cycles l1_cycles;   ///< the time for which its loads and stores occupy their ports
  /// traffic[i] is the traffic between hierarchy.levels[i] and the next nearer level. It is zero or missing for levels
  /// that are farther away than the data.
  std::vector<LevelTraffic> traffic;
  Cycles line_revisits;     ///< returns of the stores to a line after stores to other lines
  Cycles line_store_cycles; ///< the time of all stores to one line, with the line in the first level
  Cycles streaming_lines;   ///< lines that streaming stores write
  Cycles irregular_lines; ///< lines that are accessed in irregular order; each takes the latency divided by the number
                          ///< of parallel misses
  /// The cycles per iteration of the slowest chain of loads that wait for each other, with the latency of this level
  /// instead of that of the first level. 0: no load waits for another one.
  Cycles latency_cycles;
  bool latency_is_known = true; ///< false: `latency_cycles` is a lower bound
};

/// `level` is an index into hierarchy.levels; -1: the first level. If a composition is unknown, the result has a
/// minimum and a maximum time. If the model lacks a figure for a part, the part takes at least as long as with the data
/// in a nearer level. The result is then a lower bound with an unknown origin.
[[nodiscard]] MemoryLevelFigures predict_level(const IterationDemand &demand, const MemoryHierarchy &hierarchy,
                                               int level);

/// The cycles to move these lines between a level and the next nearer one, for one core while the others are idle. The
/// time for reading a line includes the eviction of an unmodified line, because one line leaves for each line that
/// arrives.
[[nodiscard]] Cycles leg_cycles(const MemoryLevel &level, const LevelTraffic &traffic);

/// The cycles to move these lines at the full bandwidth of the memory domain, which its cores share (the memory part of
/// a roofline). The time of a line that is read follows from the bandwidth for reading. The time of a line that is
/// written follows from the difference between copying and reading. Empty: unknown.
[[nodiscard]] std::optional<Cycles> domain_cycles(const MemoryHierarchy &hierarchy, const LevelTraffic &traffic);

// The latency of a load that waits for the previous load, by the amount of data that the loop accesses.

struct LevelLatency {
  Cycles cycles;         ///< 0: no figure at all
  bool is_known = false; ///< false: `cycles` is a lower bound, the latency of a nearer level
};

/// The latency of a load from hierarchy.levels[level]. It is never less than that of a nearer level. If the model has a
/// figure for data beyond the reach of the TLB, the latency of such data is longer. `bytes` is the amount of all data,
/// if it is known. Otherwise, the amount of data in a cache is assumed to be the geometric mean of the sizes of this
/// cache and the next nearer one.
[[nodiscard]] LevelLatency level_latency(const MemoryHierarchy &hierarchy, std::size_t level,
                                         std::optional<std::int64_t> bytes);

// The minimum time of an iteration if a load waits for another load. It follows from the same chains as the
// loop-carried bound (bounds/dependency_chains.h), with the latency of the level that holds the data instead of that of
// the first level.

/// The edges through which chased accesses (AddressOrigin::chased) get their addresses.
[[nodiscard]] std::vector<EdgeIndex> chased_edges(const Kernel &code, const PreparedKernel &prepared,
                                                  const std::vector<AccessStream> &streams);

/// The cycles per iteration of the slowest loop-carried chain that contains one of these edges. `latency_cycles` is the
/// latency of a load from the level.
[[nodiscard]] Cycles chased_latency(const PreparedKernel &prepared, const std::vector<EdgeIndex> &chased,
                                    Cycles latency_cycles);

// The prediction for data in a level that the user named, or that follows from trip counts.

/// If memory takes longer than all other bounds, memory becomes the bound, and its time becomes the prediction.
/// Otherwise, only the level is recorded. If the model does not have this level, the kernel gets a note, and its
/// prediction remains that of the first level. If the user names no level, the nearest level that can hold nearly all
/// data is used (footprint_of() in line_traffic.h). `hierarchy` may be null.
void place_data(const DataPlace &place, const MemoryHierarchy *hierarchy, KernelReport &report);

} // namespace osaca
