#include "analysis/findings/advice.h"

#include "analysis/findings/findings.h"

#include <algorithm>

namespace osaca {
namespace {

/// Whether it only counts, that is, adds a constant to a register.
bool counts(const Instruction &instruction) {
  const std::optional<RegisterUpdate> update = update_of(instruction);
  return update && update->target == update->source && update->constant != 0 && !instruction.loads &&
         !instruction.stores;
}

bool writes_register(const Instruction &instruction) {
  return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    const Register *reg = as_register(operand);
    return operand.written && reg != nullptr && reg->kind != RegisterKind::flag;
  });
}

/// The macro-ops that an unrolled loop would execute once for several iterations: the branch back with its comparison,
/// and counters.
Cycles of_the_loop_itself(const KernelFacts &facts) {
  Cycles own;
  const int last = static_cast<int>(facts.code.instructions.size()) - 1;
  for (int i = 0; i <= last; ++i) {
    const Instruction &instruction = instruction_at(facts, i);
    const bool is_its_comparison =
        i + 1 == last && !writes_register(instruction) && !instruction.loads && !instruction.stores;
    if (counts(instruction) || (i == last && instruction.is_branch) || is_its_comparison)
      own += facts.kernel.instructions[at(i)].dispatch_slots;
  }
  return own;
}

/// The gain from unrolling four times. Less than a twentieth of the loop does not justify larger code.
bool saves_little(Cycles own, Cycles macro_ops) { return own * Cycles(3, 4) * Cycles(20) < macro_ops; }

Cycles cycles_of(const DependencyChain &chain) { return chain.cycles / Cycles(std::max(chain.iterations, 1)); }

/// The longest loop-carried chain that an unrolled loop would have too: counters are advanced once for several
/// iterations. Null: there is none.
const DependencyChain *longest_chain_of_values(const KernelFacts &facts) {
  const DependencyChain *longest = nullptr;
  for (const DependencyChain &chain : facts.report.loop_carried) {
    const bool is_counter = std::ranges::all_of(
        chain.links, [&](const ChainLink &link) { return counts(instruction_at(facts, link.instruction)); });
    if (!is_counter && (longest == nullptr || cycles_of(*longest) < cycles_of(chain)))
      longest = &chain;
  }
  return longest;
}

/// A bound that differs by less leaves nothing to gain from a change of the largest one.
const Cycles least_gain(21, 20);

/// In the messages of GCC and Clang.
Vectors::Obstacle obstacle_in(std::string_view words) {
  using Obstacle = Vectors::Obstacle;
  constexpr std::pair<std::string_view, Obstacle> known[] = {
      {"control flow", Obstacle::control_flow},
      {"number of iterations cannot be computed", Obstacle::iteration_count},
      {"could not determine number of loop iterations", Obstacle::iteration_count}};
  for (const auto &[part, obstacle] : known)
    if (words.find(part) != std::string_view::npos)
      return obstacle;
  return Obstacle::unknown;
}

/// Detected by the name that GCC or Clang gives to the function.
bool is_in_parallel_region(const std::string &function) {
  return function.find("._omp_fn.") != std::string::npos || function.find("omp_outlined") != std::string::npos;
}

/// What follows from the way the loop ends, and from what it executes.
bool is_vectorisable(const KernelFacts &facts) {
  const auto only_has_scalar_form = [](const Instruction &instruction) {
    return instruction.is_call || instruction.register_stack.has_value();
  };
  return !facts.code.role.is_secondary() && facts.code.path.count == 1 && !facts.code.encloses_loops &&
         std::ranges::none_of(facts.code.instructions, only_has_scalar_form) &&
         std::ranges::all_of(facts.addresses.accesses, [](const MemoryAccess &access) {
           return !access.writes || access.step_bytes || access.even_step; // not at places that depend on the data
         });
}

} // namespace

bool is_stored(const KernelFacts &facts, const DependencyChain &chain) {
  const auto is_of_chain = [&](const Operand &operand) {
    const Register *reg = as_register(operand);
    return reg != nullptr && operand.read &&
           std::ranges::any_of(chain.links, [reg](const ChainLink &link) { return is_register(link.via, reg->name); });
  };
  return std::ranges::any_of(facts.code.instructions, [&](const Instruction &instruction) {
    return instruction.stores && !instruction.is_call && std::ranges::any_of(instruction.operands, is_of_chain);
  });
}

bool has_vectors(const MachineModel &model) {
  return model.data().isa != Isa::riscv64 || model.core().vector_length.has_value();
}

Vectors needed_for_vectors(const Kernel &code) {
  const CompilerOptions &options = code.options;
  const bool is_on =
      options.vectorises.value_or(false) &&
      options.cost_model.value_or(CompilerOptions::CostModel::any_gain) == CompilerOptions::CostModel::any_gain;
  // If an option limits the vectoriser, its reasons are not about the code.
  return {.need = is_on ? Vectors::Need::source : Vectors::Need::option,
          .obstacle = is_on ? obstacle_in(code.not_vectorised) : Vectors::Obstacle::unknown,
          .compiler_remark = is_on ? code.not_vectorised : "",
          .compiler = options.compiler,
          .in_parallel_region = is_in_parallel_region(code.function)};
}

Vectors vectors_for(const KernelFacts &facts) {
  const DependencyChain *chain = longest_chain_of_values(facts);
  if (chain != nullptr && facts.report.cycles_per_iteration < cycles_of(*chain) * least_gain &&
      !may_be_reordered(facts, *chain))
    return {};
  // If there is a vector body, the remainder and the version for overlapping pointers need no vectors.
  const bool has_them = facts.report.vector_bits > 0 || facts.code.role.kind == LoopRole::Kind::vector_body;
  if (!has_vectors(facts.kernel.model) || has_them || !is_vectorisable(facts))
    return {};
  const LoopEnd end = end_of_loop(facts);
  if (end.on_data && !end.on_count)
    return {};
  Vectors vectors = needed_for_vectors(facts.code);
  if (end.on_data)
    vectors.need = Vectors::Need::blocks;
  return vectors;
}

Unrolling unrolling_of(const KernelFacts &facts) {
  using Gain = Unrolling::Gain;
  const std::optional<OpCache> &cache = facts.kernel.model.core().op_cache;
  Unrolling unrolling;
  unrolling.compiler = facts.code.options.compiler;
  unrolling.macro_ops = facts.front_end.macro_ops;
  unrolling.of_loop = of_the_loop_itself(facts);
  unrolling.kept = cache ? Cycles(cache->entries) * Cycles(cache->entry_ops) : Cycles();
  const auto limit = [&unrolling](BoundKind kind, Cycles cycles) {
    if (unrolling.other_cycles < cycles) {
      unrolling.other_cycles = cycles;
      unrolling.other_limit = kind;
    }
  };
  if (const DependencyChain *chain = longest_chain_of_values(facts))
    limit(BoundKind::loop_carried, cycles_of(*chain));
  limit(BoundKind::divider, facts.report.bound(BoundKind::divider));
  limit(BoundKind::stores, facts.report.bound(BoundKind::stores));
  if (facts.code.way_back == WayBack::none)
    unrolling.gain = Gain::none_to_unroll;
  else if (facts.report.cycles_per_iteration < unrolling.other_cycles * least_gain)
    unrolling.gain = Gain::none_other_limit;
  else if (!scattered_updates(facts).empty())
    unrolling.gain = Gain::none_scattered;
  else if (!unrolling.kept.is_zero() && unrolling.kept < unrolling.macro_ops * Cycles(2))
    unrolling.gain = Gain::none_too_large;
  else if (saves_little(unrolling.of_loop, unrolling.macro_ops))
    unrolling.gain = Gain::little;
  else if (facts.code.options.unrolls.value_or(false))
    unrolling.gain = Gain::not_by_option;
  return unrolling;
}

} // namespace osaca
