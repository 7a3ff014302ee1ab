// Figures of a loop that are compared between builds, how certain they are, and how code placement and branch
// mispredictions change its cycles.
#pragma once

#include "base/cycles.h"
#include "base/expected.h"
#include "report/bound.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

// The range of a figure that is not certain.

/// Cycles per iteration of the machine loop.
struct CyclesRange {
  Cycles low;
  Cycles high;
  friend bool operator==(const CyclesRange &, const CyclesRange &) = default;
};

/// An effect that may make a loop faster or slower than predicted, although the prediction is right.
struct RangeCause {
  enum class Kind {
    alignment,      ///< the address of the code is not known yet
    port_order,     ///< uops get their ports in the order in which they arrive, and this order may differ
    memory_renaming ///< the core renames a load in some runs and not in others
  };
  Kind kind = Kind::alignment;
  CyclesRange range;                  ///< if only this effect is uncertain
  std::vector<int> instructions = {}; ///< memory_renaming: the loads, as indices into KernelReport::instructions
  friend bool operator==(const RangeCause &, const RangeCause &) = default;
};

/// The names in JSON: "alignment", "port_order", "memory_renaming".
[[nodiscard]] std::string_view name_of(RangeCause::Kind kind);

/// The cycles that a loop may take. They include the prediction.
struct Uncertainty {
  CyclesRange range;
  std::vector<RangeCause> causes; ///< in the order of the enumeration, at least one
  friend bool operator==(const Uncertainty &, const Uncertainty &) = default;
};

/// A loop that always runs for the same small number of iterations, inside another loop. Successive runs overlap, so an
/// iteration takes less time than in a long run.
struct ShortRuns {
  int iterations = 0;
  Cycles outer_cycles; ///< an iteration of the loop around it, with one run
  Cycles long_cycles;  ///< per iteration, in a long run
  BoundKind long_bound = BoundKind::ports;
  friend bool operator==(const ShortRuns &, const ShortRuns &) = default;
};

/// What a loop inside another loop takes in runs of a few iterations, if its code does not show how many it has.
struct ExampleOfShortRuns {
  int iterations = 0;
  Cycles cycles; ///< per iteration; clearly less than in a long run
  friend bool operator==(const ExampleOfShortRuns &, const ExampleOfShortRuns &) = default;
};

/// What a loop takes if its arrays do not begin at a cache line. The prediction is for arrays that do.
struct UnalignedArrays {
  int bytes_past_line = 0; ///< where each array begins
  Cycles cycles;           ///< per iteration; clearly more than predicted
  friend bool operator==(const UnalignedArrays &, const UnalignedArrays &) = default;
};

/// How often predictions for this core and this kind of code were right, from measurements.
struct Confidence {
  std::string code;             ///< the kind of code that was measured: "loops" or "blocks"
  int rows = 0;                 ///< pieces of code that were measured
  double within_10_percent = 0; ///< share of them that were predicted with an error of at most 10 %, from 0 to 1
  double mean_error = 0;        ///< mean of |predicted - measured| / measured
  std::string source;           ///< who measured, and on which machine
};

// The figures of a loop that are compared between builds.

struct LoopFigures {
  Cycles cycles_per_iteration;
  std::optional<int> source_iterations; ///< as in KernelReport
  BoundKind bound_by = BoundKind::ports;
  bool complete = true;
  int vector_bits = 0; ///< width of its widest packed arithmetic; 0: none
  std::string data_level =
      {}; ///< the level after the first-level cache in which the user says that the data are; empty: not specified
  bool in_order = false;                 ///< the core executes in program order, which makes the figures incomplete
  int paths_in_mean = 1;                 ///< cycles_per_iteration is the mean over this many paths through the loop
  std::optional<CyclesRange> range = {}; ///< as in Uncertainty; empty: the figure is certain

  /// Empty if it is unknown.
  [[nodiscard]] std::optional<Cycles> cycles_per_source_iteration() const {
    if (source_iterations.value_or(0) < 1)
      return std::nullopt;
    return cycles_per_iteration / Cycles(*source_iterations);
  }
};

/// Cycles of two builds for the same amount of work.
struct ComparedCycles {
  Cycles before;
  Cycles after;
  bool per_source_iteration = false; ///< false: per iteration of the machine loop

  [[nodiscard]] double ratio() const;
};

[[nodiscard]] ComparedCycles compared_cycles(const LoopFigures &before, const LoopFigures &after);

/// Whether the figures may be equal: one of the two ranges, widened by `tolerance` (0.05 for 5 %), contains a part of
/// the other. A figure without a range is a range of one value.
[[nodiscard]] bool may_be_equal(const LoopFigures &before, const LoopFigures &after, double tolerance);

// How the address of a loop's code changes its cycles.

struct CodePlacement {
  enum class Known {
    nothing,   ///< assembly text without alignment
    alignment, ///< not linked yet: the linker may move the code by multiples of boundary_bytes
    address    ///< a linked program
  };
  Known known = Known::nothing;
  int boundary_bytes = 1;      ///< the address of the first instruction is known modulo this number; 1: unknown
  int bytes_past_boundary = 0; ///< the address of the first instruction modulo boundary_bytes
  int block_bytes = 0;         ///< size of the aligned blocks in which code is read
  /// Cycles per iteration at the best and the worst of the possible addresses. For a linked program, whose address is
  /// fixed, these are the best and the worst of all addresses.
  Cycles least;
  Cycles most;

  [[nodiscard]] bool matters() const { return least < most; }
};

/// "nothing", "alignment", "address": the names in JSON.
[[nodiscard]] std::string_view name_of(CodePlacement::Known known);

// The cost of branch mispredictions. It is reported separately from the prediction, because how often a branch is
// mispredicted depends on the data and on the history that the core keeps, and a model knows neither.

struct Mispredictions {
  enum class RateSource {
    user,   ///< the user specified the fraction of conditional branches that are mispredicted
    profile ///< estimated from a training run, which records how often each branch is taken but not in which order; the
            ///< estimate assumes random order
  };
  RateSource rate_source = RateSource::user;
  int branches = 0;                  ///< conditional branches in an iteration of this path
  double rate = 0;                   ///< fraction of them that are mispredicted, 0 to 1
  double per_iteration = 0;          ///< mispredicted branches
  std::optional<double> cycles_each; ///< mean cost of a misprediction; empty: the model does not have the recovery time

  /// Additional cycles per iteration, at most: work that overlaps with the recovery is not subtracted. Empty if
  /// `cycles_each` is empty.
  [[nodiscard]] std::optional<double> cycles() const {
    return cycles_each ? std::optional(per_iteration * *cycles_each) : std::nullopt;
  }
};

/// Parses "3%" or "0.03": 0 to 1. The error names what is expected.
[[nodiscard]] Expected<double> parse_misprediction_rate(std::string_view text);

} // namespace osaca
