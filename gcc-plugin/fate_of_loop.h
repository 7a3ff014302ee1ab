// SPDX-License-Identifier: GPL-3.0-or-later
// What became of a source loop, in the words that all compilers' plugins share.
#pragma once

#include "unit.h"

#include "loop_fate.h"

namespace osaca::gcc {

[[nodiscard]] vanish::Fate fate_of(const LoopExtent &extent, const std::vector<Sighting> &sightings,
                                   const FunctionFates &fates);

} // namespace osaca::gcc
