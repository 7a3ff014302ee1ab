// What decides when a loop ends.
#include "analysis/findings/advice.h"
#include "analysis/findings/findings.h"
#include "analysis/graph/components.h"
#include "base/index.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace osaca {
namespace {

/// Whether the instruction advances a counter or an address, by a constant or by a register.
bool advances(const Instruction &instruction) {
  return instruction.affine && instruction.affine->right_shift == 0 &&
         std::ranges::all_of(instruction.affine->terms(), [](const AffineResult::Term &term) {
           return (term.factor == 1 || term.factor == -1) && term.times < 0;
         });
}

DependencyGraph without_memory(DependencyGraph graph) {
  std::erase_if(graph.edges, [](const Dependency &edge) { return edge.kind == DependencyKind::memory; });
  return graph;
}

class BranchInputs {
public:
  explicit BranchInputs(const KernelFacts &facts)
      : facts_(facts), graph_(without_memory(facts.graph)), components_(graph_),
        inputs_(graph_.nodes.size(), graph_.edges, [this](EdgeIndex e) { return graph_.edges[e].to.number; }) {
    for (const MemoryAccess &access : facts.addresses.accesses)
      if (access.step_bytes == 0)
        in_place_.emplace(access.instruction, access.operand);
    for (const Dependency &edge : graph_.edges)
      if (edge.distance > 0 && components_.of(edge) >= 0)
        recurring_.insert(components_.of(edge));
  }

  /// Whether the branch depends on a value that the loop loads, or computes in another way than a counter.
  [[nodiscard]] bool depends_on_data(int branch) {
    return std::ranges::any_of(leading_to(branch), [this](NodeIndex node) { return is_data(node); });
  }

private:
  /// The values that the branch reads, as their last writers before it leave them. Those of the previous iteration are
  /// not needed: compilers test close to the branch.
  [[nodiscard]] std::vector<NodeIndex> tested_by(int branch) const {
    std::vector<NodeIndex> values;
    for (const Operand &operand : instruction_at(facts_, branch).operands) {
      const Register *reg = as_register(operand);
      if (reg == nullptr || !operand.read || reg->kind == RegisterKind::program_counter)
        continue;
      const int writer = last_writer(branch, *reg);
      for (const NodeIndex node : graph_.nodes.indices())
        if (graph_.nodes[node].instruction == writer && writes(node, *reg))
          values.push_back(node);
    }
    return values;
  }

  /// The values on which the branch depends, directly or not.
  [[nodiscard]] std::set<NodeIndex> leading_to(int branch) {
    std::vector<NodeIndex> open = tested_by(branch);
    std::set<NodeIndex> seen(open.begin(), open.end());
    while (!open.empty()) {
      const NodeIndex node = open.back();
      open.pop_back();
      for (const EdgeIndex edge : inputs_.of(at(node.number)))
        if (seen.insert(graph_.edges[edge].from).second)
          open.push_back(graph_.edges[edge].from);
    }
    return seen;
  }

  [[nodiscard]] bool is_data(NodeIndex node) const {
    const ValueNode &value = graph_.nodes[node];
    if (value.kind == ValueKind::loaded)
      return !in_place_.contains({value.instruction, value.operand});
    return recurring_.contains(components_.of(node)) && !advances(instruction_at(facts_, value.instruction));
  }

  [[nodiscard]] bool writes(NodeIndex node, const Register &reg) const {
    const ValueNode &value = graph_.nodes[node];
    if (value.kind != ValueKind::result || value.operand < 0)
      return false;
    const Register *result = as_register(instruction_at(facts_, value.instruction).operands[at(value.operand)]);
    return result != nullptr && result->overlaps(reg);
  }

  [[nodiscard]] int last_writer(int branch, const Register &reg) const {
    int last = -1;
    for (const NodeIndex node : graph_.nodes.indices())
      if (graph_.nodes[node].instruction < branch && writes(node, reg))
        last = std::max(last, graph_.nodes[node].instruction);
    return last;
  }

  const KernelFacts &facts_;
  DependencyGraph graph_;
  Components components_;
  Groups<Dependency> inputs_; ///< the edges by their targets
  std::set<std::pair<int, int>> in_place_;
  std::set<int> recurring_; ///< components with values of earlier iterations
};

bool is_exit(const KernelFacts &facts, int i) {
  const Instruction &instruction = instruction_at(facts, i);
  const bool closes_marked_code = facts.code.region == RegionKind::marked && instruction.is_conditional &&
                                  i + 1 == static_cast<int>(facts.code.instructions.size());
  return !instruction.is_call && (instruction.leaves_loop || closes_marked_code);
}

} // namespace

LoopEnd end_of_loop(const KernelFacts &facts) {
  LoopEnd end;
  std::optional<BranchInputs> ends; // computed for the first exit; marked code may have none
  for (int i = 0; i < static_cast<int>(facts.code.instructions.size()) && !(end.on_data && end.on_count); ++i) {
    if (!is_exit(facts, i))
      continue;
    if (!ends)
      ends.emplace(facts);
    (ends->depends_on_data(i) ? end.on_data : end.on_count) = true;
  }
  return end;
}

} // namespace osaca
