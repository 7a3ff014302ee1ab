#include "analysis/address.h"

#include <algorithm>
#include <limits>

namespace osaca {
namespace {

/// Register values by register unit are too fine here: an address register is always read whole, so its first unit
/// stands for it.
using RegisterId = int;

std::optional<RegisterId> id_of(const Register &reg) {
  if (reg.units.empty())
    return std::nullopt;
  return reg.units.front();
}

constexpr std::int64_t largest_constant = std::int64_t{1} << 40;

void add_scaled(AddressExpression &sum, const AddressExpression &term, std::int64_t factor) {
  for (const auto &[symbol, coefficient] : term.terms) {
    auto &slot = sum.terms[symbol];
    slot += coefficient * factor;
    if (slot == 0)
      sum.terms.erase(symbol);
  }
  sum.offset += term.offset * factor;
}

/// What an instruction does to a register, if it is address arithmetic.
struct Update {
  const Register *target = nullptr;
  const Register *source = nullptr;
  std::int64_t constant = 0;
};

/// Additions of a constant, by opcode prefix; the sign tells add from subtract. Implied: inc and dec have no operand for
/// their constant.
struct AdditionForm {
  std::string_view prefix;
  int sign;
  bool implied_one;
};
constexpr AdditionForm additions[] = {
    {"ADD64ri", 1, false}, {"SUB64ri", -1, false}, {"INC64r", 1, true},  {"DEC64r", -1, true}, {"ADD32ri", 1, false},
    {"SUB32ri", -1, false}, {"INC32r", 1, true},   {"DEC32r", -1, true}, {"ADDXri", 1, false}, {"SUBXri", -1, false},
    {"ADDSXri", 1, false}, {"SUBSXri", -1, false}, {"ADDI", 1, false},   {"C_ADDI", 1, false}, {"LEA64r", 1, false},
};
constexpr std::string_view moves[] = {"MOV64rr", "ORRXrs", "ORRXrr", "C_MV"};

/// `add`, `sub`, `inc`, `lea disp(reg)`, `mov reg, reg` and their kin with exactly one register source and a constant.
std::optional<Update> address_update(const Instruction &instruction) {
  int sign = 0;
  bool implied = false;
  bool is_move = false;
  for (const AdditionForm &form : additions)
    if (instruction.opcode.starts_with(form.prefix)) {
      sign = form.sign;
      implied = form.implied_one;
    }
  for (std::string_view move : moves)
    is_move = is_move || instruction.opcode.starts_with(move);
  if (sign == 0 && !is_move)
    return std::nullopt;

  Update update;
  int sources = 0;
  std::vector<std::int64_t> constants;
  for (const Operand &operand : instruction.operands) {
    if (operand.implicit)
      continue;
    if (const Register *reg = as_register(operand)) {
      if (operand.written)
        update.target = reg;
      if (operand.read && !reg->units.empty()) {
        update.source = reg;
        ++sources;
      }
    } else if (const auto *immediate = std::get_if<ImmediateOperand>(&operand.value)) {
      if (!immediate->symbol.empty())
        return std::nullopt;
      constants.push_back(immediate->value);
    } else {
      return std::nullopt;
    }
  }
  if (!update.target || sources != 1)
    return std::nullopt;
  if (is_move) {
    const bool shifted = std::any_of(constants.begin(), constants.end(), [](std::int64_t c) { return c != 0; });
    return shifted ? std::nullopt : std::optional(update);
  }
  if (implied) {
    update.constant = sign;
    return update;
  }
  if (constants.empty())
    return std::nullopt;
  // A further constant (AArch64's shift amount, a scale) must be neutral for this to be a plain addition.
  std::int64_t amount = constants.front();
  if (instruction.opcode.starts_with("LEA")) {
    if (constants.size() > 1 && constants.front() != 1) // a scaled index
      return std::nullopt;
    amount = constants.back();
  } else if (constants.size() > 1 && constants[1] == 12)
    amount <<= 12;
  else if (constants.size() > 1 && constants[1] != 0)
    return std::nullopt;
  if (amount > largest_constant || amount < -largest_constant)
    return std::nullopt;
  update.constant = sign * amount;
  return update;
}

/// The place that all registers of a context-free block point to.
constexpr int common_place = 0;
constexpr std::int64_t stack_pointer_lead = 0x800;
constexpr std::int64_t frame_pointer_lead = 0x7f0;

bool loads_pointer(const Instruction &instruction) {
  return instruction.opcode == "MOV64rm" || instruction.opcode == "POP64r";
}

class SymbolicState {
public:
  explicit SymbolicState(bool is_context_free) : is_context_free_(is_context_free) {}

  AddressExpression value(const Register &reg) {
    const auto id = id_of(reg);
    if (!id)
      return {};
    auto [entry, fresh] = values_.try_emplace(*id);
    if (fresh) {
      const int symbol = new_symbol();
      start_symbol_[*id] = symbol;
      if (is_context_free_)
        lead_[*id] = reg.kind == RegisterKind::stack_pointer ? stack_pointer_lead
                     : reg.name.ends_with("bp")              ? frame_pointer_lead
                                                             : 0;
      entry->second.terms[symbol] = 1;
    }
    return entry->second;
  }

  void assign(const Register &reg, AddressExpression expression) {
    if (const auto id = id_of(reg)) {
      (void)value(reg); // its start symbol exists even if it is written first
      values_[*id] = std::move(expression);
    }
  }

  void forget(const Register &reg) {
    AddressExpression unknown;
    unknown.terms[new_symbol()] = 1;
    for (std::uint16_t unit : reg.units) {
      const auto found = values_.find(unit);
      if (found != values_.end())
        found->second = unknown;
    }
    assign(reg, unknown);
  }

  /// What memory holds where nobody knows better; empty: anything.
  [[nodiscard]] std::optional<AddressExpression> loaded_pointer() const {
    if (!is_context_free_)
      return std::nullopt;
    AddressExpression pointer;
    pointer.terms[common_place] = 1;
    return pointer;
  }

  /// The symbols that stand for the common place, with their distance from it: of registers that no iteration moves, and
  /// of those that hold such a pointer at the end of every iteration.
  [[nodiscard]] std::map<int, std::int64_t> common_symbols() const {
    std::map<int, std::int64_t> known;
    if (!is_context_free_)
      return known;
    known[common_place] = 0;
    for (bool grew = true; grew;) {
      grew = false;
      for (const auto &[id, symbol] : start_symbol_) {
        const AddressExpression &last = values_.at(id);
        if (known.contains(symbol) || last.terms.size() != 1 || last.terms.begin()->second != 1)
          continue;
        const int source = last.terms.begin()->first;
        if (source == symbol ? last.offset != 0 : !known.contains(source))
          continue;
        known[symbol] = source == symbol ? lead_.at(id) : known.at(source) + last.offset;
        grew = true;
      }
    }
    return known;
  }

  AddressExpression named(const std::string &name) {
    const auto [entry, fresh] = name_symbol_.try_emplace(name, 0);
    if (fresh) {
      entry->second = new_symbol();
      invariant_.push_back(entry->second);
    }
    AddressExpression expression;
    expression.terms[entry->second] = 1;
    return expression;
  }

  [[nodiscard]] std::map<int, std::int64_t> steps() const {
    std::map<int, std::int64_t> found;
    for (const auto &[id, symbol] : start_symbol_) {
      const AddressExpression &last = values_.at(id);
      if (last.terms.size() == 1 && last.terms.begin()->first == symbol && last.terms.begin()->second == 1)
        found[symbol] = last.offset;
    }
    for (int symbol : invariant_)
      found[symbol] = 0;
    return found;
  }

private:
  int new_symbol() { return next_symbol_++; }

  bool is_context_free_;
  int next_symbol_ = common_place + 1;
  std::map<RegisterId, std::int64_t> lead_; ///< from the common place, at the start
  std::map<RegisterId, AddressExpression> values_;
  std::map<RegisterId, int> start_symbol_;
  std::map<std::string, int> name_symbol_;
  std::vector<int> invariant_;
};

MemoryAccess access_of(SymbolicState &state, const Operand &operand, const MemoryOperand &memory, int instruction,
                       int index) {
  MemoryAccess access;
  access.instruction = instruction;
  access.operand = index;
  access.reads = operand.read;
  access.writes = operand.written;
  access.width_bytes = memory.width_bytes;
  access.comparable = !memory.is_gather_scatter && memory.width_bytes > 0;
  std::string inside;
  if (memory.base) {
    add_scaled(access.address, state.value(*memory.base), 1);
    inside = memory.base->name;
  }
  if (memory.index) {
    add_scaled(access.address, state.value(*memory.index), memory.scale);
    inside += "," + memory.index->name + (memory.scale != 1 ? "*" + std::to_string(memory.scale) : "");
  }
  if (memory.segment)
    add_scaled(access.address, state.named("segment " + memory.segment->name), 1);
  if (!memory.symbol.empty())
    add_scaled(access.address, state.named(memory.symbol), 1);
  access.address.offset += std::clamp(memory.displacement, -largest_constant, largest_constant);
  access.text = memory.symbol;
  if (memory.displacement != 0)
    access.text += (access.text.empty() || memory.displacement < 0 ? "" : "+") + std::to_string(memory.displacement);
  access.text += "(" + inside + ")";
  return access;
}

/// push and pop: what they move their stack pointer by is no operand.
bool moves_stack_pointer(const Instruction &instruction) {
  return std::any_of(instruction.operands.begin(), instruction.operands.end(), [](const Operand &operand) {
    return operand.implicit && operand.address_update && operand.written;
  });
}

/// By how many bytes an access moves its base, if it does: a pre- or post-indexed one by its constant operand (post) or its
/// displacement (pre), push and pop by the width.
std::optional<std::int64_t> writeback_of(const Instruction &instruction, const MemoryOperand &memory) {
  if (moves_stack_pointer(instruction) && memory.width_bytes > 0)
    return instruction.stores ? -memory.width_bytes : memory.width_bytes;
  std::optional<std::int64_t> constant;
  for (const Operand &operand : instruction.operands)
    if (const auto *immediate = std::get_if<ImmediateOperand>(&operand.value); immediate && !operand.implicit)
      constant = immediate->value;
  if (!constant && memory.displacement != 0)
    constant = memory.displacement;
  return constant;
}

/// Replaces the symbols that are known to stand for the common place by its own.
void join_symbols(AddressAnalysis &analysis, const std::map<int, std::int64_t> &common) {
  if (common.empty())
    return;
  for (MemoryAccess &access : analysis.accesses) {
    AddressExpression joined;
    joined.offset = access.address.offset;
    for (const auto &[symbol, coefficient] : access.address.terms) {
      const auto found = common.find(symbol);
      if (found == common.end()) {
        joined.terms[symbol] = coefficient;
        continue;
      }
      joined.terms[common_place] += coefficient;
      joined.offset += coefficient * found->second;
    }
    access.address = std::move(joined);
  }
  analysis.steps[common_place] = 0;
}

} // namespace

AddressAnalysis analyze_addresses(const Kernel &kernel) {
  AddressAnalysis analysis;
  SymbolicState state(kernel.region == RegionKind::block);
  for (int i = 0; i < static_cast<int>(kernel.instructions.size()); ++i) {
    const Instruction &instruction = kernel.instructions[static_cast<std::size_t>(i)];
    const MemoryOperand *indexed_memory = nullptr;
    for (int o = 0; o < static_cast<int>(instruction.operands.size()); ++o) {
      const Operand &operand = instruction.operands[static_cast<std::size_t>(o)];
      if (const MemoryOperand *memory = as_memory(operand); memory && (operand.read || operand.written)) {
        analysis.accesses.push_back(access_of(state, operand, *memory, i, o));
        indexed_memory = memory;
      }
    }
    if (const auto update = address_update(instruction)) {
      AddressExpression next = state.value(*update->source);
      next.offset += update->constant;
      state.assign(*update->target, std::move(next));
      continue;
    }
    std::optional<std::int64_t> writeback;
    if (indexed_memory && indexed_memory->base)
      writeback = writeback_of(instruction, *indexed_memory);
    for (const Operand &operand : instruction.operands) {
      const Register *reg = as_register(operand);
      if (!reg || !operand.written)
        continue;
      if (operand.address_update && writeback && indexed_memory->base->overlaps(*reg)) {
        AddressExpression next = state.value(*reg);
        next.offset += *writeback;
        state.assign(*reg, std::move(next));
      } else if (const auto pointer = state.loaded_pointer(); pointer && loads_pointer(instruction)) {
        state.assign(*reg, *pointer);
      } else {
        state.forget(*reg);
      }
    }
  }
  analysis.steps = state.steps();
  join_symbols(analysis, state.common_symbols());
  return analysis;
}

std::optional<std::int64_t> step_bytes(const AddressAnalysis &analysis, const MemoryAccess &access) {
  std::int64_t step = 0;
  for (const auto &[symbol, coefficient] : access.address.terms) {
    const auto found = analysis.steps.find(symbol);
    if (found == analysis.steps.end())
      return std::nullopt;
    step += coefficient * found->second;
  }
  return step;
}

bool is_covered(const AddressAnalysis &analysis, const MemoryAccess &store, const MemoryAccess &load, int distance) {
  const std::int64_t delta =
      load.address.offset - store.address.offset + distance * step_bytes(analysis, load).value_or(0);
  return delta >= 0 && delta + load.width_bytes <= store.width_bytes;
}

bool moves_by_constant(const Instruction &instruction) {
  const std::optional<Update> update = address_update(instruction);
  return update && update->target->units == update->source->units;
}

std::optional<int> forwarding_distance(const AddressAnalysis &analysis, const MemoryAccess &store,
                                       const MemoryAccess &load, int max_distance) {
  if (!store.comparable || !load.comparable || store.address.terms != load.address.terms)
    return std::nullopt;
  const bool load_is_later = store.instruction < load.instruction;
  const std::optional<std::int64_t> known_step = step_bytes(analysis, load);
  const std::int64_t step = known_step.value_or(0);
  const std::int64_t gap = load.address.offset - store.address.offset;
  const auto overlaps_at = [&](std::int64_t distance) {
    const std::int64_t delta = gap + distance * step;
    return delta < store.width_bytes && delta > -load.width_bytes;
  };
  if (load_is_later && overlaps_at(0))
    return 0;
  if (!known_step)
    return std::nullopt;
  if (step == 0)
    return overlaps_at(1) ? std::optional(1) : std::nullopt;
  for (int distance = 1; distance <= max_distance; ++distance)
    if (overlaps_at(distance))
      return distance;
  return std::nullopt;
}

} // namespace osaca
