// SPDX-License-Identifier: GPL-3.0-or-later
// Why no machine loop is left of a source loop: only what can be told from the code that was written.
#pragma once

#include "unit.h"

namespace osaca::gcc {

[[nodiscard]] std::string vanish_reason(const LoopExtent &extent, const std::vector<Sighting> &sightings,
                                        const FunctionFates &fates);

/// Of a loop that is found: the template instances in which it is gone, and why. "" if there are none.
[[nodiscard]] std::string vanished_instances(const LoopExtent &extent, const std::vector<Sighting> &sightings,
                                             const FunctionFates &fates);

} // namespace osaca::gcc
