// A loop as the simulation needs it: uops with the ports that can take them and the uops they wait for, in flat lists.
//
// Values that no uop computes (renamed moves, the stack pointer behind a push, zero idioms) do not appear: whoever
// reads them waits for what they are made from.
#pragma once

#include "kernel/cost.h"

#include <vector>

namespace osaca {

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

} // namespace osaca
