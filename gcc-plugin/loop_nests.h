// SPDX-License-Identifier: GPL-3.0-or-later
// How often loops run, and how far their addresses move on with the loop around them, where that is constant.
//
// Read off the statements twice, before GCC's loop passes and before if-conversion: what a pass between changes (it may
// swap loops, or run one inside another several times at once) is taken for unknown.
#pragma once

#include "gimple_steps.h"

#include "capture.h"

namespace osaca::gcc {

class LoopNests {
public:
  /// `cfun` before its loop passes.
  void note_first();

  /// Before if-conversion.
  void note_again();

  /// By number of the loop.
  [[nodiscard]] const std::map<int, capture::LoopNest> &by_number() const { return nests_; }

private:
  unsigned function_ = 0; ///< DECL_UID of the function that the notes are about
  std::map<int, capture::LoopNest> nests_;
};

} // namespace osaca::gcc
