// What a value takes from a store to a load that gets it before it is in the cache.
#pragma once

#include "analysis/bind/costed_kernel.h"

namespace osaca {

/// A store's figure is for a load to its own kind of register; to another kind a load takes more or less time.
[[nodiscard]] Cycles forwarding_cycles(const Core &core, const CostedInstruction &store, const CostedInstruction &load);

} // namespace osaca
