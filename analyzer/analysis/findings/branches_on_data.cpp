// What decides when a loop ends, and which path an iteration takes.
#include "analysis/bounds/dependency_chains.h"
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

  /// Whether the branch depends on a value that the loop loads, or computes in another way than a counter. A jump
  /// through a table depends on the entry of the table, too, which is not what is asked.
  [[nodiscard]] bool depends_on_data(int branch) {
    const bool is_indirect = !instruction_at(facts_, branch).is_conditional;
    int data = 0;
    for (const NodeIndex node : leading_to(branch))
      data += is_data(node) ? is_element(node) ? 2 : 1 : 0;
    return data > (is_indirect ? 1 : 0);
  }

  /// The values that the branch reads, as their last writers before it leave them. Those of the previous iteration are
  /// not needed: compilers test close to the branch.
  [[nodiscard]] std::vector<NodeIndex> tested_by(int branch) const {
    std::vector<NodeIndex> values;
    for (const Register *reg : registers_of(instruction_at(facts_, branch))) {
      const int writer = last_writer(branch, *reg);
      for (const NodeIndex node : graph_.nodes.indices())
        if (graph_.nodes[node].instruction == writer && writes(node, *reg))
          values.push_back(node);
    }
    return values;
  }

private:
  /// The registers that it reads, including those of an address.
  [[nodiscard]] static std::vector<const Register *> registers_of(const Instruction &branch) {
    std::vector<const Register *> read;
    const auto add = [&read](const Register *reg) {
      if (reg != nullptr && reg->kind != RegisterKind::program_counter)
        read.push_back(reg);
    };
    for (const Operand &operand : branch.operands) {
      if (!operand.read)
        continue;
      add(as_register(operand));
      if (const MemoryOperand *memory = as_memory(operand)) {
        add(memory->base ? &*memory->base : nullptr);
        add(memory->index ? &*memory->index : nullptr);
      }
    }
    return read;
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

  /// Whether it is loaded from an array whose elements the iterations load one after the other.
  [[nodiscard]] bool is_element(NodeIndex node) const {
    const ValueNode &value = graph_.nodes[node];
    return std::ranges::any_of(facts_.addresses.accesses, [&](const MemoryAccess &access) {
      return access.instruction == value.instruction && access.operand == value.operand && access.step_bytes;
    });
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

namespace {

/// Directions that are less frequent than this are predicted well enough.
constexpr double least_probability = 0.15;

bool may_go_both_ways(const Instruction &branch) {
  const double taken = branch.taken_probability.value_or(0.5);
  return taken >= least_probability && taken <= 1 - least_probability;
}

bool decides_path(const KernelFacts &facts, const Instruction &branch) {
  const bool is_indirect = branch.is_branch && !branch.is_conditional && branch.branch_target.empty();
  const bool is_choice = branch.is_conditional && !branch.leaves_loop && facts.code.path.count > 1;
  return !branch.is_call && !branch.is_return && (is_indirect || (is_choice && may_go_both_ways(branch)));
}

/// From the beginning of the iteration until code of the correct path is executed.
std::optional<Cycles> cycles_until_corrected(const KernelFacts &facts, const std::vector<NodeIndex> &tested) {
  const std::optional<SourcedCycles> &restart = facts.kernel.model.core().misprediction_cycles;
  if (!restart)
    return std::nullopt;
  const Indexed<ValueNode, Cycles> ready = ready_cycles(facts.graph);
  Cycles last;
  for (const NodeIndex node : tested)
    last = std::max(last, ready[node]);
  return last + Cycles(1) + restart->value;
}

} // namespace

void find_path_on_data(const KernelFacts &facts, Findings &findings) {
  // With a rate of mispredictions, the report has their cost.
  if (facts.report.mispredictions || facts.code.encloses_loops || facts.code.role.is_secondary() ||
      facts.code.region != RegionKind::loop)
    return;
  std::optional<BranchInputs> inputs; // computed for the first branch; most loops have none
  PathOnData found;
  std::vector<int> branches;
  for (int i = 0; i < static_cast<int>(facts.code.instructions.size()); ++i) {
    if (!decides_path(facts, instruction_at(facts, i)))
      continue;
    if (!inputs)
      inputs.emplace(facts);
    if (!inputs->depends_on_data(i))
      continue;
    branches.push_back(i);
    found.is_indirect = found.is_indirect || !instruction_at(facts, i).is_conditional;
    if (const std::optional<Cycles> cycles = cycles_until_corrected(facts, inputs->tested_by(i)))
      found.cycles_each = std::max(found.cycles_each.value_or(0), *cycles);
  }
  if (branches.empty())
    return;
  found.mnemonics = mnemonics(facts, branches);
  findings.push_back(make_finding(facts, "osaca-path-on-data", std::move(found), std::move(branches)));
}

} // namespace osaca
