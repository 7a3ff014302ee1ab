// SPDX-License-Identifier: GPL-3.0-or-later
// How often the loops of `cfun` run and how likely its jumps are taken, according to the compiler at the time when it
// writes the text: from a profile if it has read one, otherwise estimated.
#pragma once

#include "capture.h"
#include "gcc_compat.h"

namespace osaca::gcc {

/// `loop` is one of MachineCfg::loops().
[[nodiscard]] capture::LoopFrequency frequency_of(const class loop *loop);

/// The probabilities, 0 to 1, that the conditional jumps among these instructions are taken, by UID. Unknown ones are
/// left out.
[[nodiscard]] std::unordered_map<int, double> branches_taken(const std::unordered_set<int> &uids);

} // namespace osaca::gcc
