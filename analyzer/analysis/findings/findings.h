// Derives findings from figures: which rules apply to a kernel.
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

/// The input of the rules. The report already contains the prediction, the bounds, the instructions and the chains.
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

/// The source location at which an instruction is shown. If the instruction comes from a header of the compiler or the
/// system (an intrinsic, an operator of a library), this is the inlined call in the user's code or in the loop's file.
[[nodiscard]] SourceLocation shown_place(const KernelFacts &facts, const Instruction &instruction);

/// Why the loop takes the predicted time (findings_bound.cpp).
void find_bound(const KernelFacts &facts, Findings &findings);
/// What could be improved in the code itself (findings_code.cpp).
void find_code(const KernelFacts &facts, Findings &findings);
/// What the prediction does not include (findings_code.cpp).
void find_gaps(const KernelFacts &facts, bool ignore_unknown, Findings &findings);

/// A multiplication and an addition that one fused operation could replace, if that makes the loop faster
/// (findings_fusion.cpp).
void find_fusion(const KernelFacts &facts, Findings &findings);

/// Branches that the core may mispredict, because they depend on data (branches_on_data.cpp).
void find_path_on_data(const KernelFacts &facts, Findings &findings);

/// Vector code that loads or stores one element at a time (findings_elements.cpp).
void find_elements(const KernelFacts &facts, Findings &findings);

/// In which level the data is, as far as that is known, and which part of each cache line is used
/// (findings_memory.cpp).
void find_memory(const KernelFacts &facts, Findings &findings);

/// Updates of a table at indices that depend on the data (findings_scattered.cpp).
void find_scattered(const KernelFacts &facts, Findings &findings);

/// Loads that wait for an earlier store to another address, because the low 12 bits of both addresses are equal: 4K
/// aliasing (findings_memory.cpp).
void find_aliasing(const KernelFacts &facts, Findings &findings);

/// Loads that cannot take their value from an earlier store (findings_memory.cpp).
void find_blocked_forwarding(const KernelFacts &facts, Findings &findings);

/// A finding of a registered rule. Its source line is that of the first of `instructions` that has one.
[[nodiscard]] Finding make_finding(const KernelFacts &facts, std::string_view rule, FindingFacts found,
                                   std::vector<int> instructions);

[[nodiscard]] Mnemonics mnemonics(const KernelFacts &facts, const std::vector<int> &instructions);

// Updates of a table at indices that depend on the data, as in a histogram: an element is loaded, changed and stored
// again.
//
// The prediction assumes that successive iterations update different addresses. If they update the same address, each
// load waits for the previous store.

struct ScatteredUpdate {
  const MemoryAccess *load = nullptr; ///< an element of AddressAnalysis::accesses
  const MemoryAccess *store = nullptr;
  /// Per iteration, in the worst case: all updates go to the same address, so that each waits for the previous one. If
  /// the core learns that and renames the load, they go to two addresses in turn.
  Cycles cycles;
  bool is_in_turn = false; ///< the worst case is two addresses in turn
};

[[nodiscard]] std::vector<ScatteredUpdate> scattered_updates(const KernelFacts &facts);

// Values that a loop stores to the stack and loads again, because there are too few registers, or because a call in
// between overwrites them.

struct StackValues {
  std::vector<int> spills;       ///< instructions, ascending
  std::vector<int> around_calls; ///< instructions, ascending; no instruction is in both lists
};

[[nodiscard]] StackValues stack_values(const KernelFacts &facts);

/// Whether a call is executed on the way from one instruction to the other, possibly in the next iteration.
[[nodiscard]] bool is_call_between(const KernelFacts &facts, int from, int to);

} // namespace osaca
