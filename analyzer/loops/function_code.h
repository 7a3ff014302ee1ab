// Extracts the code of functions from flow graphs.
#pragma once

#include "loops/flow_graph.h"

#include <optional>
#include <vector>

namespace osaca {

/// The instruction at an index into FlowGraph::code.
[[nodiscard]] const Instruction &instruction_of(const ParsedUnit &unit, const FlowGraph &graph, int code);

/// A graph of these blocks with their code, in the same order. Edges to other blocks are left out.
[[nodiscard]] FlowGraph part_of(const FlowGraph &graph, const std::vector<BlockIndex> &body);

/// The code that control can reach from `entry`. Empty if it has more than `most` instructions.
[[nodiscard]] std::optional<FlowGraph> code_from(const FlowGraph &graph, BlockIndex entry, int most);

/// How control leaves a function at the end of a block. If the probability of a conditional jump to code that is not in
/// the input is unknown, the jump is assumed not to be taken.
enum class Leaving { stays, returns, jumps_to_unknown };
[[nodiscard]] Leaving leaving(const ParsedUnit &unit, const FlowGraph &graph, const BasicBlock &block);

/// A jump at the end of a function to code that is not in the input.
[[nodiscard]] CallSite unknown_jump(const ParsedUnit &unit, const FlowGraph &graph, int code, int caller);

/// The likely code of a function (block 0 is its entry). Compilers place likely code directly after a branch. A branch
/// whose probability is unknown is therefore assumed not to be taken, unless it jumps backward, or the code after it
/// never returns. Empty if no path returns.
[[nodiscard]] std::optional<FlowGraph> likely_code(const ParsedUnit &unit, FlowGraph graph);

} // namespace osaca
