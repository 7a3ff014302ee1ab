// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names by which the blocks of loops are known in the verbose assembly.
#pragma once

#include "branch_frequencies.h"
#include "machine_text.h"

namespace osaca::clang_plugin {

/// A block of a loop, and where it goes.
struct IrBlock {
  int way_count = 0;          ///< to different blocks
  std::map<int, double> ways; ///< probability of each that goes to a block of a loop, by its number
};

/// `osaca.LOOP.h7_` for the header of the loop of that index, or `osaca.LOOP.b7_`. 7 is the block's index in `blocks`,
/// to which those of this function are added. What a later pass makes of a block has a name that goes on behind the
/// `_`.
void name_blocks(const llvm::LoopInfo &loops, const std::map<const llvm::Loop *, int> &indices,
                 const BranchFrequencies &frequencies, std::vector<IrBlock> &blocks);

/// How likely a branch of the assembly is taken; empty: it is none of the optimiser's, or not known to be one.
[[nodiscard]] std::optional<double> taken_probability(const TextBranch &branch, const std::vector<IrBlock> &blocks);

} // namespace osaca::clang_plugin
