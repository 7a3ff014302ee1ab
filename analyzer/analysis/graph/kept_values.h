// Values that a loop keeps until a comparison selects another one, such as the position of the largest element so far.
//
// The address of `a[best]` in `if (a[i] > a[best]) best = i;` depends on the previous comparison, but not as in a list
// or a search: it is one of the addresses that the loop has computed before, whatever the comparison says.
#pragma once

#include "analysis/graph/dependency_graph.h"
#include "base/index.h"

namespace osaca {

/// x86's cmov, AArch64's csel and fcsel: the result is one of two values, depending on a comparison.
[[nodiscard]] bool is_conditional_move(const Instruction &instruction);

class KeptValues {
public:
  /// `code` is the kernel of `graph`.
  KeptValues(const Kernel &code, const DependencyGraph &graph);

  /// Whether the node is the result of a conditional move that gets its own value of the previous iteration, unless it
  /// selects another value. False if the iterations also change this value, as a search does with a position.
  [[nodiscard]] bool contain(NodeIndex node) const { return is_kept_[node]; }

private:
  Indexed<ValueNode, bool> is_kept_;
};

} // namespace osaca
