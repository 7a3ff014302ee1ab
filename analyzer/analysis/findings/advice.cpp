#include "analysis/findings/advice.h"

#include "analysis/findings/findings.h"
#include "analysis/findings/operations.h"
#include "analysis/graph/kept_values.h"
#include "base/index.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>

namespace osaca {

namespace {

template <class Predicate> bool any_link(const KernelFacts &facts, const DependencyChain &chain, Predicate is_wanted) {
  return std::ranges::any_of(chain.links,
                             [&](const ChainLink &link) { return is_wanted(instruction_at(facts, link.instruction)); });
}

bool is_floating_point(const Instruction &instruction) {
  return has_packed_form(instruction.opcode) || is_packed_arithmetic(instruction.opcode) ||
         is_ordered_sum(instruction.opcode) || instruction.is_scalar_fp;
}

/// Whether a load of the chain waits for its address, and not for a value that is combined with the loaded value.
bool computes_an_address(const KernelFacts &facts, const DependencyChain &chain) {
  for (std::size_t i = 0; i < chain.links.size(); ++i) {
    const Carrier &via = chain.links[i].via;
    const Instruction &user = instruction_at(facts, chain.links[(i + 1) % chain.links.size()].instruction);
    for (const Operand &operand : user.operands) {
      const MemoryOperand *memory = as_memory(operand);
      if (memory && operand.read &&
          ((memory->base && is_register(via, memory->base->name)) ||
           (memory->index && is_register(via, memory->index->name))))
        return true;
    }
  }
  return false;
}

/// Whether a comparison decides what the next iteration accesses: a search and not a list.
bool passes_through_flags(const KernelFacts &facts, const DependencyChain &chain) {
  return std::ranges::any_of(chain.links, [&](const ChainLink &link) {
    const std::vector<Operand> &operands = instruction_at(facts, link.instruction).operands;
    return std::ranges::any_of(operands, [&](const Operand &operand) {
      const Register *passed_on = as_register(operand);
      return passed_on != nullptr && operand.written && passed_on->kind == RegisterKind::flag &&
             is_register(link.via, passed_on->name);
    });
  });
}

/// Whether the chain keeps an address until a comparison selects another one, as of the largest element so far.
bool keeps_an_address(const KernelFacts &facts, const DependencyChain &chain) {
  const KeptValues kept(facts.code, facts.graph);
  return std::ranges::any_of(facts.graph.nodes.indices(), [&](NodeIndex node) {
    return kept.contain(node) && std::ranges::any_of(chain.links, [&](const ChainLink &link) {
             return link.instruction == facts.graph.nodes[node].instruction;
           });
  });
}

/// The number of different floating-point operations. A reduction repeats one, a recurrence has several.
std::size_t operations_of(const KernelFacts &facts, const DependencyChain &chain) {
  std::set<std::string> operations;
  for (const ChainLink &link : chain.links)
    if (is_floating_point(instruction_at(facts, link.instruction)))
      operations.insert(operation_class(instruction_at(facts, link.instruction).mnemonic));
  return operations.size();
}

/// Whether this is a fused operation that multiplies the value that is passed on. Then it does not sum up.
bool multiplies(const Instruction &user, const Carrier &passed_on) {
  const std::optional<std::size_t> addend = addend_operand(user.opcode);
  for (std::size_t operand = 0; addend && operand < user.operands.size(); ++operand) {
    const Register *source = as_register(user.operands[operand]);
    if (source != nullptr && operand != *addend && user.operands[operand].read && is_register(passed_on, source->name))
      return true;
  }
  return false;
}

struct Links {
  std::size_t floating_point = 0;
  std::size_t multiplying = 0; ///< those that multiply the value that is passed on, and add
};

Links links_of(const KernelFacts &facts, const DependencyChain &chain) {
  Links links;
  for (std::size_t i = 0; i < chain.links.size(); ++i) {
    const Instruction &user = instruction_at(facts, chain.links[(i + 1) % chain.links.size()].instruction);
    links.floating_point += is_floating_point(user) ? 1 : 0;
    links.multiplying += multiplies(user, chain.links[i].via) ? 1 : 0;
  }
  return links;
}

bool is_frame_pointer(const Register &reg) { return reg.name == "rbp" || reg.name == "x29"; }

/// Whether it accesses a variable in the function's frame.
bool is_local_variable(const Instruction &instruction) {
  return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    const MemoryOperand *memory = as_memory(operand);
    return memory && memory->base && !memory->index &&
           (memory->base->kind == RegisterKind::stack_pointer || is_frame_pointer(*memory->base));
  });
}

/// Whether the frame is accessed through a frame pointer, as in code without optimisation.
bool has_frame_pointer(const Instruction &instruction) {
  return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    const MemoryOperand *memory = as_memory(operand);
    return memory && memory->base && is_frame_pointer(*memory->base);
  });
}

/// Whether the ports are busy with loads and stores, and not with arithmetic. On some cores the data of stores uses an
/// execution port.
bool moves_data_only(const KernelFacts &facts, PortSet bottleneck, const std::vector<int> &users) {
  const Core &core = facts.kernel.model.core();
  const PortSet execution = bottleneck & ~(core.ports_of_kind(PortKind::load) | core.ports_of_kind(PortKind::store));
  return std::ranges::all_of(users, [&](int i) {
    const std::vector<Cycles> &busy = facts.pressure.per_instruction[at(i)];
    bool executes = false;
    for (std::size_t port = 0; port < busy.size(); ++port)
      executes = executes || ((execution >> port & 1) != 0 && !busy[port].is_zero());
    return !executes || (instruction_at(facts, i).stores && !instruction_at(facts, i).loads);
  });
}

/// The cycles that a form needs on these ports.
Cycles demand_of(const MachineModel &model, std::string_view opcode, PortSet ports) {
  Cycles cycles;
  if (const auto form = model.find(opcode))
    for (const PortDemand &demand : form->cost.demands)
      if ((demand.ports & ports) != 0)
        cycles += demand.cycles;
  return cycles;
}

constexpr int widest_bits = 512;

/// Whether the compiler may use the widest vectors of the core.
bool has_wide_target(const KernelFacts &facts) {
  return facts.code.options.widest_vector_bits.value_or(0) >=
         (facts.kernel.model.find("VADDPDZrr") ? widest_bits : widest_bits / 2);
}

/// Vectors of twice the width help if the core has them and does not execute them in two halves.
PortsBusy::WiderVectors wider_vectors(const KernelFacts &facts, PortSet bottleneck, const std::vector<int> &users) {
  using Wider = PortsBusy::WiderVectors;
  const MachineModel &model = facts.kernel.model;
  Wider found = Wider::none;
  for (int i : users) {
    if (!is_packed_arithmetic(instruction_at(facts, i).opcode))
      continue;
    const std::string own = in_registers(instruction_at(facts, i).opcode);
    const std::string wider = wider_form(own);
    const Cycles of_wider = wider.empty() ? Cycles() : demand_of(model, wider, bottleneck);
    if (of_wider.is_zero() || !(of_wider < demand_of(model, own, bottleneck) * Cycles(2)))
      return Wider::none;
    found = found == Wider::of_the_widest || is_widest_form(wider) ? Wider::of_the_widest : Wider::of_another_target;
  }
  return found;
}

/// Whether values pass through memory because of a call, which overwrites the registers that could hold them.
bool waits_for_calls(const KernelFacts &facts, const DependencyChain &chain) {
  for (std::size_t i = 0; i < chain.links.size(); ++i)
    if (chain.links[i].through_memory &&
        is_call_between(facts, chain.links[i].instruction, chain.links[(i + 1) % chain.links.size()].instruction))
      return true;
  return false;
}

/// Without optimisation every variable is in the frame, and no register carries a value from one iteration to the next,
/// not even a counter.
bool is_unoptimised(const KernelFacts &facts, const DependencyChain &chain) {
  return any_link(facts, chain, has_frame_pointer) ||
         std::ranges::none_of(facts.graph.edges, [](const Dependency &edge) {
           return edge.distance > 0 && edge.kind == DependencyKind::reg;
         });
}

/// Whether the loop would fit into one block, but is spread over several, or may be after another link.
bool could_lie_in_one_block(const KernelFacts &facts) {
  const CodeSupply &code = facts.front_end.code;
  if (code.limit != CodeSupply::Limit::blocks || facts.kernel.is_straight_line() ||
      code.bytes > facts.kernel.model.core().fetch->block_bytes ||
      place_period(facts.kernel.model.core()) != facts.kernel.model.core().fetch->block_bytes)
    return false; // with another period, the place matters for another reason
  if (code.blocks > Cycles(1))
    return code.least < code.cycles;
  return !facts.code.place.is_final() && facts.report.cycles_per_iteration < code.most;
}

/// Whether one of the instructions that `is_wanted` selects adds atomically to a counter.
template <class Predicate> bool counts_atomically(const KernelFacts &facts, Predicate is_wanted) {
  return std::ranges::any_of(atomic_counts(facts.code), is_wanted);
}

} // namespace

bool is_extremum(const KernelFacts &facts, const DependencyChain &chain) {
  return is_selection(facts, chain) && any_link(facts, chain, [](const Instruction &one) {
           return is_floating_point(one) || one.mnemonic.starts_with("fc");
         });
}

bool is_reduction(const KernelFacts &facts, const DependencyChain &chain) {
  if (needs_each_value(facts, chain))
    return false;
  return is_extremum(facts, chain) || (operations_of(facts, chain) == 1 && links_of(facts, chain).multiplying == 0 &&
                                       operation_of(facts, chain) == ChainOperation::in_any_order);
}

bool may_be_reordered(const KernelFacts &facts, const DependencyChain &chain) {
  return is_reduction(facts, chain) || (!any_link(facts, chain, is_floating_point) && !is_stored(facts, chain) &&
                                        repeats_one_operation(facts, chain));
}

namespace {

/// For a chain in registers that computes a value and no address.
ChainWait::Advice advice_on_computation(const KernelFacts &facts, const DependencyChain &chain) {
  using Advice = ChainWait::Advice;
  const bool is_of_numbers = any_link(facts, chain, is_floating_point);
  if (is_extremum(facts, chain) || (!is_of_numbers && repeats_one_operation(facts, chain))) {
    const Advice in_any_order = is_of_numbers ? Advice::of_rule : Advice::accumulators;
    return is_stored(facts, chain) ? Advice::several_steps : in_any_order;
  }
  if (!is_of_numbers)
    return Advice::several_inputs;
  const Links links = links_of(facts, chain);
  if (operations_of(facts, chain) > 1 || (links.multiplying > 0 && links.multiplying < links.floating_point))
    return Advice::shorter_recurrence;
  switch (operation_of(facts, chain)) {
  case ChainOperation::in_any_order: break;
  case ChainOperation::divided:
    return !takes_new_data(facts, chain)    ? Advice::by_reciprocal
           : needs_each_value(facts, chain) ? Advice::several_steps
                                            : Advice::divide_once;
  case ChainOperation::reversed: return Advice::several_steps;
  case ChainOperation::by_itself: return Advice::several_inputs;
  }
  return links.multiplying > 0 || needs_each_value(facts, chain) ? Advice::several_steps : Advice::of_rule;
}

} // namespace

ChainWait::Advice advice_on_chain(const KernelFacts &facts, const DependencyChain &chain) {
  using Advice = ChainWait::Advice;
  const bool through_memory =
      std::ranges::any_of(chain.links, [](const ChainLink &link) { return link.through_memory; });
  if (through_memory && any_link(facts, chain, is_local_variable))
    return is_unoptimised(facts, chain)    ? Advice::optimise
           : waits_for_calls(facts, chain) ? Advice::not_around_calls
                                           : Advice::fewer_values;
  if (through_memory && counts_atomically(facts, [&](int i) {
        return std::ranges::any_of(chain.links, [i](const ChainLink &link) { return link.instruction == i; });
      }))
    return Advice::local_counter;
  if (through_memory)
    return Advice::of_rule;
  if (computes_an_address(facts, chain)) {
    if (passes_through_flags(facts, chain))
      return keeps_an_address(facts, chain) ? Advice::keep_value : Advice::several_searches;
    return takes_new_data(facts, chain) ? Advice::several_lookups : Advice::no_list;
  }
  return advice_on_computation(facts, chain);
}

bool is_beyond_options(const KernelFacts &facts, const DependencyChain &chain) {
  // Compilers split a chain only if they vectorise the loop.
  if (any_link(facts, chain, [](const Instruction &one) { return one.register_stack.has_value(); }) ||
      std::ranges::any_of(facts.code.instructions, &Instruction::is_call) || end_of_loop(facts).on_data ||
      needs_each_value(facts, chain))
    return true;
  return any_link(facts, chain, [](const Instruction &one) { return is_packed_arithmetic(one.opcode); }) &&
         !any_link(facts, chain,
                   [](const Instruction &one) { return has_packed_form(one.opcode) || is_ordered_sum(one.opcode); });
}

void advise_on_ports(const KernelFacts &facts, PortSet bottleneck, const std::vector<int> &users, PortsBusy &busy) {
  busy.vectors = vectors_for(facts);
  busy.has_wide_target = has_wide_target(facts);
  if (counts_atomically(facts, [&](int i) { return std::ranges::find(users, i) != users.end(); })) {
    busy.advice = PortsBusy::Advice::local_counter;
  } else if (moves_data_only(facts, bottleneck, users)) {
    busy.advice = PortsBusy::Advice::move_less_data;
  } else if (busy.vectors.need == Vectors::Need::impossible) {
    busy.advice = PortsBusy::Advice::fewer_operations;
    busy.wider = wider_vectors(facts, bottleneck, users);
    if (facts.code.options.preferred_vector_bits.value_or(0) >= widest_bits &&
        busy.wider == PortsBusy::WiderVectors::of_the_widest)
      busy.wider = PortsBusy::WiderVectors::none; // the compiler already used them as far as possible
  }
}

/// Compilers unroll loops with more iterations only if their body is very small.
constexpr int most_unrolled_iterations = 32;

void advise_on_front_end(const KernelFacts &facts, FrontEndBusy &busy) {
  using Advice = FrontEndBusy::Advice;
  const FrontEnd &front = facts.front_end;
  const CodeSupply &code = front.code;
  busy.vectors = vectors_for(facts);
  busy.unrolling = unrolling_of(facts);
  const bool fits = code.limit == CodeSupply::Limit::blocks || code.limit == CodeSupply::Limit::entries;
  const bool calls_are_slowest =
      front.code_is_slowest() ? code.limit == CodeSupply::Limit::calls : front.calls_are_slowest();
  if (calls_are_slowest) {
    busy.advice = Advice::no_calls;
  } else if (front.code_is_slowest() && code.limit == CodeSupply::Limit::jumps) {
    busy.advice = Advice::move_jumps;
    busy.block_bytes = facts.kernel.model.core().op_cache->unkept_jumps->block_bytes;
  } else if (front.code_is_slowest() && !fits) {
    busy.advice = Advice::unroll_less;
  } else if (facts.report.short_runs && front.taken_branches == 1 &&
             facts.report.short_runs->iterations <= most_unrolled_iterations) {
    busy.advice = Advice::unroll_completely;
    busy.iterations = facts.report.short_runs->iterations;
  } else if (front.dispatch_cycles < front.branch_cycles && front.taken_branches > 1) {
    busy.advice = facts.code.path.counts_atomically ? Advice::local_counter : Advice::no_branches;
  } else if (could_lie_in_one_block(facts)) {
    busy.advice = Advice::one_block;
    busy.block_bytes = facts.kernel.model.core().fetch->block_bytes;
  } else {
    busy.advice = busy.vectors.need != Vectors::Need::impossible ? Advice::of_rule : Advice::fewer_instructions;
  }
}

} // namespace osaca
