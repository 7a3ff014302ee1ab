// Follows the calls of a loop into functions of the same input, as if these were inlined.
#pragma once

#include "loops/counted_loops.h"
#include "loops/flow_graph.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace osaca {

// The blocks of a callee are copied into the flow graph of the loop, once for each call. The call leads to the callee's
// first block, and the callee's returns lead to the code after the call. Paths, their probabilities and their kernels
// are then found as in any other loop. A jump from the callee to another function (a tail call) is followed like any
// other jump.
//
// Some calls are not followed, so that their cost is unknown: calls of functions that are not in the input, calls
// through pointers, recursive calls, and calls of functions that contain a loop, unless it is short (counted_loops.h).

/// Limits for the code that is copied.
struct CallLimits {
  int depth = 4;                     ///< of nested calls
  int instructions = 400;            ///< in all copies for one loop
  int instructions_of_unit = 20'000; ///< in all copies for all loops
};

class UnitFunctions;

/// The functions that the loops of a unit can call. The unit must outlive this object. Must not be used by several
/// threads at the same time.
class Callees {
public:
  explicit Callees(const ParsedUnit &unit, CallLimits limits = {});
  Callees(Callees &&) noexcept;
  ~Callees();

  /// A graph of the blocks `body` of `graph`, and of copies of the callees' blocks. The blocks of `body` come first, in
  /// the same order. Edges to other blocks are left out. Empty if these blocks contain no call.
  [[nodiscard]] std::optional<FlowGraph> follow_calls(const FlowGraph &graph, const std::vector<BlockIndex> &body);

  /// The blocks of a whole function, with its counted loops unrolled and its calls followed. The first block is the
  /// entry. Where the function returns, control leaves the graph at its end (BasicBlock::runs_off). Empty if there is
  /// no function of this name, or if it is too large.
  [[nodiscard]] std::optional<FlowGraph> whole_function(std::string_view name);

  [[nodiscard]] CountedLoops &counted_loops() { return *counted_loops_; }

private:
  UnitFunctions &functions();
  FlowGraph expanded(FlowGraph graph);

  const ParsedUnit &unit_;
  CallLimits limits_;
  std::unique_ptr<CountedLoops> counted_loops_;
  std::unique_ptr<UnitFunctions> functions_; ///< built for the first call
};

/// All blocks of a graph, `entry` first.
[[nodiscard]] std::vector<BlockIndex> all_blocks(const FlowGraph &graph, BlockIndex entry);

} // namespace osaca
