// What to try, where the general advice of a rule would be wrong for the loop at hand. Empty: the rule's advice is right.
#pragma once

#include "analysis/findings/findings.h"

#include <string>
#include <string_view>

namespace osaca {

/// For a loop-carried chain, in registers or through memory.
[[nodiscard]] std::string advice_on_chain(const KernelFacts &facts, const DependencyChain &chain);

/// For the divider. `users`: the instructions that occupy it.
[[nodiscard]] std::string advice_on_divider(const KernelFacts &facts, const std::vector<int> &users);

/// For the busiest ports. `users`: the instructions that keep them busy.
[[nodiscard]] std::string advice_on_ports(const KernelFacts &facts, PortSet bottleneck, const std::vector<int> &users);

/// For a loop that the front end cannot feed.
[[nodiscard]] std::string advice_on_front_end(const KernelFacts &facts);

/// Whether the chain is the sum, product or other repetition of one operation, which may be done in any order; not a
/// recurrence.
[[nodiscard]] bool is_reduction(const KernelFacts &facts, const DependencyChain &chain);

/// For a call of `callee` (advice_calls.cpp).
[[nodiscard]] std::string advice_on_call(std::string_view callee);

/// Whether nothing is to be done about the call: a vector variant that the compiler chose, several elements per call, or a function of
/// the C library that nobody inlines (advice_calls.cpp).
[[nodiscard]] bool is_as_good_as_it_gets(std::string_view callee);

} // namespace osaca
