// SPDX-License-Identifier: GPL-3.0-or-later
// How often the loops of `cfun` run and how likely its jumps are taken, as the compiler has it when the text is
// written: from a profile that it read, else by its own guess.
#pragma once

#include "gcc_compat.h"

#include "capture.h"

namespace osaca::gcc {

/// Of a loop that MachineCfg found.
[[nodiscard]] capture::LoopFrequency frequency_of(const class loop *loop);

/// Of the conditional jumps among the instructions of these UIDs, by UID: how likely each one is taken, 0 to 1. What
/// the compiler does not know is left out.
[[nodiscard]] std::unordered_map<int, double> branches_taken(const std::unordered_set<int> &uids);

} // namespace osaca::gcc
