// What to try, where the general advice of a rule would be wrong for the loop at hand. Empty: the rule's advice is right.
#pragma once

#include "analysis/findings.h"

#include <string>
#include <string_view>

namespace osaca {

/// For a loop-carried chain, in registers or through memory.
[[nodiscard]] std::string advice_on_chain(const KernelFacts &facts, const DependencyChain &chain);

/// For the busiest ports.
[[nodiscard]] std::string advice_on_ports(const KernelFacts &facts, PortSet bottleneck);

/// For a loop that the front end cannot feed.
[[nodiscard]] std::string advice_on_front_end(const KernelFacts &facts);

/// For a call of `callee`.
[[nodiscard]] std::string advice_on_call(std::string_view callee);

} // namespace osaca
