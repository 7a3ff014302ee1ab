// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names by which the blocks of loops are known in the verbose assembly.
#pragma once

#include "branch_frequencies.h"
#include "branch_likelihood.h"

namespace osaca::clang_plugin {

/// `osaca.LOOP.h7_` for the header of the loop of that index, or `osaca.LOOP.b7_`. 7 is the block's index in `blocks`,
/// to which those of this function are added. What a later pass makes of a block has a name that goes on behind the
/// `_`.
void name_blocks(const llvm::LoopInfo &loops, const std::map<const llvm::Loop *, int> &indices,
                 const BranchFrequencies &frequencies, std::vector<IrBlock> &blocks);

} // namespace osaca::clang_plugin
