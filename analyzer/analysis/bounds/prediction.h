// How long an iteration takes: all bounds and which of them wins. The one place where they are combined, for reports
// and for lists of blocks alike; explanations (analyze_kernel.h) are put on top of the same values.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/bounds/front_end.h"
#include "analysis/bounds/loop_carried.h"
#include "analysis/bounds/port_bounds.h"
#include "analysis/bounds/store_commit.h"
#include "analysis/graph/address.h"
#include "analysis/graph/dependency_graph.h"
#include "report/report.h"

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

} // namespace osaca
