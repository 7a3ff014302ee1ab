// From figures to advice: which rules apply to a kernel.
#pragma once

#include "analysis/bounds/dependency_chains.h"
#include "analysis/bounds/front_end.h"
#include "analysis/bounds/port_pressure.h"
#include "analysis/graph/address.h"
#include "analysis/graph/dependency_graph.h"
#include "base/index.h"
#include "report/report.h"

#include <vector>

namespace osaca {

/// What the rules look at. The report already holds the prediction, the bounds, the instructions and the chains.
struct KernelFacts {
  const Kernel &code;
  const CostedKernel &kernel;
  const AddressAnalysis &addresses;
  const PortPressure &pressure;
  const FrontEnd &front_end;
  const DependencyGraph &graph;
  const KernelReport &report;
};

[[nodiscard]] inline const Instruction &instruction_at(const KernelFacts &facts, int index) {
  return facts.code.instructions[at(index)];
}

/// Where to show what an instruction does: its own line; of one from a header of the compiler or the system (an
/// intrinsic, an operator of a library) the line of the user's code, or of the loop's file, that it was inlined into.
[[nodiscard]] SourceLocation shown_place(const KernelFacts &facts, const Instruction &instruction);

/// Why the loop takes as long as it takes (findings_bound.cpp).
void find_bound(const KernelFacts &facts, std::vector<Finding> &findings);
/// What about the code itself is improvable (findings_code.cpp).
void find_code(const KernelFacts &facts, std::vector<Finding> &findings);
/// What the prediction does not cover (findings_code.cpp).
void find_gaps(const KernelFacts &facts, bool ignore_unknown, std::vector<Finding> &findings);

/// A multiplication and an addition that one fused operation could replace, if the loop would be faster
/// (findings_fusion.cpp).
void find_fusion(const KernelFacts &facts, std::vector<Finding> &findings);

/// Where the data are, as far as that is known, and what of each line is used (findings_memory.cpp).
void find_memory(const KernelFacts &facts, std::vector<Finding> &findings);

/// Updates at places that the data decide (findings_scattered.cpp).
void find_scattered(const KernelFacts &facts, std::vector<Finding> &findings);

/// Loads that are taken for others (findings_aliasing.cpp).
void find_aliasing(const KernelFacts &facts, std::vector<Finding> &findings);

/// Loads that cannot be given the value of a store (findings_forwarding.cpp).
void find_blocked_forwarding(const KernelFacts &facts, std::vector<Finding> &findings);

/// A finding of a registered rule, placed at the source line of the first of `instructions` that has one.
[[nodiscard]] Finding make_finding(const KernelFacts &facts, std::string_view rule, FindingFacts found,
                                   std::vector<int> instructions);

[[nodiscard]] Mnemonics mnemonics(const KernelFacts &facts, const std::vector<int> &instructions);

// Updates of a table at places that the data decide, as a histogram makes them: load, change, store back.
//
// The prediction takes the places of neighbouring iterations for different ones. Where they are the same, each load
// waits for the store before it.

struct ScatteredUpdate {
  const MemoryAccess *load = nullptr; ///< of the analysis of addresses
  const MemoryAccess *store = nullptr;
  Cycles cycles; ///< from one turn to the next of a chain of such updates, where the place is always the same
};

[[nodiscard]] std::vector<ScatteredUpdate> scattered_updates(const KernelFacts &facts);

// Values that a loop stores to the stack and loads again: because there are too few registers, or because a call in
// between overwrites them.

struct StackValues {
  std::vector<int> spills;       ///< instructions, ascending
  std::vector<int> around_calls; ///< likewise, and none of the others
};

[[nodiscard]] StackValues stack_values(const KernelFacts &facts);

/// Whether control comes through a call on its way from one instruction to the other, perhaps in the next iteration.
[[nodiscard]] bool is_call_between(const KernelFacts &facts, int from, int to);

} // namespace osaca
