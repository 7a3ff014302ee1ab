// What to try, where the general advice of a rule would be wrong for the loop at hand. `of_rule`: that advice is right.
#pragma once

#include "analysis/findings/findings.h"

#include <string>
#include <string_view>

namespace osaca {

/// For a loop-carried chain, in registers or through memory.
[[nodiscard]] ChainWait::Advice advice_on_chain(const KernelFacts &facts, const DependencyChain &chain);

/// For the divider. `users`: the instructions that occupy it.
[[nodiscard]] DividerBusy::Advice advice_on_divider(const KernelFacts &facts, const std::vector<int> &users);

/// For the busiest ports. `users`: the instructions that keep them busy.
void advise_on_ports(const KernelFacts &facts, PortSet bottleneck, const std::vector<int> &users, PortsBusy &busy);

/// For a loop that the front end cannot feed.
void advise_on_front_end(const KernelFacts &facts, FrontEndBusy &busy);

/// Whether the chain is the sum, product or other repetition of one operation, which may be done in any order; not a
/// recurrence.
[[nodiscard]] bool is_reduction(const KernelFacts &facts, const DependencyChain &chain);

/// For a call of `callee` (advice_calls.cpp). `none`: of a vector variant that the compiler chose, several elements per
/// call, or of a function of the C library that nobody inlines.
[[nodiscard]] CallMade::Advice advice_on_call(std::string_view callee);

// What compilers could do about a loop, by the options that they were given.

/// For a loop that could have vectors.
[[nodiscard]] Vectors needed_for_vectors(const Kernel &code);

/// Whether vectors could do the work as far as one can see from the machine code, and what they need.
[[nodiscard]] Vectors vectors_for(const KernelFacts &facts);

[[nodiscard]] Unrolling unrolling_of(const KernelFacts &facts);

} // namespace osaca
