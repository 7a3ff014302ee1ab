// A loop as lists of uops, and its simulation through dispatch and issue, cycle by cycle.
#pragma once

#include "base/cycles.h"
#include "kernel/cost.h"
#include "model/machine_model.h"

#include <optional>
#include <vector>

namespace osaca {

// The loop as flat lists of uops. Each uop has the ports that can execute it, and the uops for whose results it waits.
//
// Values that no uop computes (renamed moves, the stack pointer after a push, zero idioms) are not included. A uop that
// reads such a value waits for the inputs of that value instead.

/// Times are whole numbers of ticks, so that figures like 6.25 or 1/3 cycles are exact.
constexpr int ticks_per_cycle = 24;

/// The uop may issue `offset_ticks` after `uop` has issued in the iteration that is `distance` iterations earlier.
struct UopInput {
  int uop = 0;
  int distance = 0;
  int offset_ticks = 0;
};

/// What a uop writes. Two results of the same kind cannot be written through a port in the same cycle.
struct WrittenResults {
  bool in_register = false; ///< a general register
  bool in_flags = false;
  friend bool operator==(const WrittenResults &, const WrittenResults &) = default;
};

struct SimulatedUop {
  PortSet ports = 0;
  int busy_ticks = ticks_per_cycle; ///< how long it occupies its port
  PortSet divider = 0;              ///< a unit that it needs in addition to its port
  int divider_ticks = 0;
  int instruction = 0;          ///< index into the kernel's instructions
  bool is_jump = false;         ///< a taken jump that is not fused; all other ready uops issue before it
  std::vector<UopInput> inputs; ///< each pair of uop and distance once
  bool is_taken_branch = false; ///< a taken jump, even if it is fused with a compare
  bool is_branch = false;       ///< any jump, taken or not
  bool ends_run = false;        ///< a branch after which no instructions arrive for a time (Core::run_end_cycles)
  WrittenResults results = {};
  PortSet through = 0;   ///< another port through which its results are written; 0: none
  int result_cycles = 0; ///< whole cycles until its last result is in a register or in flags; 0: no such result
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
// Bounds assume that every uop is executed on the best port. However, cores assign a uop to a scheduler before it is
// known which port will be free, and a scheduler issues its oldest ready uop first. A chain of dependencies may
// therefore wait for older uops that use the same port. The simulation computes the time that is lost in this way. It
// is deterministic: the same program always gives the same result.

/// The history of one uop, in cycles from the beginning.
struct UopTimes {
  int iteration = 0;
  int uop = 0; ///< index into SimulatedProgram::uops
  int dispatched = 0;
  int ready = 0; ///< from this cycle on, all inputs are available, and the uop is in its scheduler
  int issued = 0;
  int port = 0;
};

struct SimulationOptions {
  int timeline_iterations =
      0; ///< the number of iterations in the steady state for which the times of uops are recorded
  /// The exact number of iterations to measure (for tests). 0: until the simulation repeats itself, or a number that is
  /// large enough.
  int measured_iterations = 0;
};

struct SimulationResult {
  Cycles cycles;             ///< per iteration, in the steady state
  int period_iterations = 0; ///< the simulation repeats itself after this number of iterations, so `cycles` is exact;
                             ///< 0: no repetition was found
  std::vector<UopTimes> timeline;
};

/// Empty if the loop cannot be simulated: the model does not describe the core's schedulers, nothing needs a port, or
/// an iteration has more than 2,000 macro-ops or takes thousands of cycles.
[[nodiscard]] std::optional<SimulationResult> simulate(const SimulatedProgram &program, const Core &core,
                                                       const SimulationOptions &options);

} // namespace osaca
