// SPDX-License-Identifier: GPL-3.0-or-later
// How often loops run, and how far their addresses advance per iteration of the enclosing loop, where that is constant.
//
// The statements are read twice, before GCC's loop passes and before if-conversion. Figures that differ between the two
// readings count as unknown, because a pass in between may have interchanged loops, or combined several iterations of
// an outer loop.
#pragma once

#include "capture.h"
#include "gimple/gimple_steps.h"

namespace osaca::gcc {

class LoopNests {
public:
  /// Reads `cfun` before its loop passes.
  void note_first();

  /// Reads `cfun` before if-conversion.
  void note_again();

  /// The nests that were found, by the compiler's number of the loop.
  [[nodiscard]] const std::map<int, capture::LoopNest> &by_number() const { return nests_; }

private:
  unsigned function_ = 0; ///< DECL_UID of the function that the notes are about
  std::map<int, capture::LoopNest> nests_;
};

} // namespace osaca::gcc
