// The data that a loop moves through the memory system, the time this takes, and the facts of findings about it.
#pragma once

#include "base/cycles.h"
#include "base/figure_origin.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

// The data that a loop moves through the memory system, and the time this takes with the data in each level.

/// How the addresses of an array change from iteration to iteration.
enum class StreamKind {
  invariant,  ///< not at all
  contiguous, ///< by a constant step; every cache line on the way is accessed
  strided,    ///< by a constant step of more than a cache line, or by a step that is in a register
  chased,     ///< each address was loaded from the previous one
  indirect,   ///< by values that another stream loads
  unknown
};

/// "invariant", "contiguous", ...: shown in reports and used as names in JSON.
[[nodiscard]] std::string_view name_of(StreamKind kind);

/// A step that depends on a register: the register's value times `factor`, plus `bytes`.
struct RegisterStep {
  std::string reg;
  std::int64_t factor = 1;
  std::int64_t bytes = 0;
  friend bool operator==(const RegisterStep &, const RegisterStep &) = default;
};

/// Accesses to one array whose addresses advance together.
struct MemoryStream {
  std::string array; ///< its name in the source, or else its first address in the assembly: "b[i - 1]", "-8(%rsi,%rax)"
  StreamKind kind = StreamKind::unknown;
  std::optional<std::int64_t> step_bytes; ///< per machine iteration
  int bytes_per_iteration = 0;            ///< distinct bytes that are read or written, if known
  bool reads = false;
  bool writes = false;
  bool is_streaming_store = false;                ///< non-temporal stores, which bypass the caches
  std::vector<int> instructions;                  ///< indices into KernelReport::instructions
  Cycles lines_per_iteration;                     ///< cache lines that it accesses
  std::optional<RegisterStep> register_step = {}; ///< the step, if it is not a constant
};

/// What limits an iteration with the data in a certain level.
enum class MemoryBoundKind {
  core,            ///< the core bound, with all data in the first level
  transfers,       ///< cache lines that are transferred between the levels
  latency,         ///< loads that wait for each other
  misses,          ///< irregular accesses, of which only a limited number can be in progress
  streaming_stores ///< stores that bypass the caches
};

/// "core", "transfers", ...: the names in JSON.
[[nodiscard]] std::string_view name_of(MemoryBoundKind kind);

/// Cache lines per iteration between a level and the next one towards the core.
struct LevelTraffic {
  Cycles lines_read;    ///< towards the core, including lines that are read to be overwritten
  Cycles lines_written; ///< away from the core
  /// If addresses advance by several lines at a time, the accesses may keep returning to the same banks of the cache.
  /// This is the extra time for it, expressed as a number of additional lines read.
  Cycles lines_crowded = {};
  Cycles lines_unchanged = {}; ///< the unmodified lines in lines_written; a victim cache receives such lines, too
};

/// The figures of a loop whose data come from one level.
struct MemoryLevelFigures {
  std::string name;                  ///< "L1", "L2", "L3", "MEM"
  std::int64_t bytes = 0;            ///< capacity; 0: memory, or unknown
  Cycles cycles_per_iteration;       ///< a minimum if it is unknown how much the parts of the time overlap
  std::optional<Cycles> most_cycles; ///< set only if that is unknown: the maximum, if no parts overlap
  bool lower_bound_only = false;     ///< the cycles are a lower bound, because the traffic of some streams is unknown,
                                     ///< or the model lacks a figure for their accesses
  LevelTraffic traffic;              ///< between this level and the next one towards the core; L1: none
  Cycles leg_cycles;                 ///< time that `traffic` takes
  MemoryBoundKind bound_by = MemoryBoundKind::core;
  std::string transfers_of;            ///< if `bound_by` is `transfers`: the level whose cache lines take the most time
  std::optional<Cycles> domain_cycles; ///< for memory: the time of its lines at the bandwidth shared by all cores
  std::optional<int> saturating_cores; ///< number of cores that saturate this bandwidth; empty: even all cores of the
                                       ///< domain together do not
  Origin origin = Origin::unknown;
  std::string source_of_figures;
};

/// Whether earlier rows of an array are still in a level when they are read again (the layer condition).
struct LayerCondition {
  std::string array;
  std::string level;
  int rows = 0;                          ///< number of rows that must stay in the level
  std::int64_t most_row_bytes = 0;       ///< largest row size for which the level holds them
  std::optional<std::int64_t> row_bytes; ///< if known
  Cycles lines_saved;                    ///< per iteration, if the condition holds
};

/// What a loop accesses before it accesses any of it again, computed from trip counts.
struct Footprint {
  std::int64_t bytes = 0;             ///< a lower bound
  std::optional<std::int64_t> sweeps; ///< how many times in succession the loop accesses these bytes
  int nearest_level = 0; ///< nearly all of them come from this level or one farther away; an index into `levels`
};

/// What determined the level that holds the data.
enum class DataLevelSource {
  user,
  trip_counts ///< the footprint rules out all levels nearer to the core
};

/// The names in JSON: "said", "trip counts".
[[nodiscard]] std::string_view name_of(DataLevelSource source);

struct MemoryReport {
  int line_bytes = 64;
  std::vector<MemoryStream> streams;
  std::vector<MemoryLevelFigures> levels; ///< the first is L1
  std::vector<LayerCondition> layer_conditions;
  /// The first level from which data make the loop slower than its core bound, as an index into `levels`.
  std::optional<int> memory_bound_from;
  std::optional<int> data_in = {}; ///< the level that the user named or that follows from trip counts; the kernel's
                                   ///< prediction is for data in this level
  DataLevelSource data_in_source = DataLevelSource::user; ///< source of `data_in`
  std::optional<Footprint> footprint = {};

  /// Number of streams without a known pattern. Their traffic is missing, so the figures of farther levels are lower
  /// bounds.
  [[nodiscard]] int unknown_streams() const {
    return static_cast<int>(
        std::ranges::count_if(streams, [](const MemoryStream &stream) { return stream.kind == StreamKind::unknown; }));
  }

  /// The user named a level that is nearer than the trip counts allow.
  [[nodiscard]] bool is_contradicted() const {
    return data_in && data_in_source == DataLevelSource::user && footprint && footprint->nearest_level > *data_in;
  }
};

// The facts of findings about memory; see finding_facts.h.

/// The specified level makes the loop slower than its core bound.
struct DataFar {
  MemoryLevelFigures level;
  Cycles core_cycles; ///< with all data in the first level
};

/// Each iteration waits for a load whose address the previous iteration loaded.
struct LoadsChased {
  struct FromLevel {
    std::string level;
    Cycles cycles;        ///< per iteration
    bool is_exact = true; ///< false: the model lacks the latency, and the cycles are a lower bound
  };
  std::vector<FromLevel> levels; ///< levels after the first; if the user specified a level, only that one
};

/// Less than half of each cache line of an array is used.
struct LinesHalfUsed {
  std::string array;
  Cycles bytes_of_line; ///< that are used, on average
  int line_bytes = 0;
  std::int64_t step_bytes = 0;
};

/// Cache lines that are read from memory only to be overwritten.
struct LinesReadToBeWritten {
  std::vector<std::string> arrays;
  Cycles lines;   ///< all lines transferred in an iteration
  Cycles without; ///< lines per iteration if non-temporal stores wrote those arrays
};

/// Rows of a stencil that have been evicted when they are read again.
struct RowsLost {
  LayerCondition condition;
};

} // namespace osaca
