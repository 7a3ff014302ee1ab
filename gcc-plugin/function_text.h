// SPDX-License-Identifier: GPL-3.0-or-later
// Turns offsets in a function's captured text into the lines of its instructions and of its loops.
#pragma once

#include "asm_capture.h"

namespace osaca::gcc {

struct AnnotatedLoop {
  int annotation = 0;
  int location = -1; ///< where it is shown, in the table of locations
  const MachineLoop *loop = nullptr;
};

/// What the text does not show, of instructions by UID.
struct KnownOfInstructions {
  std::unordered_map<int, std::string> arrays; ///< that they come to
  std::unordered_map<int, double> taken;       ///< how likely the conditional jumps are taken, 0 to 1
};

[[nodiscard]] capture::Function describe_function(std::string name, const CapturedText &text,
                                                  const std::vector<AnnotatedLoop> &loops,
                                                  const KnownOfInstructions &known, InlineContexts &contexts,
                                                  LocationTable &locations);

} // namespace osaca::gcc
