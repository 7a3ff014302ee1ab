// A kernel: the straight line of instructions that one iteration of a loop executes.
#pragma once

#include "base/compiler_facts.h"
#include "base/loop_code.h"
#include "base/loop_path.h"
#include "base/loop_role.h"
#include "kernel/instruction.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca {

/// How the kernel was found in its input.
enum class RegionKind {
  marked, ///< between markers or given by --lines
  loop,   ///< an innermost loop found from labels and branches, or told by a plugin
  block   ///< a basic block that follows on itself, with what is known about the code that surrounds it
};

/// How control gets from the end of a kernel to its beginning.
enum class WayBack {
  at_end,  ///< the last instruction branches back (or is read as if it did)
  earlier, ///< control falls through from the last instruction into the first one; the way back is a branch before it
  none     ///< nothing branches back: marked code that follows on itself, as if it was written again and again
};

/// A loop with branches inside has several paths from head to latch; each is a kernel of its own.
struct PathInfo {
  int number = 1;                      ///< from 1
  int count = 1;                       ///< paths of the same loop that are analysed
  bool truncated = false;              ///< the loop has more paths than were followed
  BranchesTaken branches;              ///< empty for a straight line
  std::optional<PathShare> share = {}; ///< if the compiler says how likely its branches are
};

struct Kernel {
  std::string name;     ///< marker's name, loop label, or "line 12"
  std::string function; ///< symbol that holds it; may be empty
  Isa isa = Isa::x86_64;
  RegionKind region = RegionKind::loop;
  SourceLocation source; ///< of the loop (its first located instruction if nobody said)
  SourceLocation input;  ///< where the assembly is
  LoopRole role;
  std::vector<Instruction> instructions;
  CodePlace place; ///< of these
  PathInfo path;
  bool encloses_loops = false;          ///< an outer loop: the loops inside are run through once
  int annotation = -1;                  ///< index of the pragma it belongs to, -1: none
  std::optional<int> source_iterations; ///< iterations of the source loop per iteration of this one; 0: the compiler's
                                        ///< plugin cannot tell; empty: no compiler was asked
  LoopNest nest;                        ///< as far as the compiler's plugin knows
  LoopFrequency frequency;              ///< the same
  CompilerOptions options;              ///< the same
  std::string not_vectorised;           ///< why, in the compiler's own words; "" nobody told
  WayBack way_back = WayBack::at_end;
};

} // namespace osaca
