#include "model/instruction_cost.h"

#include "base/format.h"
#include "base/name_matching.h"
#include "model/form_variants.h"
#include "model/opcode_variants.h"
#include "model/vector_figures.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace osaca {
namespace {

/// The properties of an instruction that determine the cost of its memory access.
struct Access {
  RegisterKind kind = RegisterKind::gpr;
  int width_bits = 64;
  bool indexed = false;
  bool scaled_or_displaced = false; ///< not the plain sum of two registers
  bool many_addresses = false;
};

const MemoryOperand *memory_of(const Instruction &instruction, bool written) {
  const MemoryOperand *any = nullptr;
  for (const Operand &operand : instruction.operands)
    if (const MemoryOperand *memory = as_memory(operand)) {
      if (written ? operand.written : operand.read)
        return memory;
      any = memory;
    }
  return any;
}

Access access_of(const Core &core, const Instruction &instruction, bool written) {
  Access access;
  int widest = 0;
  for (const Operand &operand : instruction.operands) {
    const Register *reg = as_register(operand);
    if (!reg || operand.implicit || operand.address_update)
      continue;
    if (reg->kind == RegisterKind::vector)
      access.kind = RegisterKind::vector;
    if (reg->kind == RegisterKind::vector || reg->kind == RegisterKind::gpr)
      widest = std::max(widest, reg->width_bits);
  }
  access.width_bits = widest > 0 ? widest : 64;
  if (widest == 0 && access.kind == RegisterKind::vector && core.vector_length) // RISC-V: registers without a width
    access.width_bits = core.vector_length->bits;
  if (const MemoryOperand *memory = memory_of(instruction, written)) {
    if (const int bytes = transferred_bytes(core, *memory); bytes > 0)
      access.width_bits = std::min(bytes, 1 << 20) * 8;
    access.indexed = static_cast<bool>(memory->index);
    access.scaled_or_displaced = memory->scale != 1 || (memory->base && is_displaced(*memory));
    access.many_addresses = memory->is_gather_scatter;
  }
  return access;
}

bool pays_for_index(const Access &access, const MemoryAccessCost &cost) {
  return access.indexed && (cost.indexed_extra_for == IndexedForms::all || access.scaled_or_displaced);
}

/// The narrowest entry that is wide enough. For wider accesses it is the widest entry, used several times.
std::optional<MemoryPart> part_for(const std::vector<MemoryAccessCost> &entries, const Access &access,
                                   const std::string &what) {
  const MemoryAccessCost *chosen = entry_for_width(entries, access.kind, access.width_bits);
  if (!chosen || access.many_addresses)
    return std::nullopt;
  const int times = (access.width_bits + chosen->max_width_bits - 1) / chosen->max_width_bits;
  MemoryPart part;
  part.demands = access.indexed && chosen->indexed_demands ? *chosen->indexed_demands : chosen->demands;
  for (PortDemand &demand : part.demands)
    demand.cycles = demand.cycles * Cycles(times);
  part.dispatch_slots = chosen->dispatch_slots * Cycles(times);
  part.latency_cycles =
      chosen->latency_cycles + (pays_for_index(access, *chosen) ? chosen->indexed_extra_cycles : Cycles(0));
  part.indexed_slots = access.indexed ? chosen->indexed_slots * Cycles(times) : Cycles(0);
  part.indexed_slots_for = chosen->indexed_slots_for;
  part.in_place_slots = chosen->in_place_slots * Cycles(times);
  part.forward_cycles = chosen->forward_cycles;
  part.relay_cycles = chosen->relay_cycles;
  part.inner_forward_cycles = chosen->inner_forward_cycles;
  part.failed_forward_demands = chosen->failed_forward_demands;
  part.failed_forward_cycles = chosen->failed_forward_cycles;
  part.failed_forwards_overlap = chosen->failed_forwards_overlap;
  part.text = format_text("{}{}{} <= {} bit", times > 1 ? format_text("{} x ", times) : "",
                          access.kind == RegisterKind::vector ? "vector " : "", what, chosen->max_width_bits);
  return part;
}

bool has_many_addresses(const Instruction &instruction) {
  return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    const MemoryOperand *memory = as_memory(operand);
    return memory != nullptr && memory->is_gather_scatter;
  });
}

/// Whether the load is split from its operation if the address has an index register.
bool splits_when_indexed(const Instruction &instruction, SplitOperations which) {
  if (which == SplitOperations::all)
    return true;
  const auto count = [&](auto &&is_meant) {
    return std::ranges::count_if(instruction.operands, [&](const Operand &operand) {
      return as_register(operand) != nullptr && !operand.implicit && is_meant(operand);
    });
  };
  return count([](const Operand &) { return true; }) != 1 ||
         count([](const Operand &operand) { return operand.read && operand.written; }) != 1;
}

/// Whether the operation needs a macro-op of its own in addition to its load.
bool is_unfused(const Core &core, const Instruction &instruction) {
  if (!core.unfused_loads || instruction.stores)
    return false;
  const UnfusedLoads &rule = *core.unfused_loads;
  const bool has_immediate = std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    return std::holds_alternative<ImmediateOperand>(operand.value) && !operand.implicit;
  });
  const MemoryOperand *memory = memory_of(instruction, false);
  const bool is_relative = memory != nullptr && !memory->base && !memory->index && !memory->segment;
  return (has_immediate && rule.vector_immediates &&
          access_of(core, instruction, false).kind == RegisterKind::vector) ||
         (has_immediate && rule.relative_immediates && is_relative) ||
         std::ranges::any_of(rule.match,
                             [&](const std::string &pattern) { return glob_matches(pattern, instruction.opcode); });
}

bool really_stores(const Instruction &instruction) { return instruction.stores && !instruction.is_prefetch; }

/// Adds the core's memory parts to the cost of an operation. `text` collects what was added. False: a part is missing.
bool add_memory_parts(const Core &core, const Instruction &instruction, Cost &cost, std::string &text) {
  const auto add = [&](const MemoryPart &part) {
    cost.demands.insert(cost.demands.end(), part.demands.begin(), part.demands.end());
    cost.dispatch_slots += part.dispatch_slots;
    text += " + " + part.text;
  };
  const bool operates = !cost.demands.empty();
  if (instruction.loads) {
    const std::optional<MemoryPart> part = load_part(core, instruction);
    if (!part)
      return false;
    if (operates && is_unfused(core, instruction)) {
      cost.dispatch_slots += Cycles(1);
    } else if (operates && !part->indexed_slots.is_zero() &&
               (instruction.stores || splits_when_indexed(instruction, part->indexed_slots_for))) {
      cost.dispatch_slots += part->indexed_slots;
      cost.splits_at_dispatch = true;
    }
    add(*part);
    cost.load_latency_cycles = part->latency_cycles;
  }
  if (really_stores(instruction)) {
    const std::optional<MemoryPart> part = store_part(core, instruction);
    if (!part)
      return false;
    add(*part);
    cost.dispatch_slots += part->indexed_slots;
    if (instruction.loads)
      cost.dispatch_slots += part->in_place_slots;
    cost.store_forward_cycles = part->forward_cycles;
    cost.store_relay_cycles = part->relay_cycles;
    cost.inner_forward_cycles = part->inner_forward_cycles;
    cost.failed_forward_demands = part->failed_forward_demands;
    cost.failed_forward_cycles = part->failed_forward_cycles;
    cost.failed_forwards_overlap = part->failed_forwards_overlap;
  }
  return true;
}

/// The first operand that is a high byte register, whether it is read or written; -1: none.
int high_byte_operand(const Instruction &instruction) {
  for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
    const Operand &operand = instruction.operands[i];
    const Register *reg = as_register(operand);
    if (reg != nullptr && operand.read && !operand.implicit && is_high_byte(*reg))
      return static_cast<int>(i);
  }
  return -1;
}

/// The cost from an entry for the instruction itself or another spelling of it, including memory. Empty: the core has
/// no memory part for it.
std::optional<Cost> own_cost(const Core &core, const FormEntry &entry, const Instruction &instruction) {
  const VectorFigures *of_type = vector_figures_for(entry, instruction);
  if (of_type == nullptr && is_of_other_group(core, instruction))
    return std::nullopt;
  Cost cost = operation_cost(entry, instruction);
  if (const int high = core.high_byte_reads && !cost.demands.empty() ? high_byte_operand(instruction) : -1; high >= 0) {
    if (instruction.mnemonic.starts_with("mov") && instruction.operands[static_cast<std::size_t>(high)].written)
      cost.operand_latencies.push_back({high, high, cost.latency_cycles}); // the old value is not needed
    cost.demands = core.high_byte_reads->demands;
    cost.latency_cycles = core.high_byte_reads->latency_cycles;
  }
  // The figures of a gather or scatter can only be complete: the core's parts describe one access.
  const bool is_whole = entry.complete || has_many_addresses(instruction);
  std::string text;
  if (!is_whole && !add_memory_parts(core, instruction, cost, text))
    return std::nullopt;
  if (of_type != nullptr)
    set_vector_figures(*of_type, instruction, cost);
  else if (entry.complete && !entry.vector_figures.empty() && instruction.loads && cost.load_latency_cycles.is_zero())
    std::swap(cost.latency_cycles, cost.load_latency_cycles); // it was taken from the figures by type: one latency
  return cost;
}

std::optional<Cost> cost_from_variant(const Core &core, const OpcodeVariant &variant, const FormEntry &entry,
                                      const Instruction &instruction) {
  Cost cost = operation_cost(entry, instruction);
  std::string text = variant.opcode;
  if (variant.drops_memory) {
    if (!add_memory_parts(core, instruction, cost, text))
      return std::nullopt;
  } else if (std::optional<Cost> own = own_cost(core, entry, instruction)) {
    cost = *std::move(own);
  } else {
    return std::nullopt;
  }
  if (!variant.same_operand_order)
    cost.operand_latencies.clear();
  if (variant.same_operation && !variant.drops_memory)
    cost.provenance.text = format_text("as {}: {}", variant.opcode, cost.provenance.text);
  else
    cost.provenance = {Origin::composed, (variant.drops_memory ? "composed: " : "composed: figures of ") + text};
  return cost;
}

std::optional<Cost> plain_access_cost(const Core &core, const Instruction &instruction) {
  Cost cost;
  std::string text;
  if (!add_memory_parts(core, instruction, cost, text) || text.empty())
    return std::nullopt;
  cost.provenance = {Origin::composed, format_text("composed: {}, no operation", text.substr(3))};
  return cost;
}

} // namespace

bool has_one_register_source(const Instruction &instruction) {
  const Register *first = nullptr;
  int count = 0;
  for (const Operand &operand : instruction.operands) {
    const Register *reg = as_register(operand);
    if (reg == nullptr || !operand.read || operand.implicit)
      continue;
    if (first != nullptr && (reg->units != first->units || reg->width_bits != first->width_bits))
      return false;
    first = reg;
    ++count;
  }
  return count > 1;
}

bool is_address_register(const Operand &operand) {
  return operand.read && !operand.written && as_register(operand) != nullptr;
}

const Register *first_address_register(const Instruction &instruction) {
  const auto first = std::ranges::find_if(instruction.operands, is_address_register);
  return first == instruction.operands.end() ? nullptr : as_register(*first);
}

bool needs_displacement(const Register &base) {
  constexpr std::array<std::string_view, 4> bases = {"rbp", "r13", "ebp", "r13d"};
  return std::ranges::find(bases, base.name) != bases.end();
}

bool is_high_byte(const Register &reg) {
  return reg.kind == RegisterKind::gpr && reg.width_bits == 8 && reg.name.size() == 2 && reg.name[1] == 'h';
}

int transferred_bytes(const Core &core, const MemoryOperand &memory) {
  constexpr int bits_of_byte_in_eighths = 64;
  if (memory.width_eighths == 0 || !core.vector_length)
    return memory.width_bytes;
  return memory.width_eighths * (core.vector_length->bits / bits_of_byte_in_eighths);
}

bool is_displaced(const MemoryOperand &memory) {
  if (memory.displacement != 0 || memory.displacement_eighths != 0 || !memory.symbol.empty())
    return true;
  // Measured: the stack pointer behaves like bases that need a displacement.
  return memory.base && (memory.base->kind == RegisterKind::stack_pointer || needs_displacement(*memory.base));
}

std::optional<MemoryPart> load_part(const Core &core, const Instruction &instruction) {
  return part_for(core.loads, access_of(core, instruction, false), "load");
}

std::optional<MemoryPart> store_part(const Core &core, const Instruction &instruction) {
  return part_for(core.stores, access_of(core, instruction, true), "store");
}

std::optional<Cost> listed_cost(const MachineModel &model, const Instruction &instruction) {
  const Core &core = model.core();
  const Isa isa = model.data().isa;
  if (const std::optional<FormEntry> entry = model.find(instruction.opcode))
    if (std::optional<Cost> cost = own_cost(core, *entry, instruction))
      return cost;
  if (is_of_other_group(core, instruction))
    return std::nullopt;
  const std::vector<OpcodeVariant> variants = opcode_variants(instruction.opcode, isa);
  const auto first_of = [&](bool drops_memory) -> std::optional<Cost> {
    for (const OpcodeVariant &variant : variants)
      if (variant.drops_memory == drops_memory)
        if (const std::optional<FormEntry> entry = model.find(variant.opcode))
          if (std::optional<Cost> cost = cost_from_variant(core, variant, *entry, instruction))
            return cost;
    return std::nullopt;
  };
  if (std::optional<Cost> cost = first_of(false))
    return cost;
  const bool accesses = instruction.loads || really_stores(instruction);
  if (!accesses)
    return std::nullopt;
  if (is_plain_access(instruction.opcode, isa))
    if (std::optional<Cost> cost = plain_access_cost(core, instruction))
      return cost;
  return first_of(true);
}

} // namespace osaca
