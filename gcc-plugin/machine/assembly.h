// SPDX-License-Identifier: GPL-3.0-or-later
// The assembly that the compiler writes: a copy of each function's text, the lines of its instructions and loops, and
// the section that contains the report.
#pragma once

#include "capture.h"
#include "gcc_compat.h"
#include "machine/machine_loops.h"

namespace osaca::gcc {

// Copies the assembly of one function while the compiler writes it. The text is first written to memory. When the
// function is complete, it is written unchanged to the compiler's own file, which may be a file, a pipe or /dev/null.
// The compiler calls a target hook after each instruction. The hook notes how much text has been written so far.

/// The text of one instruction, including what the compiler wrote after the previous instruction.
struct EmittedInstruction {
  int uid = 0;
  location_t location = UNKNOWN_LOCATION;
  size_t begin = 0; ///< offsets into the text
  size_t end = 0;
};

struct CapturedText {
  std::string assembly;
  std::vector<EmittedInstruction> instructions;
};

/// To be called just before and just after the pass that writes `cfun`.
void begin_asm_capture();
[[nodiscard]] bool is_capturing();
[[nodiscard]] CapturedText end_asm_capture();

// Converts offsets in the captured text of a function to the lines of its instructions and loops.

struct AnnotatedLoop {
  int annotation = 0;
  int location = -1;                 ///< where it is reported, as an index into the table of locations
  const MachineLoop *loop = nullptr; ///< nullptr: the whole function, which contains no loop
  int statement = -1;                ///< the annotated statement that it belongs to
  std::string written_in = {};       ///< see capture::Loop
  int written_at = -1;
};

/// What the text does not show about instructions, by UID.
struct KnownOfInstructions {
  std::unordered_map<int, std::string> arrays; ///< the arrays that they access
  std::unordered_map<int, double> taken;       ///< probability that a conditional jump is taken, 0 to 1
};

[[nodiscard]] capture::Function describe_function(std::string name, const CapturedText &text,
                                                  const std::vector<AnnotatedLoop> &loops,
                                                  const KnownOfInstructions &known, InlineContexts &contexts,
                                                  LocationTable &locations);

// The section `.osaca` at the end of the assembly. It carries the report in the object, and linkers drop it.

/// Call after the unit's code was written. The section follows everything that the compiler itself writes, so that no
/// other section changes or moves.
void append_report_section(const std::string &content);

} // namespace osaca::gcc
