// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How often the source's loops run, and how far their addresses move on with the loop around them, where that is
// constant.
#pragma once

#include "fresh_evolution.h"

#include "capture.h"

namespace osaca::clang_plugin {

class LoopNests {
public:
  /// Before the vectoriser. `extent`: the source loop that it came from.
  void note(const llvm::Loop &loop, int extent, FreshEvolution &fresh);

  /// What copies of the loop contradict each other about is unknown.
  [[nodiscard]] capture::LoopNest of(int extent) const;

private:
  std::map<int, capture::LoopNest> nests_; ///< by extent
};

} // namespace osaca::clang_plugin
