// What a loop moves through the memory system, how long that takes, and what findings about it say.
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

// What a loop moves through the memory system, and how long it takes if its data come from one level or another.

/// How the places of an array change from iteration to iteration.
enum class StreamKind {
  invariant,  ///< not at all
  contiguous, ///< by a constant step; every line that is passed is touched
  strided,    ///< by a constant step of more than a line, or one that a register holds
  chased,     ///< the next place is what was loaded from the one before
  indirect,   ///< by values that another stream loads
  unknown
};

/// "invariant", "contiguous", ...: for people, and the names in JSON.
[[nodiscard]] std::string_view name_of(StreamKind kind);

/// A step that a register holds: what it holds times `factor`, and `bytes`.
struct RegisterStep {
  std::string reg;
  std::int64_t factor = 1;
  std::int64_t bytes = 0;
  friend bool operator==(const RegisterStep &, const RegisterStep &) = default;
};

/// Accesses of one array that move together.
struct MemoryStream {
  std::string array; ///< as the source names it, else its first address in the assembly: "b[i - 1]", "-8(%rsi,%rax)"
  StreamKind kind = StreamKind::unknown;
  std::optional<std::int64_t> step_bytes; ///< per assembly iteration
  int bytes_per_iteration = 0;            ///< different bytes that it reads or writes, where that is known
  bool reads = false;
  bool writes = false;
  bool is_streaming_store = false;                ///< written past the caches
  std::vector<int> instructions;                  ///< indices into KernelReport::instructions
  Cycles lines_per_iteration;                     ///< cache lines that it comes to
  std::optional<RegisterStep> register_step = {}; ///< the step, where it is no number
};

/// What decides how long an iteration takes with data in a level.
enum class MemoryBoundKind {
  core,            ///< the bound of the loop with all data in the first level
  transfers,       ///< lines that move between the levels
  latency,         ///< loads that wait for each other
  misses,          ///< accesses in no order: only so many can be under way
  streaming_stores ///< stores past the caches
};

/// "core", "transfers", ...: the names in JSON.
[[nodiscard]] std::string_view name_of(MemoryBoundKind kind);

/// Lines of one iteration between a level and the one before it.
struct LevelTraffic {
  Cycles lines_read;    ///< towards the core, with lines that are read to be overwritten
  Cycles lines_written; ///< away from it
  /// As many more read would take as long as the banks do to which a step of several lines keeps coming back.
  Cycles lines_crowded = {};
  Cycles lines_unchanged =
      {}; ///< of those: handed on to a level that is given all lines, though nothing was written to them
};

/// A loop whose data come from one level.
struct MemoryLevelFigures {
  std::string name;                  ///< "L1", "L2", "L3", "MEM"
  std::int64_t bytes = 0;            ///< that it holds; 0: memory, or not known
  Cycles cycles_per_iteration;       ///< where the composition is unknown: at least
  std::optional<Cycles> most_cycles; ///< only there: at most, if everything adds up
  bool lower_bound_only = false;     ///< the cycles are at least: what some streams move is not known
  LevelTraffic traffic;              ///< between this level and the one before it; L1: none
  Cycles leg_cycles;                 ///< what that traffic takes
  MemoryBoundKind bound_by = MemoryBoundKind::core;
  std::string transfers_of;            ///< with `transfers`: the level whose lines take longest
  std::optional<Cycles> domain_cycles; ///< of memory: what its lines take of the bandwidth that all cores have together
  std::optional<int>
      saturating_cores; ///< so many cores need all of that bandwidth; empty: all of the domain's need less
  Origin origin = Origin::unknown;
  std::string source_of_figures;
};

/// Whether an array's earlier rows are still in a level when they are read again.
struct LayerCondition {
  std::string array;
  std::string level;
  int rows = 0;                          ///< that must stay there
  std::int64_t most_row_bytes = 0;       ///< it holds up to rows of this size
  std::optional<std::int64_t> row_bytes; ///< if it is known
  Cycles lines_saved;                    ///< per iteration, if it holds
};

/// What a loop comes to before it comes to any of it again, by its trip counts.
struct Footprint {
  std::int64_t bytes = 0;             ///< at least
  std::optional<std::int64_t> sweeps; ///< it comes to them so often, one time after the other
  int nearest_level = 0; ///< nearly all of them come from there or from further away, as an index into `levels`
};

/// Who says where the data are.
enum class DataTeller {
  somebody,
  trip_counts ///< no nearer than there
};

/// "said", "trip counts": the names in JSON.
[[nodiscard]] std::string_view name_of(DataTeller teller);

struct MemoryReport {
  int line_bytes = 64;
  std::vector<MemoryStream> streams;
  std::vector<MemoryLevelFigures> levels; ///< the first is L1
  std::vector<LayerCondition> layer_conditions;
  /// The first level from which data make the loop slower than its core bound, as an index into `levels`.
  std::optional<int> memory_bound_from;
  std::optional<int> data_in =
      {}; ///< the level that somebody named, or that trip counts tell: KernelReport's prediction is for data there
  DataTeller told_by = DataTeller::somebody; ///< where data are
  std::optional<Footprint> footprint = {};

  /// What they take from further away than the first level is then at least what the levels say.
  [[nodiscard]] int unknown_streams() const {
    return static_cast<int>(
        std::ranges::count_if(streams, [](const MemoryStream &stream) { return stream.kind == StreamKind::unknown; }));
  }

  /// Somebody says that the data are nearer than trip counts allow.
  [[nodiscard]] bool is_contradicted() const {
    return data_in && told_by == DataTeller::somebody && footprint && footprint->nearest_level > *data_in;
  }
};

// What findings about memory are about; see finding_facts.h.

/// The level that somebody named makes the loop slower than its core bound.
struct DataFar {
  MemoryLevelFigures level;
  Cycles core_cycles; ///< with all data in the first level
};

/// Each iteration waits for a load whose address the one before it loaded.
struct LoadsChased {
  struct FromLevel {
    std::string level;
    Cycles cycles; ///< per iteration
  };
  std::vector<FromLevel> levels; ///< behind the first; the one that somebody named alone if there is one
};

/// Less than half of each line that an array comes to is used.
struct LinesHalfUsed {
  std::string array;
  Cycles bytes_of_line; ///< that are used, in the mean
  int line_bytes = 0;
  std::int64_t step_bytes = 0;
};

/// Lines that are read from memory only to be overwritten.
struct LinesReadToBeWritten {
  std::vector<std::string> arrays;
  Cycles lines;   ///< of all that move in an iteration
  Cycles without; ///< the same if those arrays were written past the caches
};

/// Rows of a stencil that are gone when they are read again.
struct RowsLost {
  LayerCondition condition;
};

} // namespace osaca
