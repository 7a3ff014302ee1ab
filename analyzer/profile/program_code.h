// A program's machine code as far as samples need it: where its functions are, and where the loops of some of them.
#pragma once

#include "base/source_location.h"

#include <cstdint>
#include <string>
#include <vector>

namespace osaca {

/// Where a file says that a function is; the system may load it elsewhere.
struct ProgramFunction {
  std::vector<std::string> names; ///< symbols
  std::uint64_t begin = 0;
  std::uint64_t end = 0; ///< behind it
};

struct ProgramLoop {
  int outer = -1;                       ///< place of the loop around it in the same list; -1: none
  std::string function;                 ///< the symbol that most of its instructions are in
  std::vector<std::uint64_t> addresses; ///< of its instructions, those of loops inside it included; ascending
  std::vector<std::string> opcodes;     ///< parallel
  std::vector<int> lines;               ///< of the source, parallel; 0: unknown
  SourceLocation place;                 ///< of its first instruction that has one and is in no loop inside it
};

/// A direct call, or a jump to a function's beginning.
struct ProgramCall {
  std::uint64_t from = 0; ///< address of the instruction
  std::uint64_t to = 0;   ///< ProgramFunction::begin
};

struct ProgramCode {
  std::vector<ProgramLoop> loops;
  std::vector<ProgramCall> calls; ///< of all code of the program to the functions that were asked for; by `from`
};

} // namespace osaca
