// SPDX-License-Identifier: GPL-3.0-or-later
// The loops that are left in a function's machine code, and the source loop that each one came from.
//
// Every instruction still knows its place in the source and the calls it was inlined through, also without -g.
// That and the compiler's own numbers of its loops (source_loops.h) find vector bodies, remainders, versioned and
// unswitched copies, inlined copies, instances of templates and the functions that OpenMP outlines, without touching
// the code.
#pragma once

#include "loop_numbers.h"

#include "capture.h"
#include "loop_fate.h"

namespace osaca::gcc {

struct MachineLoop {
  LoopCopy source;                     ///< extent -1: belongs to no known source loop
  location_t place = UNKNOWN_LOCATION; ///< of its first instruction that has one
  int parent = -1;                     ///< index of the enclosing machine loop, or -1
  bool innermost = true;
  bool works_itself = true;   ///< innermost, or no more instructions in the loops inside than beside them
  int vectorised_bits = 0;    ///< of the vectors that the vectoriser put into it, 0 for none
  int source_iterations = 0;  ///< per iteration of this one; 0: unknown
  std::string not_vectorised; ///< why, as the compiler puts it; "" unknown, or it has vectors
  capture::LoopNest nest;
  capture::LoopFrequency frequency;
  capture::LoopRole role = capture::LoopRole::plain;
  std::vector<std::vector<int>> blocks; ///< the header first; per block the UIDs of its instructions
};

using vanish::Remains;

struct FunctionLoops {
  std::vector<MachineLoop> loops;
  std::map<LoopCopy, Remains> remains;
};

/// Looks at `cfun` just before its text is written; leaves everything as it was.
[[nodiscard]] FunctionLoops find_machine_loops(LoopExtents &extents, InlineContexts &contexts,
                                               const LoopNumbers &numbers);

} // namespace osaca::gcc
