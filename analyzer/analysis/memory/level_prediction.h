// How long an iteration takes with its data in one level: the execution-cache-memory model, with the composition that
// the machine's model names.
//
//     leg       half duplex: reads + writes; full duplex: the longer of both
//     serial    the leg adds to what is serial before it, with the first level's cycles if these are serial
//     otherwise it runs beside everything else
//
// The longest of all that runs side by side is the prediction. Where the model says so, each time that stores come back
// to a line adds to it what a line takes that is written with its data in the second level.
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

/// What one iteration asks of the memory system with its data in one level.
struct IterationDemand {
  Cycles core_cycles; ///< the prediction with all data in the first level
  Cycles l1_cycles;   ///< in which its loads and stores occupy the first level
  /// [i]: between hierarchy.levels[i] and the level before it; zero, or not there, behind the level of the data.
  std::vector<LevelTraffic> traffic;
  Cycles line_revisits;     ///< times that stores come back to a line after stores elsewhere
  Cycles line_store_cycles; ///< in which the first level takes the stores of one line, one after the other
  Cycles streaming_lines;   ///< written past the caches
  Cycles irregular_lines;   ///< come to in no order: by latency over parallel misses
  /// The largest cycle ratio with this level's latency in place of the first level's, where a load waits for a load; 0:
  /// none.
  Cycles latency_cycles;
};

/// `level`: index into hierarchy.levels; -1: the first level. A composition that is not known leaves a least and a
/// most. What needs a figure that the model does not have is left out, and the result's origin is then unknown.
[[nodiscard]] MemoryLevelFigures predict_level(const IterationDemand &demand, const MemoryHierarchy &hierarchy,
                                               int level);

/// The cycles that these lines take between a level and the one before it, for one core that is alone. Unchanged lines
/// that leave are part of what reading takes: for each line that comes, one goes.
[[nodiscard]] Cycles leg_cycles(const MemoryLevel &level, const LevelTraffic &traffic);

/// The cycles that these lines take of all the bandwidth that the cores of a domain have together: the memory's part of
/// a roofline. A share of writes other than a copy's is taken from the line through both figures. Empty: not known.
[[nodiscard]] std::optional<Cycles> domain_cycles(const MemoryHierarchy &hierarchy, const LevelTraffic &traffic);

// How long a load takes that waits for the one before it, by how much data the loop goes through.

/// Of a load from hierarchy.levels[level]; 0: not known. Places beyond the reach of the TLB take longer, if the model
/// says how long. `bytes`: of all data, if that is known; otherwise data in a cache are taken to be as many as lie
/// halfway, in ratio, between the size of the cache before it and its own.
[[nodiscard]] Cycles level_latency(const MemoryHierarchy &hierarchy, std::size_t level,
                                   std::optional<std::int64_t> bytes);

// How long an iteration takes at least where a load waits for another one: with the latency of the level that the data
// come from in place of the first level's, in the same chains that bound the loop anyway (bounds/loop_carried.h).

/// The edges that bring chased accesses their addresses.
[[nodiscard]] std::vector<EdgeIndex> chased_edges(const PreparedKernel &prepared,
                                                  const std::vector<AccessStream> &streams);

/// The largest cycle ratio among chains that pass one of these edges. `latency_cycles`: of a load from the level.
[[nodiscard]] Cycles chased_latency(const PreparedKernel &prepared, const std::vector<EdgeIndex> &chased,
                                    Cycles latency_cycles);

// The prediction for data in the level that somebody named, or that trip counts tell.

/// Where memory decides, it becomes the bound and the prediction; otherwise only the level is noted. A place that the
/// model does not know is a note on the kernel: its prediction stays that of the first level. If nobody names one, the
/// level from which nearly all data come at least (footprint.h) counts. `hierarchy` may be null.
void place_data(const DataPlace &place, const MemoryHierarchy *hierarchy, KernelReport &report);

} // namespace osaca
