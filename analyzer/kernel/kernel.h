// A kernel: the sequence of instructions that one iteration of a loop executes.
#pragma once

#include "base/called_function.h"
#include "base/compiler_facts.h"
#include "base/loop_code.h"
#include "base/loop_path.h"
#include "base/loop_role.h"
#include "kernel/instruction.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace osaca {

/// How the kernel was found in its input.
enum class RegionKind {
  marked,   ///< between markers or given by --lines
  loop,     ///< an innermost loop, found from labels and branches or reported by a plugin
  function, ///< a path through a whole function; an iteration is one call, and calls do not depend on each other
  block     ///< a "block without a context": a basic block repeated by itself, without a branch or other code
};

/// How control returns from the end of a kernel to its beginning.
enum class WayBack {
  at_end,  ///< the last instruction branches back, or is treated as if it did
  earlier, ///< control falls through from the last instruction to the first; the branch back is an earlier instruction
  none     ///< nothing branches back: marked code, treated as if copies of it followed each other
};

/// A loop that contains branches has several paths from its head to its latch. Each path is a kernel of its own.
struct PathInfo {
  int number = 1;                      ///< from 1
  int count = 1;                       ///< number of paths of the same loop that are analysed
  bool truncated = false;              ///< the loop has more paths than were followed
  bool counts_atomically = false;      ///< one of these paths adds atomically to a counter (atomic_counts)
  BranchesTaken branches;              ///< empty for a straight line
  std::optional<PathShare> share = {}; ///< if the compiler knows the probabilities of its branches
};

/// A call on a kernel's path: a call instruction, or a jump to a function that returns to the loop (a tail call).
struct KernelCall {
  int instruction = 0; ///< index into Kernel::instructions
  int end = 0;         ///< followed: the callee's instructions are [instruction + 1, end)
  std::string callee;  ///< its symbol; "": called through a pointer
  CallStatus status = CallStatus::followed;
  int caller = -1; ///< index into Kernel::calls: the call whose callee makes this one; -1: the loop itself
  /// measured: the length that it passes to a function that works on memory, if the code shows it.
  std::optional<std::int64_t> bytes = {};
};

struct Kernel;

/// The runs of a loop inside another loop, if they have the same small number of iterations. Successive runs overlap in
/// the core.
struct ShortRun {
  int iterations = 0;
  bool is_example = false;              ///< the code does not show how many iterations the loop has
  int instructions = 0;                 ///< of the run, without those of called functions
  int instructions_of_runs = 0;         ///< the same for all runs in `around`, including this one
  std::shared_ptr<const Kernel> around; ///< an iteration of the loop around it, with all iterations of a run
};

struct Kernel {
  std::string name;     ///< marker's name, loop label, or "line 12"
  std::string function; ///< the symbol that contains it; may be empty
  Isa isa = Isa::x86_64;
  RegionKind region = RegionKind::loop;
  SourceLocation source; ///< of the loop; of the first instruction that has a location if the loop's is not known
  SourceLocation input;  ///< where the assembly is
  LoopRole role;
  std::vector<Instruction> instructions;
  CodePlace place; ///< where these instructions are in memory
  PathInfo path;
  bool encloses_loops = false;            ///< an outer loop: the path passes through each inner loop once, or as often
                                          ///< as the code runs it (LoopRole::Reading::inner_loops_repeated)
  std::optional<ShortRun> short_run = {}; ///< only if the path is the only one through the loop
  int annotation = -1;                    ///< index of the pragma it belongs to; -1: none
  std::optional<int> source_iterations; ///< iterations of the source loop per iteration of this one; 0: the compiler's
                                        ///< plugin cannot tell; empty: there was no plugin
  LoopNest nest;                        ///< as far as the compiler's plugin knows it
  LoopFrequency frequency;              ///< as far as the compiler's plugin knows it
  CompilerOptions options;              ///< as far as the compiler's plugin knows them
  std::string not_vectorised;           ///< the reason in the compiler's words; "": not known
  WrittenElsewhere written;
  LoopPart part;
  WayBack way_back = WayBack::at_end;
  std::vector<KernelCall> calls; ///< in the order of their instructions

  /// False: the path passes once through inner loops that may have more iterations.
  [[nodiscard]] bool is_executed_as_listed() const {
    return !encloses_loops || role.reading == LoopRole::Reading::inner_loops_repeated;
  }
};

/// The instructions (on x86 with the prefix `lock`, which is an instruction of its own) that add atomically to the same
/// place in each iteration and whose results the loop does not use.
[[nodiscard]] std::vector<int> atomic_counts(const Kernel &kernel);

} // namespace osaca
