// Extracts the code of functions from flow graphs.
#pragma once

#include "loops/flow_graph.h"

#include <optional>
#include <vector>

namespace osaca {

/// The instruction at an index into FlowGraph::code.
[[nodiscard]] const Instruction &instruction_of(const ParsedUnit &unit, const FlowGraph &graph, int code);

/// These blocks with their code, in this order. Edges to other blocks are left out.
[[nodiscard]] FlowGraph part_of(const FlowGraph &graph, const std::vector<BlockIndex> &body);

/// The code that control reaches from `entry`; empty if it has more than `most` instructions.
[[nodiscard]] std::optional<FlowGraph> code_from(const FlowGraph &graph, BlockIndex entry, int most);

/// The way in which control leaves a function at the end of a block. A conditional jump to code that is not in the
/// input is assumed not to be taken if its probability is unknown.
enum class Leaving { stays, returns, jumps_to_unknown };
[[nodiscard]] Leaving leaving(const ParsedUnit &unit, const FlowGraph &graph, const BasicBlock &block);

/// A jump at the end of a function to code that is not in the input.
[[nodiscard]] CallSite unknown_jump(const ParsedUnit &unit, const FlowGraph &graph, int code, int caller);

/// The code of a function (block 0 is its entry). Compilers place likely code directly after a branch, so a branch
/// whose probability is unknown is assumed not to be taken, unless it jumps backward, or the other way does not return.
/// Empty if no way returns.
[[nodiscard]] std::optional<FlowGraph> likely_code(const ParsedUnit &unit, FlowGraph graph);

} // namespace osaca
