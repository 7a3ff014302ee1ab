#include "analysis/bind/costed_instruction.h"

#include "base/index.h"
#include "model/idioms.h"
#include "model/instruction_cost.h"

#include <algorithm>
#include <cstdlib>

namespace osaca {

namespace {

std::shared_ptr<const Cost> without_figures(Cycles dispatch_slots) {
  Cost cost;
  cost.dispatch_slots = dispatch_slots;
  return std::make_shared<const Cost>(std::move(cost));
}

void eliminate(const Provenance &provenance, Cycles latency_cycles, CostedInstruction &costed) {
  Cost free_cost;
  free_cost.dispatch_slots = costed.cost ? costed.cost->dispatch_slots : Cycles(1);
  free_cost.latency_cycles = latency_cycles;
  free_cost.provenance = provenance;
  costed.cost = std::make_shared<const Cost>(std::move(free_cost));
  costed.eliminated = true;
}

/// An addition of a small constant that is done at rename.
void bind_addition(const RenamedAdditions &rule, const Instruction &instruction, CostedInstruction &costed) {
  const std::optional<RegisterUpdate> update = update_of(instruction);
  if (!update)
    return;
  const std::int64_t constant = update->constant;
  if ((constant < 0 ? -(constant + 1) : constant) > rule.largest_constant)
    return;
  costed.is_renamed_addition = true;
  const std::int64_t size = std::abs(constant); // not above largest_constant, so abs() is defined
  Cycles cycles = size > rule.free_constant ? rule.cycles : Cycles(0);
  for (const RenamedAdditions::Step &step : rule.steps)
    if (size >= step.from)
      cycles = step.cycles;
  eliminate(rule.provenance, cycles, costed);
}

/// Whether the division is executed by a port that is not described as a divider. Some tables and vendors describe the
/// divider of a core as a part of a port.
bool divides_on_ports(const Core &core, const Instruction &instruction, const Cost &cost) {
  if (!divides(instruction))
    return false;
  const PortSet divider = core.ports_of_kind(PortKind::divider);
  return std::ranges::none_of(cost.demands, [divider](const PortDemand &one) { return (one.ports & divider) != 0; });
}

bool fits(std::int64_t value, int bits) {
  const std::int64_t limit = std::int64_t{1} << (bits - 1);
  return value >= -limit && value < limit;
}

bool has_wide_constant(const Core &core, const Instruction &instruction) {
  if (!core.op_cache || !core.op_cache->wide_constants)
    return false;
  const bool in_memory = instruction.loads || instruction.stores;
  return std::ranges::any_of(instruction.operands, [in_memory](const Operand &operand) {
    const auto *immediate = std::get_if<ImmediateOperand>(&operand.value);
    return immediate != nullptr && !operand.implicit && !fits(immediate->value, in_memory ? 16 : 32);
  });
}

/// Cost, idiom and fusion, from the model.
void bind_cost(const FormCosts &costs, const FormCosts::Form &form, const Instruction &instruction,
               CostedInstruction &costed) {
  if (instruction.opcode.empty()) {
    costed.unknown = true;
    costed.cost = without_figures(0);
    return;
  }
  const FusionFit fusion = fusion_fit(costs.model(), instruction, form.rules);
  costed.fusion_first = fusion.first;
  costed.fusion_second = fusion.second;
  costed.is_renamed_load = (form.rules.lists & RuleMatches::renamed_load) != 0;
  costed.is_renamed_in_place = (form.rules.lists & RuleMatches::not_in_place) == 0;
  costed.is_renamed_sometimes = (form.rules.lists & RuleMatches::renamed_sometimes) != 0;
  costed.cost = costs.cost_of(form, instruction);
  if (const IdiomRule *idiom = find_idiom(costs.model(), instruction, form.rules)) {
    costed.breaks_dependency = idiom->kind == IdiomRule::Kind::zero || idiom->kind == IdiomRule::Kind::ones;
    costed.waits_for_flags_only = idiom->kind == IdiomRule::Kind::flags;
    if (idiom->eliminated)
      eliminate(idiom->provenance, idiom->latency_cycles, costed);
  }
  if ((form.rules.lists & RuleMatches::addition) != 0)
    bind_addition(*costs.model().core().renamed_additions, instruction, costed);
  costed.has_wide_constant = has_wide_constant(costs.model().core(), instruction);
  costed.changes_length = (form.rules.lists & RuleMatches::length_change) != 0;
  costed.reads_additions_late = (form.rules.lists & RuleMatches::late_reader) != 0;
  costed.is_moved_by_wide_vectors = (form.rules.lists & RuleMatches::moved) != 0;
  costed.drains_stores = (form.rules.lists & RuleMatches::drain) != 0;
  costed.bypass_from = form.rules.bypass_from;
  costed.bypass_to = form.rules.bypass_to;
  costed.issue_kinds = form.rules.issue;
  costed.repeats = instruction.repeats;
  costed.unknown = costed.cost == nullptr || instruction.repeats;
  costed.is_absent = costs.is_absent(instruction.opcode);
  if (costed.unknown)
    costed.cost = without_figures(1); // it still needs a dispatch slot
  else
    costed.divides_on_ports = divides_on_ports(costs.model().core(), instruction, *costed.cost);
}

CostedRegister costed_register(const Register &reg, CostedInstruction &costed) {
  CostedRegister made;
  made.first_unit = static_cast<std::uint16_t>(costed.units.size());
  made.unit_count = static_cast<std::uint16_t>(reg.units.size());
  made.width_bits = static_cast<std::uint16_t>(reg.width_bits);
  made.kind = reg.kind;
  made.is_high_byte = is_high_byte(reg);
  made.is_frame_pointer = reg.kind != RegisterKind::stack_pointer && reg.name.ends_with("bp");
  for (const std::uint16_t unit : reg.units)
    costed.units.push_back(unit);
  return made;
}

std::optional<CostedRegister> costed_register(const SharedRegister &reg, CostedInstruction &costed) {
  return reg ? std::optional(costed_register(*reg, costed)) : std::nullopt;
}

void add_address(const MemoryOperand &memory, const Core &core, int operand, CostedInstruction &costed) {
  CostedAddress &made = costed.addresses.emplace_back();
  made.operand = operand;
  made.base = costed_register(memory.base, costed);
  made.index = costed_register(memory.index, costed);
  made.scale = memory.scale;
  made.displacement = memory.displacement;
  made.displacement_eighths = memory.displacement_eighths;
  made.width_bytes = transferred_bytes(core, memory);
  made.is_gather_scatter = memory.is_gather_scatter;
  made.must_be_aligned = memory.must_be_aligned;
  made.symbol = memory.symbol;
  if (memory.segment)
    made.segment = memory.segment->name;
}

/// Adds the other parts of a register that are written together with this one.
void add_rest(const Register &reg, CostedRegister &made, CostedInstruction &costed) {
  made.unit_count = static_cast<std::uint16_t>(made.unit_count + reg.rest.size());
  costed.units.insert(costed.units.end(), reg.rest.begin(), reg.rest.end());
}

/// Whether the core waits for the value that it is about to overwrite. The figures then have a latency from the operand
/// to itself.
bool waits_for_old_value(const Cost &cost, int operand) {
  return std::ranges::any_of(cost.operand_latencies, [operand](const OperandLatency &latency) {
    return latency.from == operand && latency.to == operand;
  });
}

/// Whether the register is also read by another operand. Then there is no extra wait: `blsr %rax, %rax` takes no longer
/// than from another register.
bool is_read_elsewhere(const Instruction &instruction, const Operand &operand, const Register &reg) {
  return std::ranges::any_of(instruction.operands, [&](const Operand &other) {
    const Register *source = as_register(other);
    return &other != &operand && source != nullptr && other.read && source->units == reg.units;
  });
}

void bind_operands(const Instruction &instruction, const Core &core, CostedInstruction &costed) {
  costed.operands.reserve(instruction.operands.size());
  costed.units.reserve(4 * instruction.operands.size());
  for (const Operand &operand : instruction.operands) {
    CostedOperand made;
    made.read = operand.read;
    made.written = operand.written;
    made.implicit = operand.implicit;
    made.address_update = operand.address_update;
    made.read_number = operand.read_number;
    made.index_read_number = operand.index_read_number;
    made.write_number = operand.write_number;
    if (const Register *reg = as_register(operand)) {
      made.shape = CostedOperand::Shape::reg;
      made.read |= operand.written && waits_for_old_value(*costed.cost, static_cast<int>(costed.operands.size())) &&
                   !is_read_elsewhere(instruction, operand, *reg);
      made.reg = costed_register(*reg, costed);
      if (operand.written && !core.high_bytes_apart.value)
        add_rest(*reg, made.reg, costed);
      costed.uses_vector_registers |= reg->kind == RegisterKind::vector;
      if (reg->kind == RegisterKind::vector)
        costed.vector_bits = std::max(costed.vector_bits, reg->width_bits);
    } else if (const MemoryOperand *memory = as_memory(operand)) {
      made.shape = CostedOperand::Shape::memory;
      made.address = static_cast<int>(costed.addresses.size());
      add_address(*memory, core, static_cast<int>(costed.operands.size()), costed);
    }
    costed.operands.push_back(made);
  }
}

bool is_stack_pointer(const CostedOperand &operand) {
  return operand.shape == CostedOperand::Shape::reg && operand.reg.kind == RegisterKind::stack_pointer;
}

/// An address that is only computed (lea) needs no synchronisation either, because the engine adds its count to it.
void bind_stack_pointer(const Instruction &instruction, CostedInstruction &costed) {
  for (std::size_t o = 0; o < costed.operands.size(); ++o) {
    const CostedOperand &operand = costed.operands[o];
    if (!is_stack_pointer(operand))
      continue;
    costed.pushes_or_pops |= operand.written && operand.address_update && operand.implicit;
    costed.sets_stack_pointer |= operand.written && !operand.address_update;
    if (costed.stack_pointer_source < 0 && operand.read && !operand.address_update && !instruction.computes_address)
      costed.stack_pointer_source = static_cast<int>(o);
  }
}

void bind_address_arithmetic(const Instruction &instruction, CostedInstruction &costed) {
  costed.loads_pointer = instruction.loads_pointer;
  costed.result_mask = instruction.result_mask;
  if (!instruction.affine)
    return;
  const AffineResult &affine = *instruction.affine;
  CostedAffineResult &made = costed.affine.emplace();
  const auto register_of = [&](int operand) { return costed.operands[at(operand)].reg; };
  made.target = register_of(affine.target);
  for (const AffineResult::Term &term : affine.terms())
    made.terms[made.term_count++] = {register_of(term.operand), term.factor,
                                     term.times >= 0 ? std::optional(register_of(term.times)) : std::nullopt};
  made.constant = affine.constant;
  made.vector_eighths = affine.vector_eighths;
  made.right_shift = affine.right_shift;
  const std::optional<RegisterUpdate> update = as_update(affine);
  made.in_place = update && as_register(instruction.operands[at(update->target)])->units ==
                                as_register(instruction.operands[at(update->source)])->units;
}

/// Whether it computes a general register from flags. Conditional jumps read flags, but write no such register.
bool computes_from_flags(const std::vector<CostedOperand> &operands) {
  const auto has = [&](RegisterKind kind, bool CostedOperand::*use) {
    return std::ranges::any_of(operands, [&](const CostedOperand &operand) {
      return operand.shape == CostedOperand::Shape::reg && operand.*use && operand.reg.kind == kind;
    });
  };
  return has(RegisterKind::flag, &CostedOperand::read) && has(RegisterKind::gpr, &CostedOperand::written);
}

} // namespace

std::shared_ptr<const CostedInstruction> bind_instruction(const FormCosts &costs, const FormCosts::Form &form,
                                                          const Instruction &instruction) {
  const auto made = std::make_shared<CostedInstruction>();
  CostedInstruction &costed = *made;
  bind_cost(costs, form, instruction, costed);
  bind_operands(instruction, costs.model().core(), costed);
  bind_stack_pointer(instruction, costed);
  bind_address_arithmetic(instruction, costed);
  costed.computes_from_flags = computes_from_flags(costed.operands);
  if (!costed.units.empty())
    costed.largest_unit = *std::ranges::max_element(costed.units);
  costed.register_stack = instruction.register_stack;
  costed.loads = instruction.loads;
  costed.size_bytes = instruction.size_bytes;
  costed.stores = instruction.stores;
  costed.is_branch = instruction.is_branch;
  costed.is_call = instruction.is_call && !instruction.is_branch;
  costed.is_return = instruction.is_return;
  costed.is_unknown_call = is_unknown_call(instruction);
  costed.changes_flow = instruction.is_call || instruction.is_return || instruction.is_taken ||
                        (instruction.is_branch && !instruction.is_conditional);
  costed.ends_run = instruction.ends_run;
  return made;
}

namespace {

std::shared_ptr<const Cost> shared(std::optional<Cost> cost) {
  return cost ? std::make_shared<const Cost>(*std::move(cost)) : nullptr;
}

/// A limit for hostile input, which may contain any number of forms.
constexpr std::size_t most_forms = 65536;

/// The properties of a register that lookups depend on, in 24 bits.
std::uint64_t key_of(const Register &reg) {
  return std::uint64_t{static_cast<std::uint16_t>(reg.width_bits)} << 8U | std::uint64_t{is_high_byte(reg)} << 7U |
         std::uint64_t{static_cast<std::uint8_t>(reg.kind)} << 2U | unsigned{reg.units.empty()} << 1U | 1U;
}

std::uint64_t key_of(const SharedRegister &reg) { return reg ? key_of(*reg) : 0; }

/// Appends all of an operand except which register and constant it is. This is more than lookups depend on.
void append(std::string &key, const Operand &operand) {
  std::uint64_t words[3] = {std::uint64_t{operand.value.index()} << 4U | unsigned{operand.read} << 3U |
                                unsigned{operand.written} << 2U | unsigned{operand.implicit} << 1U |
                                unsigned{operand.address_update},
                            0, 0};
  std::size_t count = 1;
  if (const Register *reg = as_register(operand)) {
    words[0] |= key_of(*reg) << 8U;
  } else if (const MemoryOperand *memory = as_memory(operand)) {
    count = 3;
    words[0] |= key_of(memory->base) << 8U | std::uint64_t{static_cast<std::uint32_t>(memory->scale)} << 32U;
    words[1] = key_of(memory->index) | key_of(memory->segment) << 24U;
    words[2] = std::uint64_t{static_cast<std::uint32_t>(memory->width_bytes)} << 32U |
               unsigned{is_displaced(*memory)} << 1U | unsigned{memory->is_gather_scatter};
  }
  key.append(reinterpret_cast<const char *>(words), count * sizeof words[0]);
}

/// For the registers that an x86 lea adds: whether the encoding may add a displacement.
bool has_base_with_displacement(const Instruction &instruction) {
  if (!instruction.opcode.starts_with("LEA"))
    return false;
  const Register *base = first_address_register(instruction);
  return base != nullptr && needs_displacement(*base);
}

void write_key(std::string &key, const Instruction &instruction, Isa isa) {
  key = instruction.opcode;
  key += static_cast<char>(unsigned{instruction.loads} << 2U | unsigned{instruction.stores} << 1U |
                           unsigned{instruction.is_prefetch});
  key += static_cast<char>(instruction.address_scale);
  if (isa == Isa::aarch64)
    key += static_cast<char>(unsigned{adds_to_zero(instruction)} << 2U | unsigned{shifts_far(instruction)} << 1U |
                             unsigned{shifts_register(instruction)});
  else if (isa == Isa::x86_64)
    key += static_cast<char>(unsigned{has_base_with_displacement(instruction)} << 1U |
                             unsigned{has_one_register_source(instruction)});
  if (instruction.vector_type.log_group) {
    key += static_cast<char>('a' + *instruction.vector_type.log_group);
    key += static_cast<char>('a' + instruction.vector_type.log_element_bits.value_or(0));
    key += instruction.is_masked ? 'm' : 'a';
  }
  key += instruction.mnemonic; // the condition is not one of the operands in the key
  for (const Operand &operand : instruction.operands)
    append(key, operand);
}

} // namespace

FormCosts::Form FormCosts::look_up(const Instruction &instruction) const {
  const bool has_none = model_.data().fallback_only || is_absent(instruction.opcode);
  return {has_none ? nullptr : shared(listed_cost(model_, instruction)), model_.rule_matches(instruction.opcode)};
}

const FormCosts::Form &FormCosts::form_of(const Instruction &instruction) {
  write_key(key_, instruction, model_.data().isa);
  const auto known = forms_.find(key_);
  if (known != forms_.end())
    return known->second;
  if (forms_.size() >= most_forms)
    forms_.clear();
  return forms_.emplace(key_, look_up(instruction)).first->second;
}

std::shared_ptr<const Cost> FormCosts::cost_of(const Form &form, const Instruction &instruction) const {
  if (form.listed || is_absent(instruction.opcode))
    return form.listed;
  return shared(osaca::cost_of(model_, instruction, compiler_index_));
}

namespace {

/// The least that the writer saves in a chain of itself.
int saved_in_a_chain(const CostedInstruction &writer, const CostedOperand &written) {
  const CompilerForwarding &forwarding = *writer.cost->forwarding;
  std::optional<int> least;
  for (const CostedOperand &operand : writer.operands) {
    if (operand.shape != CostedOperand::Shape::reg || !operand.read || operand.reg.kind == RegisterKind::flag ||
        (operand.reg.kind != written.reg.kind && written.reg.kind != RegisterKind::flag))
      continue;
    const int saved =
        CompilerForwarding::advance_cycles(forwarding, written.write_number, forwarding, operand.read_number);
    least = std::min(least.value_or(saved), saved);
  }
  return std::max(least.value_or(0), 0);
}

} // namespace

int saved_by_forwarding(const CostedInstruction &writer, int written, const CostedInstruction &reader, int read,
                        bool is_index) {
  if (writer.cost->forwarding == nullptr || written < 0 || read < 0)
    return 0;
  const CostedOperand &result = writer.operands[at(written)];
  if (reader.cost->forwarding == nullptr)
    return saved_in_a_chain(writer, result);
  const CostedOperand &source = reader.operands[at(read)];
  return CompilerForwarding::advance_cycles(*writer.cost->forwarding, result.write_number, *reader.cost->forwarding,
                                            is_index ? source.index_read_number : source.read_number);
}

} // namespace osaca
