// What a value takes from a store to a load that gets it before it is in the cache.
#pragma once

#include "analysis/bind/costed_kernel.h"

namespace osaca {

/// A store's figure is for a load to its own kind of register; to another kind a load takes more or less time.
/// `begin_together`: the load's first byte is the store's.
[[nodiscard]] Cycles forwarding_cycles(const Core &core, const CostedInstruction &store, const CostedInstruction &load,
                                       bool begin_together);

} // namespace osaca
