// SPDX-License-Identifier: GPL-3.0-or-later
// Takes a copy of one function's assembly while the compiler writes it. The text goes to memory first and, when
// the function is finished, unchanged to the compiler's own file, whether that is a file, a pipe or /dev/null.
// After each instruction the compiler calls a target hook; there the position in the text is noted.
#pragma once

#include "machine_loops.h"

#include "capture.h"

namespace osaca::gcc {

/// The text that one instruction became, with what the compiler wrote between it and the one before.
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

/// From just before to just after the pass that writes `cfun`.
void begin_asm_capture();
[[nodiscard]] bool is_capturing();
[[nodiscard]] CapturedText end_asm_capture();

} // namespace osaca::gcc
