// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The probability that each branch of the assembly is taken, derived from the probabilities of the optimiser's blocks.
//
// The code generator may generate several branches from the end of one block. Then the probability of each successor of
// the block is divided equally among the branches that jump to it: if `a && b` fails in 3 of 10 cases, 1.5 fail at `a`
// and 1.5 at `b`. LLVM divides such conditions in the same way. The probability of reaching a branch is the sum of the
// shares of all jumps that leave the block from this branch or from a later one. If the code generator copies a branch
// to another place, the copy is handled separately.
#pragma once

#include "text/machine_text.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace osaca::clang_plugin {

/// A block of a loop and its successors.
struct IrBlock {
  /// Probabilities of the successors that are blocks of loops, by number; the rest goes elsewhere.
  std::map<int, double> ways;
  /// The selections (`a ? b : c`) in the block of which one side is hardly ever taken, in their order: the probability
  /// that the condition is true.
  std::vector<double> selections = {};
};

class BranchLikelihood {
public:
  /// `blocks` are those of a unit, and must outlive this object.
  explicit BranchLikelihood(const std::vector<IrBlock> &blocks);

  /// The probability that each branch of one function is taken. Empty: the branch comes from no block of the optimiser,
  /// or its targets do not match those of the block.
  [[nodiscard]] std::vector<std::optional<double>> taken(const std::vector<TextBranch> &branches) const;

private:
  [[nodiscard]] std::optional<double> at_fork(int taken, int otherwise) const;

  const std::vector<IrBlock> &blocks_;
  /// From the two successors of a block to the probability of the first. Empty: several blocks have these successors,
  /// with different probabilities. It is used for copies of such a block, which may have lost their name.
  std::map<std::pair<int, int>, std::optional<double>> forks_;
};

} // namespace osaca::clang_plugin
