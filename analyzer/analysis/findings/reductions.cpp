// Which chains are reductions, that is, repeat one operation that may be performed in any order.
#include "analysis/findings/advice.h"
#include "analysis/findings/findings.h"
#include "analysis/findings/operations.h"
#include "analysis/graph/kept_values.h"
#include "base/index.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

namespace osaca {

namespace {

/// What an instruction of a chain does to the value that is passed on.
enum class Step { move, sum, product, conjunction, disjunction, exclusive_or, selection, other };

struct StepNames {
  Step step;
  std::span<const std::string_view> prefixes;
};

// Prefixes of mnemonics, without the "v" and "p" with which packed operations begin.
constexpr std::array<std::string_view, 7> move_names = {"mov", "fmov", "sext", "zext", "sxt", "uxt", "mv"};
constexpr std::array<std::string_view, 21> sum_names = {"add",  "sub",  "inc",  "dec",  "lea",  "adc",   "sbb",
                                                        "cinc", "csi",  "uadd", "sadd", "mla",  "mls",   "smla",
                                                        "umla", "sdot", "udot", "uab",  "uada", "dpbus", "redsu"};
constexpr std::array<std::string_view, 2> product_names = {"imul", "mul"};
constexpr std::array<std::string_view, 2> conjunction_names = {"and", "redand"};
constexpr std::array<std::string_view, 2> disjunction_names = {"or", "redor"};
constexpr std::array<std::string_view, 3> exclusive_or_names = {"xor", "eor", "redxor"};
constexpr std::array<std::string_view, 17> selection_names = {"cmp",  "cmov", "csel",  "fcmp", "fcsel", "comi",
                                                              "ucom", "max",  "min",   "smax", "smin",  "umax",
                                                              "umin", "fmax", "blend", "fmin", "redm"};

constexpr std::array steps = {
    StepNames{Step::move, move_names},
    StepNames{Step::sum, sum_names},
    StepNames{Step::product, product_names},
    StepNames{Step::conjunction, conjunction_names},
    StepNames{Step::disjunction, disjunction_names},
    StepNames{Step::exclusive_or, exclusive_or_names},
    StepNames{Step::selection, selection_names},
};

Step step_by_name(const Instruction &instruction) {
  std::string_view name = instruction.mnemonic;
  if (name.starts_with('v'))
    name.remove_prefix(1);
  if (instruction.is_vector_packed && name.starts_with('p'))
    name.remove_prefix(1);
  if (name.starts_with("mulh")) // the high half of a product is no product
    return Step::other;
  const auto found = std::ranges::find_if(steps, [name](const StepNames &names) {
    return std::ranges::any_of(names.prefixes, [name](std::string_view prefix) { return name.starts_with(prefix); });
  });
  return found == steps.end() ? Step::other : found->step;
}

/// If the result is a sum of which the value is a part. Adding a multiple of the value, as `lea` does, or the value to
/// itself multiplies it.
std::optional<Step> step_in_sum(const Instruction &user, const Carrier &via) {
  if (!user.affine)
    return std::nullopt;
  int parts = 0;
  bool is_multiplied = false;
  for (const AffineResult::Term &term : user.affine->terms()) {
    const auto is_value = [&](int operand) {
      const Register *reg = operand < 0 ? nullptr : as_register(user.operands[static_cast<std::size_t>(operand)]);
      return reg != nullptr && is_register(via, reg->name);
    };
    parts += is_value(term.operand) ? 1 : 0;
    is_multiplied =
        is_multiplied || is_value(term.times) || (is_value(term.operand) && (term.factor != 1 || term.times >= 0));
  }
  if (parts == 0 && !is_multiplied)
    return std::nullopt;
  if (is_multiplied || parts > 1 || user.affine->right_shift != 0)
    return step_by_name(user) == Step::product ? Step::product : Step::other;
  return user.affine->terms().size() == 1 && user.affine->constant == 0 ? Step::move : Step::sum;
}

bool is_in_chain(const DependencyChain &chain, int instruction) {
  return std::ranges::any_of(chain.links, [&](const ChainLink &link) { return link.instruction == instruction; });
}

/// Whether the values of the chain decide what its conditional moves select. Otherwise these only make an operation
/// conditional, as in a count of the elements for which something holds.
bool decides_itself(const KernelFacts &facts, const DependencyChain &chain) {
  const auto depends_on_chain = [&](int instruction) {
    return is_in_chain(chain, instruction) || std::ranges::any_of(facts.graph.edges, [&](const Dependency &edge) {
             return facts.graph.nodes[edge.to].instruction == instruction &&
                    is_in_chain(chain, facts.graph.nodes[edge.from].instruction);
           });
  };
  return std::ranges::any_of(facts.graph.edges, [&](const Dependency &edge) {
    const int to = facts.graph.nodes[edge.to].instruction;
    return edge.kind == DependencyKind::flag && is_in_chain(chain, to) &&
           is_conditional_move(instruction_at(facts, to)) && depends_on_chain(facts.graph.nodes[edge.from].instruction);
  });
}

/// The one step that all instructions of the chain take, apart from moves; `other`: they take several.
Step common_step(const KernelFacts &facts, const DependencyChain &chain) {
  const bool decides = decides_itself(facts, chain);
  std::optional<Step> common;
  for (std::size_t i = 0; i < chain.links.size(); ++i) {
    const Instruction &user = instruction_at(facts, chain.links[(i + 1) % chain.links.size()].instruction);
    const Step step = !decides && is_conditional_move(user)
                          ? Step::move
                          : step_in_sum(user, chain.links[i].via).value_or(step_by_name(user));
    if (step != Step::move && common.value_or(step) != step)
      return Step::other;
    if (step != Step::move)
      common = step;
  }
  return common.value_or(Step::other);
}

/// Whether an operation that is not commutative gets the chain's value as its first source, as its other source, or as
/// both. The last explicit source of a subtraction or division is what is subtracted, or the divisor.
struct Sources {
  bool first = false;
  bool last = false;
};

Sources sources_of_value(const Instruction &user, const Carrier &via) {
  std::vector<bool> is_value;
  for (const Operand &operand : user.operands) {
    const Register *reg = as_register(operand);
    if (operand.read && !operand.implicit && (reg != nullptr || as_memory(operand) != nullptr))
      is_value.push_back(reg != nullptr && is_register(via, reg->name));
  }
  if (is_value.empty())
    return {};
  return {is_value.front(), is_value.size() > 1 && is_value.back()};
}

bool has_part(const Instruction &instruction, std::string_view part) {
  return instruction.mnemonic.find(part) != std::string::npos;
}

/// Whether a fused operation subtracts the number that it adds otherwise. The instruction sets name this differently.
bool subtracts_addend(const KernelFacts &facts, const Instruction &fused) {
  std::string_view name = fused.mnemonic;
  if (facts.code.isa == Isa::x86_64)
    return name.starts_with("vfmsub") || name.starts_with("vfnmsub");
  if (facts.code.isa == Isa::riscv64)
    return name.starts_with("fmsub") || name.starts_with("fnmadd");
  return name.starts_with("fnmsub") || name.starts_with("fnmadd");
}

/// The operation of one instruction of a chain, which gets the value by `via`.
ChainOperation operation_with(const KernelFacts &facts, const Instruction &user, const Carrier &via) {
  const bool is_division = has_part(user, "div");
  if (has_part(user, "sqrt"))
    return ChainOperation::by_itself;
  if (user.register_stack) // which of its registers has the value is not known here
    return is_division ? ChainOperation::reversed : ChainOperation::in_any_order;
  if (addend_operand(user.opcode))
    return subtracts_addend(facts, user) ? ChainOperation::reversed : ChainOperation::in_any_order;
  if (!is_division && !has_part(user, "add") && !has_part(user, "sub") && !has_part(user, "mul"))
    return ChainOperation::in_any_order;
  const Sources sources = sources_of_value(user, via);
  if (sources.first && sources.last)
    return ChainOperation::by_itself;
  if (sources.last && (is_division || has_part(user, "sub")))
    return ChainOperation::reversed;
  return is_division ? ChainOperation::divided : ChainOperation::in_any_order;
}

} // namespace

ChainOperation operation_of(const KernelFacts &facts, const DependencyChain &chain) {
  ChainOperation operation = ChainOperation::in_any_order;
  for (std::size_t i = 0; i < chain.links.size(); ++i) {
    const Instruction &user = instruction_at(facts, chain.links[(i + 1) % chain.links.size()].instruction);
    operation = std::max(operation, operation_with(facts, user, chain.links[i].via));
  }
  return operation;
}

namespace {

/// Whether it copies a register. The copy may be for the code after the loop.
bool copies_register(const Instruction &instruction) {
  return !instruction.loads && !instruction.stores && step_by_name(instruction) == Step::move;
}

/// Whether a value, or a copy of it, is an input of an instruction that is not part of the chain.
bool is_used_outside(const KernelFacts &facts, const DependencyChain &chain, NodeIndex value) {
  std::vector<NodeIndex> open = {value};
  std::vector<NodeIndex> seen = open;
  while (!open.empty()) {
    const NodeIndex node = open.back();
    open.pop_back();
    for (const Dependency &edge : facts.graph.edges) {
      const int user = facts.graph.nodes[edge.to].instruction;
      if (edge.from != node || edge.kind == DependencyKind::internal || is_in_chain(chain, user))
        continue;
      if (!copies_register(instruction_at(facts, user)))
        return true;
      if (std::ranges::find(seen, edge.to) == seen.end()) {
        seen.push_back(edge.to);
        open.push_back(edge.to);
      }
    }
  }
  return false;
}

/// Whether a value of one chain is an input of the other.
bool feeds(const KernelFacts &facts, const DependencyChain &chain, const DependencyChain &other) {
  return std::ranges::any_of(facts.graph.edges, [&](const Dependency &edge) {
    const int from = facts.graph.nodes[edge.from].instruction;
    const int to = facts.graph.nodes[edge.to].instruction;
    return is_in_chain(chain, from) && !is_in_chain(other, from) && is_in_chain(other, to);
  });
}

} // namespace

bool needs_each_value(const KernelFacts &facts, const DependencyChain &chain) {
  return std::ranges::any_of(facts.graph.nodes.indices(), [&](NodeIndex node) {
    const ValueNode &value = facts.graph.nodes[node];
    if (value.kind != ValueKind::result || value.operand < 0 || !is_in_chain(chain, value.instruction))
      return false;
    const Instruction &instruction = instruction_at(facts, value.instruction);
    const Register *reg = as_register(instruction.operands[at(value.operand)]);
    return !instruction.register_stack && reg != nullptr && reg->kind != RegisterKind::flag &&
           is_used_outside(facts, chain, node);
  });
}

const DependencyChain &limiting_chain(const KernelFacts &facts) {
  const std::vector<DependencyChain> &chains = facts.report.loop_carried;
  const DependencyChain &longest = chains.front();
  if (!is_reduction(facts, longest))
    return longest;
  const auto other = std::ranges::find_if(chains, [&](const DependencyChain &chain) {
    return chain.cycles * Cycles(longest.iterations) == longest.cycles * Cycles(chain.iterations) &&
           feeds(facts, chain, longest);
  });
  return other == chains.end() ? longest : *other;
}

bool takes_new_data(const KernelFacts &facts, const DependencyChain &chain) {
  return std::ranges::any_of(facts.graph.edges, [&](const Dependency &edge) {
    const int from = facts.graph.nodes[edge.from].instruction;
    return edge.kind != DependencyKind::internal && !is_in_chain(chain, from) &&
           is_in_chain(chain, facts.graph.nodes[edge.to].instruction);
  });
}

bool is_selection(const KernelFacts &facts, const DependencyChain &chain) {
  return common_step(facts, chain) == Step::selection;
}

bool repeats_one_operation(const KernelFacts &facts, const DependencyChain &chain) {
  const Step step = common_step(facts, chain);
  return step != Step::other && (step != Step::product || takes_new_data(facts, chain));
}

} // namespace osaca
