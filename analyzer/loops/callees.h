// Follows the calls of a loop into functions of the same input, as if these were inlined.
#pragma once

#include "loops/flow_graph.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace osaca {

// The blocks of a callee are copied into the flow graph of the loop, once for each call. The call continues at the
// callee's first block, and the callee's returns continue after the call. Paths, their probabilities and their kernels
// are then found as in any other loop. A jump from the callee to another function (a tail call) is followed like any
// jump.
//
// Not followed, so that the loop's cost is not known: callees that are not in the input, calls through pointers,
// recursion, and callees that contain a loop.

/// Limits for the code that is copied.
struct CallLimits {
  int depth = 4;                     ///< of calls in callees
  int instructions = 400;            ///< in all copies for one loop
  int instructions_of_unit = 20'000; ///< in all copies for all loops
};

class UnitFunctions;

/// The functions that the loops of a unit can call. The unit must outlive it. Not for several threads at a time.
class Callees {
public:
  explicit Callees(const ParsedUnit &unit, CallLimits limits = {});
  Callees(Callees &&) noexcept;
  ~Callees();

  /// The blocks `body` of `graph` and copies of the callees' blocks. The blocks of `body` come first, in this order;
  /// edges to other blocks are left out. Empty if these blocks contain no call.
  [[nodiscard]] std::optional<FlowGraph> follow_calls(const FlowGraph &graph, const std::vector<BlockIndex> &body);

  /// The blocks of a whole function, with its calls followed. Control runs off the end of the graph where the function
  /// returns. The first block is the entry. Empty if there is no function of this name, or it is too large.
  [[nodiscard]] std::optional<FlowGraph> whole_function(std::string_view name);

private:
  UnitFunctions &functions();
  FlowGraph expanded(FlowGraph graph);

  const ParsedUnit &unit_;
  CallLimits limits_;
  std::unique_ptr<UnitFunctions> functions_; ///< built for the first call
};

/// All blocks of a graph, `entry` first.
[[nodiscard]] std::vector<BlockIndex> all_blocks(const FlowGraph &graph, BlockIndex entry);

} // namespace osaca
