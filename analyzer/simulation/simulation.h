// A loop as flat lists of uops, and what it takes when they are dispatched and issued cycle by cycle.
#pragma once

#include "base/cycles.h"
#include "kernel/cost.h"
#include "model/machine_model.h"

#include <optional>
#include <vector>

namespace osaca {

// A loop as the simulation needs it: uops with the ports that can take them and the uops they wait for, in flat lists.
//
// Values that no uop computes (renamed moves, the stack pointer behind a push, zero idioms) do not appear: whoever
// reads them waits for what they are made from.

/// Times are whole numbers of this part of a cycle, so that figures like 6.25 or 1/3 keep their value.
constexpr int ticks_per_cycle = 24;

/// A uop may issue when `offset_ticks` have passed since `uop` of the iteration `distance` before did.
struct UopInput {
  int uop = 0;
  int distance = 0;
  int offset_ticks = 0;
};

struct SimulatedUop {
  PortSet ports = 0;
  int busy_ticks = ticks_per_cycle; ///< how long it keeps its port
  PortSet divider = 0;              ///< a unit that it needs beside its port
  int divider_ticks = 0;
  int instruction = 0;          ///< index into the kernel's instructions
  bool is_jump = false;         ///< a taken one by itself: it gives way to others
  std::vector<UopInput> inputs; ///< each uop and distance once
};

/// What takes one place at dispatch: an instruction, a part of one, or two that are fused.
struct MacroOp {
  int first_uop = 0;
  int uop_count = 0;
  int slot_ticks = ticks_per_cycle; ///< how much of the dispatch width it takes, in the same parts
  bool begins_early = false;        ///< it is split at dispatch, only among the first of a cycle
};

/// One iteration, in program order; the macro-ops hold the uops one after the other, without gaps.
struct SimulatedProgram {
  std::vector<MacroOp> macro_ops;
  std::vector<SimulatedUop> uops;
};

// Cycle by cycle: dispatch in order, schedulers with their own ports, ports that take one uop at a time, retirement.
//
// Bounds say what a core could reach if every uop found its best port. Cores bind a uop to a scheduler before they know
// which port will be free, and there the oldest ready uop goes first; a chain of dependencies waits behind older uops
// that happen to share its port. What that costs is simulated here. Deterministic: the same program, the same result.

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
