// The time of an iteration: all bounds, and the prediction that follows from them. Bounds are combined only here, both
// for reports and for lists of blocks. The explanations in reports (analyze_kernel.h) are based on the same values.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/bounds/dependency_chains.h"
#include "analysis/bounds/front_end.h"
#include "analysis/bounds/port_pressure.h"
#include "analysis/bounds/store_commit.h"
#include "analysis/graph/address.h"
#include "analysis/graph/dependency_graph.h"
#include "kernel/kernel.h"
#include "report/loop_figures.h"
#include "report/report.h"
#include "simulation/in_order.h"
#include "simulation/simulation.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace osaca {

/// If several bounds are equal, the first of them in this order is reported.
inline constexpr BoundKind bound_kinds[] = {BoundKind::ports, BoundKind::divider, BoundKind::front_end,
                                            BoundKind::stores, BoundKind::loop_carried};

struct PreparationOptions {
  DependencyOptions dependencies;
  int array_offset_bytes = 0; ///< distance of arrays from the beginning of a line (move_arrays())
};

struct PredictionOptions {
  PortAssignment ports = PortAssignment::optimal;
  PreparationOptions preparation;
  bool simulate = false; ///< simulate the schedulers, if the model describes them; takes some tenths of a millisecond.
                         ///< Cores that execute in program order are always simulated
  int timeline_iterations = 0; ///< number of iterations whose simulated times are returned
};

/// A loop with everything that the bounds are computed from.
struct PreparedKernel {
  CostedKernel kernel; ///< includes the port cycles and uops that mechanisms add (see mechanisms.h)
  AddressAnalysis addresses;
  DependencyGraph graph;
};
[[nodiscard]] PreparedKernel prepare(CostedKernel kernel, const PreparationOptions &options);

struct Prediction {
  PortBounds ports;
  FrontEnd front_end;
  StoreThroughput stores;
  std::vector<LoopCarriedCycle> loop_carried; ///< sorted by cycles per iteration, the longest chain first
  /// If the loop runs only for a few iterations at a time: the longest chain from run to run, per iteration. It is a
  /// bound, and `loop_carried` is not.
  std::optional<Cycles> chains_of_runs = {};

  std::optional<Cycles> simulated; ///< the simulated cycles, if they are more than 2 % above the largest bound; 2 % is
                                   ///< the accuracy of a simulated steady state. On cores that execute in program
                                   ///< order: if they are above the largest bound
  std::vector<Stall> stalls;       ///< of a simulation in program order; empty: there was no such simulation

  std::vector<TimelineUop> timeline; ///< in program order

  Cycles cycles;                         ///< per iteration: the largest bound, or the simulated cycles
  BoundKind bound_by = BoundKind::ports; ///< the largest bound

  /// `cycles` with the code at the best and at the worst possible address (see CodeSupply).
  [[nodiscard]] Cycles least_cycles() const;
  [[nodiscard]] Cycles most_cycles() const { return std::max(cycles, front_end.code.most); }

  [[nodiscard]] Cycles bound(BoundKind kind) const;

  /// Sets `bound_by` to the largest bound, `cycles` to that bound, and forgets what was simulated.
  void take_largest_bound();
  /// Sets `cycles` and `simulated` if these cycles are clearly above the largest bound.
  void take_simulated(Cycles cycles_of_simulation);
};
[[nodiscard]] Prediction predict(const PreparedKernel &prepared, const PredictionOptions &options);

// Translates a kernel with its costs and dependencies into the input of a simulation.

[[nodiscard]] SimulatedProgram simulated_program(const CostedKernel &kernel, const DependencyGraph &graph);

/// For cores that execute in program order. In the simulation, every dependency of the graph takes at least its
/// latency.
[[nodiscard]] InOrderProgram in_order_program(const CostedKernel &kernel, const DependencyGraph &graph);

// The cost of a mispredicted branch has two parts: the time from the earliest start of the iteration to the execution
// of the branch, and the time from there until code of the correct path is executed. The second part is a figure of the
// model; docs/understand/analysis.md describes how it was measured.

/// For each conditional branch, the earliest time at which it is executed, in cycles from the beginning of an
/// iteration, if all values from before the iteration are available. There is one entry per instruction, which is empty
/// for all other instructions.
[[nodiscard]] std::vector<std::optional<Cycles>> branch_waits(const Kernel &kernel, const PreparedKernel &prepared);

/// The cost of mispredictions. If the user stated a misprediction rate (`user_rate`, 0 to 1), it is used for every
/// branch. Otherwise the rates follow from the probabilities of a profile, for a predictor that always guesses the more
/// frequent direction: min(p, 1 - p) for each branch. The branches of inner loops are not included. Empty: there is
/// neither a rate nor a profile, or no conditional branch.
[[nodiscard]] std::optional<Mispredictions> mispredictions(const Kernel &kernel, const PreparedKernel &prepared,
                                                           std::optional<double> user_rate);

} // namespace osaca
