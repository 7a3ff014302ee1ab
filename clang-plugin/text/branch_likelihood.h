// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How likely each branch of the assembly is taken, from what the optimiser knew of its blocks.
//
// Where the code generator made several branches of one block's end, the block's ways are shared out among the branches
// that leave by them, in equal parts: if `a && b` fails in 3 of 10 cases, 1.5 fail by `a` and 1.5 by `b`. So does LLVM
// when it takes such a condition apart. What flows through a branch is the sum of what leaves by it and by those behind
// it. A copy of a branch in another place is one of its own.
#pragma once

#include "text/machine_text.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace osaca::clang_plugin {

/// A block of a loop, and where it goes.
struct IrBlock {
  /// Probability of each that goes to a block of a loop, by its number; the rest goes elsewhere.
  std::map<int, double> ways;
  /// Of its selections (`a ? b : c`) with a side that is hardly ever taken, in order: the probability of the true one.
  std::vector<double> selections = {};
};

class BranchLikelihood {
public:
  /// `blocks` of a unit, which have to live as long.
  explicit BranchLikelihood(const std::vector<IrBlock> &blocks);

  /// Of each branch of one function that it is taken; empty: it is none of the optimiser's, or does not go where that
  /// block did.
  [[nodiscard]] std::vector<std::optional<double>> taken(const std::vector<TextBranch> &branches) const;

private:
  [[nodiscard]] std::optional<double> at_fork(int taken, int otherwise) const;

  const std::vector<IrBlock> &blocks_;
  /// Two blocks that another one leads to -> probability of going to the first; empty: several do, not equally often.
  /// A copy of such a block may have lost its name.
  std::map<std::pair<int, int>, std::optional<double>> forks_;
};

} // namespace osaca::clang_plugin
