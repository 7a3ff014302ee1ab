// A loop as lists of uops, and its simulation through dispatch and issue, cycle by cycle.
#pragma once

#include "base/cycles.h"
#include "kernel/cost.h"
#include "model/machine_model.h"

#include <optional>
#include <vector>

namespace osaca {

// The loop: uops with the ports that can execute them and the uops they wait for, in flat lists.
//
// Values that no uop computes (renamed moves, the stack pointer after a push, zero idioms) are not included. A uop that
// reads such a value waits for the inputs of that value instead.

/// Times are whole numbers of ticks, so that figures like 6.25 or 1/3 cycles are exact.
constexpr int ticks_per_cycle = 24;

/// A uop may issue `offset_ticks` after `uop` of the iteration `distance` earlier has issued.
struct UopInput {
  int uop = 0;
  int distance = 0;
  int offset_ticks = 0;
};

struct SimulatedUop {
  PortSet ports = 0;
  int busy_ticks = ticks_per_cycle; ///< how long it occupies its port
  PortSet divider = 0;              ///< a unit that it needs in addition to its port
  int divider_ticks = 0;
  int instruction = 0;          ///< index into the kernel's instructions
  bool is_jump = false;         ///< a taken jump and nothing else; other ready uops are issued before it
  std::vector<UopInput> inputs; ///< each pair of uop and distance once
  bool is_taken_branch = false; ///< a taken jump, also if it is fused with a compare
  int result_cycles = 0;        ///< whole cycles until its result is in a general register; 0: no such result
};

/// The unit of dispatch: an instruction, a part of one, or two fused instructions.
struct MacroOp {
  int first_uop = 0;
  int uop_count = 0;
  int slot_ticks = ticks_per_cycle; ///< its share of the dispatch width, in ticks
  bool begins_early = false; ///< it is split at dispatch, which is only possible for the first macro-ops of a cycle
};

/// One iteration, in program order. The uops of consecutive macro-ops are consecutive, without gaps.
struct SimulatedProgram {
  std::vector<MacroOp> macro_ops;
  std::vector<SimulatedUop> uops;
};

// The simulation: dispatch in order, schedulers with their own ports, ports that accept one uop at a time, retirement.
//
// Bounds describe what a core could reach if every uop found its best port. Cores bind a uop to a scheduler before they
// know which port will be free, and a scheduler issues its oldest ready uop first. So a chain of dependencies waits for
// older uops that happen to share its port. The simulation shows what this costs. It is deterministic: the same program
// gives the same result.

/// The history of one uop, in cycles from the beginning.
struct UopTimes {
  int iteration = 0;
  int uop = 0; ///< index into SimulatedProgram::uops
  int dispatched = 0;
  int ready = 0; ///< all inputs are available, and it is in its scheduler
  int issued = 0;
  int port = 0;
};

struct SimulationOptions {
  int timeline_iterations = 0; ///< record the times of the uops of this many iterations, in the steady state
  /// Measure exactly this many iterations (for tests). 0: measure enough, or until the simulation repeats itself.
  int measured_iterations = 0;
};

struct SimulationResult {
  Cycles cycles;             ///< per iteration, in the steady state
  int period_iterations = 0; ///< `cycles` is exact, because the simulation repeats itself after this many iterations;
                             ///< 0: no repetition was found
  std::vector<UopTimes> timeline;
};

/// Empty if the loop cannot be simulated: the model does not describe the core's schedulers, nothing needs a port, or
/// an iteration has more than 2,000 macro-ops or takes thousands of cycles.
[[nodiscard]] std::optional<SimulationResult> simulate(const SimulatedProgram &program, const Core &core,
                                                       const SimulationOptions &options);

} // namespace osaca
