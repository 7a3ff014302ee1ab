#include "analysis/graph/dependency_graph.h"
#include "base/index.h"

#include <algorithm>

namespace osaca {
namespace {

/// Nodes without an operand are updates of the stack pointer.
bool is_stack_pointer(const CostedKernel &kernel, const ValueNode &node) {
  if (node.operand < 0)
    return true;
  const CostedOperand &operand = kernel.instructions[at(node.instruction)].costed->operands[at(node.operand)];
  return operand.shape == CostedOperand::Shape::reg && operand.reg.kind == RegisterKind::stack_pointer;
}

} // namespace

void make_calls_independent(const CostedKernel &kernel, DependencyGraph &graph) {
  std::erase_if(graph.edges, [&](const Dependency &edge) {
    return edge.distance > 0 && edge.kind != DependencyKind::memory &&
           !is_stack_pointer(kernel, graph.nodes[edge.from]);
  });
}

} // namespace osaca
