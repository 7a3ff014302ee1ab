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

#include "model/memory_hierarchy.h"
#include "report/memory_report.h"

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

} // namespace osaca
