// How long an iteration takes: all bounds and which of them wins. The one place where they are combined, for reports
// and for lists of blocks alike; explanations (analyze_kernel.h) are put on top of the same values.
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
#include "simulation/simulation.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace osaca {

/// In the order in which ties are named.
inline constexpr BoundKind bound_kinds[] = {BoundKind::ports, BoundKind::divider, BoundKind::front_end,
                                            BoundKind::stores, BoundKind::loop_carried};

struct PredictionOptions {
  PortAssignment ports = PortAssignment::optimal;
  DependencyOptions dependencies;
  bool simulate = false;       ///< where the model knows the core's schedulers; some tenths of a millisecond
  int timeline_iterations = 0; ///< tell the simulation's times for so many iterations
};

/// A loop made ready for the bounds.
struct PreparedKernel {
  CostedKernel kernel; ///< with the demands that follow from its addresses
  AddressAnalysis addresses;
  DependencyGraph graph;
};
[[nodiscard]] PreparedKernel prepare(CostedKernel kernel, const DependencyOptions &options);

struct Prediction {
  PortBounds ports;
  FrontEnd front_end;
  StoreThroughput stores;
  std::vector<LoopCarriedCycle> loop_carried; ///< longest per iteration first

  std::optional<Cycles> simulated; ///< if that takes longer than the largest of the bounds (by more than 2 %, which is
                                   ///< how exact a simulated steady state is)

  std::vector<TimelineUop> timeline; ///< in program order

  Cycles cycles;                         ///< per iteration: the largest of the bounds, or what was simulated
  BoundKind bound_by = BoundKind::ports; ///< the largest of the bounds

  /// `cycles` with the code at other places: see CodeSupply.
  [[nodiscard]] Cycles least_cycles() const;
  [[nodiscard]] Cycles most_cycles() const { return std::max(cycles, front_end.code.most); }

  [[nodiscard]] Cycles bound(BoundKind kind) const;
};
[[nodiscard]] Prediction predict(const PreparedKernel &prepared, const PredictionOptions &options);

// From a bound kernel and its dependencies to what the simulation runs.

[[nodiscard]] SimulatedProgram simulated_program(const CostedKernel &kernel, const DependencyGraph &graph);

// What mispredicted branches cost: from when an iteration can begin to when its branch is executed, and from there
// until code of the right path is (a figure of the model; docs/understand/analysis.md has how it was measured).

/// For each instruction, when it is executed at the soonest: cycles from the beginning of an iteration whose inputs
/// from outside are ready. Empty: not a conditional branch.
[[nodiscard]] std::vector<std::optional<Cycles>> branch_waits(const Kernel &kernel, const PreparedKernel &prepared);

/// With the rate that the user told, 0 to 1; without one from the probabilities of a profile: as often as a predictor
/// is wrong that always guesses the more frequent way, min(p, 1 - p) of each branch. Of a loop around others: its own
/// branches. Empty: there is neither, or no conditional branch.
[[nodiscard]] std::optional<Mispredictions> mispredictions(const Kernel &kernel, const PreparedKernel &prepared,
                                                           std::optional<double> told_rate);

} // namespace osaca
