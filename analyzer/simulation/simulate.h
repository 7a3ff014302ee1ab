// Cycle by cycle: dispatch in order, schedulers with their own ports, ports that take one uop at a time, retirement.
//
// Bounds say what a core could reach if every uop found its best port. Cores bind a uop to a scheduler before they know
// which port will be free, and there the oldest ready uop goes first; a chain of dependencies waits behind older uops
// that happen to share its port. What that costs is simulated here. Deterministic: the same program, the same result.
#pragma once

#include "base/cycles.h"
#include "model/machine_model.h"
#include "simulation/program.h"

#include <optional>
#include <vector>

namespace osaca {

/// When what became of one uop, in cycles from the beginning.
struct UopTimes {
  int iteration = 0;
  int uop = 0; ///< index into SimulatedProgram::uops
  int dispatched = 0;
  int ready = 0; ///< all inputs there, and in its scheduler
  int issued = 0;
  int port = 0;
};

struct SimulationOptions {
  int timeline_iterations = 0; ///< record the times of the uops of so many iterations, in the steady state
  /// Measure so many iterations, and do not end before (for tests); 0: enough of them, or until it repeats itself.
  int measured_iterations = 0;
};

struct SimulationResult {
  Cycles cycles;             ///< per iteration, in the steady state
  int period_iterations = 0; ///< after so many it repeats itself, and `cycles` is exact; 0: that was not seen
  std::vector<UopTimes> timeline;
};

/// Empty where nothing can be simulated: the model does not know the core's schedulers, nothing needs a port, or an
/// iteration has more than 2,000 macro-ops or takes thousands of cycles.
[[nodiscard]] std::optional<SimulationResult> simulate(const SimulatedProgram &program, const Core &core,
                                                       const SimulationOptions &options);

} // namespace osaca
