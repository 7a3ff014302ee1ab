// SPDX-License-Identifier: GPL-3.0-or-later
// How often the loops of `cfun` run, and how likely its jumps are taken. These are the compiler's figures at the time
// when it writes the assembly. They come from a profile if the compiler has read one; otherwise they are estimates.
#pragma once

#include "capture.h"
#include "gcc_compat.h"

namespace osaca::gcc {

/// How often `loop` iterates, and how often control enters `whole`: the loop itself, or a loop around it to which all
/// its code belongs. Both are of MachineCfg::loops().
[[nodiscard]] capture::LoopFrequency frequency_of(const class loop *loop, const class loop *whole);

/// The same for the part of a loop that ends with this jump to its header: other jumps to it count as entries.
[[nodiscard]] capture::LoopFrequency frequency_of(edge way_back);

/// The probabilities, 0 to 1, that the conditional jumps among these instructions are taken, by UID. Unknown ones are
/// left out.
[[nodiscard]] std::unordered_map<int, double> branches_taken(const std::unordered_set<int> &uids);

} // namespace osaca::gcc
