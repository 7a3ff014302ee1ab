// Which loop statement of the source a loop of the machine code came from, judged by the places that debug information
// gives for its instructions, and the calls that they were inlined through.
//
// A loop belongs to the smallest loop statement that all branches which close or leave the loop lie in, as far as their
// places are known, and more than half of the located instructions of its own blocks; the calls that they were inlined
// through included. (What is left of a loop that was unrolled entirely fills the loop around it, but the branches there
// are that one's.) If no such branch has a known place, it has to be nearly all (90 %) of the instructions. If there is
// no such statement, the instructions that lie in no loop statement do not count: they may have been moved here. A
// statement that a loop inside this one belongs to is not looked at.
#pragma once

#include "source/statement_table.h"

#include <vector>

namespace osaca {

/// A loop statement as seen through one chain of inlined calls.
struct StatementCopy {
  int statement = -1;               ///< of the table; -1: none
  std::vector<SourcePoint> through; ///< the calls, innermost first

  friend auto operator<=>(const StatementCopy &, const StatementCopy &) = default;
};

struct InstructionPlace {
  std::vector<SourcePoint> places; ///< its own, then those of the calls that it was inlined through; empty: not known
  bool ends_iterations = false;    ///< a branch that closes the loop or leaves it, conditional or not
};

struct MachineLoopPlaces {
  int parent = -1;                   ///< the loop around it, or -1
  std::vector<InstructionPlace> own; ///< of its own blocks, without those of the loops inside
};

struct LoopOrigin {
  StatementCopy copy;
  bool is_direct =
      false; ///< an instruction of the loop stands in the text of the statement, not only what was inlined into it
};

/// The statements around an instruction, innermost first, through all calls; each once.
[[nodiscard]] std::vector<StatementCopy> statements_around(const InstructionPlace &instruction,
                                                           const StatementTable &table);

/// Of the nearest statement with an annotation that is this one or around it, in its own text or through the calls; -1:
/// there is none.
[[nodiscard]] int annotation_of(const StatementCopy &copy, const StatementTable &table);

/// Per loop. `loops`: each behind the loop around it.
[[nodiscard]] std::vector<LoopOrigin> origins_of(const std::vector<MachineLoopPlaces> &loops,
                                                 const StatementTable &table);

} // namespace osaca
