// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How likely each branch of the assembly is taken, from what the optimiser knew of its blocks.
//
// Where the code generator made several branches of one block's end, the block's ways are shared out among the branches
// that leave by them, in equal parts: if `a && b` fails in 3 of 10 cases, 1.5 fail by `a` and 1.5 by `b`. So does LLVM
// when it takes such a condition apart. What flows through a branch is the sum of what leaves by it and by those behind
// it. A copy of a branch in another place is one of its own.
#pragma once

#include "machine_text.h"

#include <map>
#include <optional>
#include <vector>

namespace osaca::clang_plugin {

/// A block of a loop, and where it goes.
struct IrBlock {
  /// Probability of each that goes to a block of a loop, by its number; the rest goes elsewhere.
  std::map<int, double> ways;
  /// Of its selections (`a ? b : c`) with a side that is hardly ever taken, in order: the probability of the true one.
  std::vector<double> selections = {};
};

/// For each branch; empty: it is none of the optimiser's, or does not go where that block did. Branches that lead on to
/// each other are those of one function.
[[nodiscard]] std::vector<std::optional<double>> taken_probabilities(const std::vector<TextBranch> &branches,
                                                                     const std::vector<IrBlock> &blocks);

} // namespace osaca::clang_plugin
