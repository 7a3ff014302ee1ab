// Advice for cases in which the general advice of a rule would be wrong for the loop. The result `of_rule` means that
// the general advice fits.
#pragma once

#include "analysis/findings/findings.h"

#include <string>
#include <string_view>

namespace osaca {

/// For a loop-carried chain, through registers or memory.
[[nodiscard]] ChainWait::Advice advice_on_chain(const KernelFacts &facts, const DependencyChain &chain);

/// For the divider. `users` are the instructions that occupy it.
[[nodiscard]] DividerBusy::Advice advice_on_divider(const KernelFacts &facts, const std::vector<int> &users);

/// For the busiest ports. `users` are the instructions that occupy them.
void advise_on_ports(const KernelFacts &facts, PortSet bottleneck, const std::vector<int> &users, PortsBusy &busy);

/// For a loop that is limited by the front end.
void advise_on_front_end(const KernelFacts &facts, FrontEndBusy &busy);

/// Whether the chain repeats one floating-point operation that may be performed in any order, such as a sum or a
/// product, and the loop needs only the last result, so that the chain is a reduction and not a recurrence.
[[nodiscard]] bool is_reduction(const KernelFacts &facts, const DependencyChain &chain);

/// Whether vectors may shorten the chain: a reduction, or a chain of integers that repeats one operation.
[[nodiscard]] bool may_be_reordered(const KernelFacts &facts, const DependencyChain &chain);

/// Whether the chain is the maximum or minimum of floating-point numbers.
[[nodiscard]] bool is_extremum(const KernelFacts &facts, const DependencyChain &chain);

/// Whether all instructions of the chain compare values and select one of them.
[[nodiscard]] bool is_selection(const KernelFacts &facts, const DependencyChain &chain);

/// Whether all instructions of the chain do the same operation, which may be performed in any order: a sum, a product,
/// a bitwise operation or a selection. False for hashes and random numbers, which mix several operations.
[[nodiscard]] bool repeats_one_operation(const KernelFacts &facts, const DependencyChain &chain);

/// What a floating-point chain does with its value. If it does several of these, the last of them in this list counts.
enum class ChainOperation {
  in_any_order, ///< a sum, a product, a maximum or a minimum
  divided,      ///< divided by other numbers: the divisors may be multiplied in any order
  reversed,     ///< subtracted from other numbers, or divides them
  by_itself     ///< a root, or an operation of the value with itself
};
[[nodiscard]] ChainOperation operation_of(const KernelFacts &facts, const DependencyChain &chain);

/// Whether a value that is not part of the chain enters it in each iteration: a table is looked up at an index that
/// depends on new data, as in a CRC. In a list, an address alone leads to the next one.
[[nodiscard]] bool takes_new_data(const KernelFacts &facts, const DependencyChain &chain);

/// Whether the loop uses each value of the chain in other ways, too: it stores the value, compares it, or adds it to
/// another sum. Moves do not count, and chains of x87 are not examined.
[[nodiscard]] bool needs_each_value(const KernelFacts &facts, const DependencyChain &chain);

/// The longest loop-carried chain. If it is a reduction of the values of another chain that is as long, the other one.
/// Precondition: there is a chain.
[[nodiscard]] const DependencyChain &limiting_chain(const KernelFacts &facts);

/// Whether no option lets compilers split the chain: it consists of packed operations or of those of x87, the loop
/// needs each of its values, or the loop cannot be vectorised because of calls or because data ends it.
[[nodiscard]] bool is_beyond_options(const KernelFacts &facts, const DependencyChain &chain);

/// For a call of `callee`. `none`: the callee is a vector variant that the compiler chose (several elements per call),
/// or a function of the C library that compilers do not inline.
[[nodiscard]] CallMade::Advice advice_on_call(std::string_view callee);

/// Whether `callee` is a function of the C or C++ library, which is shared and therefore never inlined.
[[nodiscard]] bool is_of_library(std::string_view callee);

/// Whether the loop stores each value of the chain, as for running totals. Then it needs all intermediate results.
[[nodiscard]] bool is_stored(const KernelFacts &facts, const DependencyChain &chain);

// What the compiler could do about a loop, given its options.

/// What decides when the loop ends, as far as the machine code shows (branches_on_data.cpp).
struct LoopEnd {
  bool on_data = false; ///< an exit depends on a loaded value, or on one that is computed in another way than a counter
  bool on_count = false; ///< another exit does not
};
[[nodiscard]] LoopEnd end_of_loop(const KernelFacts &facts);

/// Whether the core executes vector instructions. This is an option of the instruction set of RISC-V only.
[[nodiscard]] bool has_vectors(const MachineModel &model);

/// For a loop that could be vectorised.
[[nodiscard]] Vectors needed_for_vectors(const Kernel &code);

/// Whether the loop could be vectorised, as far as the machine code shows, and what is needed for that.
[[nodiscard]] Vectors vectors_for(const KernelFacts &facts);

[[nodiscard]] Unrolling unrolling_of(const KernelFacts &facts);

} // namespace osaca
