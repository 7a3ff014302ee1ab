// Stores and loads of which one comes to a varying place inside of what the other one accesses.
#pragma once

#include "analysis/graph/address.h"
#include "analysis/graph/forwarding.h"

#include <vector>

namespace osaca {

/// `movb %bl, (%rdi,%rdx)` behind `and $7, %edx`, and `movq (%rdi), %rax`: whichever byte is stored, the load reads it.
/// For each such load the last store before it, in this iteration or in the one before. In the order of the loads.
[[nodiscard]] std::vector<Forwarding> forwardings_of_varying_places(const AddressAnalysis &analysis);

} // namespace osaca
