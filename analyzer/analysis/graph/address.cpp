#include "analysis/graph/address.h"

#include "base/index.h"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace osaca {
namespace {

constexpr std::int64_t largest_constant = std::int64_t{1} << 40;

/// The place that all registers of a context-free block point to.
constexpr int common_place = 0;
constexpr std::int64_t stack_pointer_lead = 0x800;
constexpr std::int64_t frame_pointer_lead = 0x7f0;

std::int64_t lead_of(const CostedRegister &reg) {
  return reg.kind == RegisterKind::stack_pointer ? stack_pointer_lead : reg.is_frame_pointer ? frame_pointer_lead : 0;
}

/// What a register holds: a symbol plus a constant.
struct RegisterValue {
  int symbol = 0;
  std::int64_t offset = 0;
};

/// Symbols that a value was computed from, and nothing else.
struct Inputs {
  std::array<int, 3> symbols{};
  std::size_t count = 0;
};

int largest_unit(const CostedKernel &kernel) {
  std::uint16_t largest = 0;
  for (const PlacedInstruction &placed : kernel.instructions)
    for (std::uint16_t unit : placed.costed->units)
      largest = std::max(largest, unit);
  return largest;
}

/// The values of all registers. Register units are too fine here: an address register is always read whole, so its first
/// unit stands for it.
class SymbolicState {
public:
  explicit SymbolicState(const CostedKernel &kernel)
      : is_context_free_(kernel.region == RegionKind::block),
        place_(static_cast<std::size_t>(largest_unit(kernel)) + 1, -1) {}

  /// Precondition: the register has units, which the two arguments tell.
  RegisterValue &value(const CostedInstruction &instruction, const CostedRegister &reg) {
    int &place = place_[instruction.units[reg.first_unit]];
    if (place < 0) {
      place = static_cast<int>(registers_.size());
      const int symbol = new_symbol();
      registers_.push_back({{symbol, 0}, symbol, lead_of(reg)});
    }
    return registers_[at(place)].value;
  }

  /// `inputs`: what the new value was computed from, where that is known.
  void forget(const CostedInstruction &instruction, const CostedRegister &reg, const std::optional<Inputs> &inputs) {
    const RegisterValue unknown{new_symbol(), 0};
    if (instruction.result_mask)
      masks_.emplace_back(unknown.symbol, *instruction.result_mask);
    if (inputs)
      computed_.push_back({unknown.symbol, *inputs});
    value(instruction, reg) = unknown;
    for (int u = 1; u < reg.unit_count; ++u)
      if (const int place = place_[instruction.units[at(reg.first_unit + u)]]; place >= 0)
        registers_[at(place)].value = unknown;
  }

  /// Whether memory holds pointers where nobody knows better.
  [[nodiscard]] bool loads_pointers() const { return is_context_free_; }

  int symbol_of_name(const std::string &name) {
    const auto [entry, fresh] = name_symbol_.try_emplace(name, 0);
    if (fresh)
      entry->second = new_symbol();
    return entry->second;
  }

  /// Symbols in which no other bits are set than in a mask.
  [[nodiscard]] const std::vector<std::pair<int, std::int64_t>> &masks() const { return masks_; }

  /// By symbol: bytes per iteration, of induction variables and of what no iteration changes.
  [[nodiscard]] std::vector<std::optional<std::int64_t>> steps() const {
    std::vector<std::optional<std::int64_t>> found(static_cast<std::size_t>(next_symbol_));
    for (const Start &start : registers_)
      if (start.value.symbol == start.symbol)
        found[at(start.symbol)] = start.value.offset;
    for (const auto &[name, symbol] : name_symbol_)
      found[at(symbol)] = 0;
    if (is_context_free_)
      found[common_place] = 0;
    add_recomputed(found);
    return found;
  }

  /// By symbol: the distance from the common place of symbols that stand for it: of registers that no iteration moves,
  /// and of those that hold such a pointer at the end of every iteration.
  [[nodiscard]] std::vector<std::optional<std::int64_t>> common_symbols() const {
    std::vector<std::optional<std::int64_t>> known;
    if (!is_context_free_)
      return known;
    known.resize(static_cast<std::size_t>(next_symbol_));
    known[common_place] = 0;
    for (bool grew = true; grew;) {
      grew = false;
      for (const Start &start : registers_) {
        std::optional<std::int64_t> &own = known[at(start.symbol)];
        const std::optional<std::int64_t> &source = known[at(start.value.symbol)];
        const bool stays = start.value.symbol == start.symbol;
        if (own || (stays ? start.value.offset != 0 : !source))
          continue;
        own = stays ? start.lead : *source + start.value.offset;
        grew = true;
      }
    }
    return known;
  }

private:
  struct Start {
    RegisterValue value;
    int symbol = 0;        ///< at the start of an iteration
    std::int64_t lead = 0; ///< from the common place, at the start
  };
  struct Computed {
    int symbol = 0;
    Inputs inputs;
  };
  int new_symbol() { return next_symbol_++; }

  /// What each iteration computes anew from values that no iteration changes is always the same.
  void add_recomputed(std::vector<std::optional<std::int64_t>> &steps) const {
    const auto stays = [&](int symbol) { return steps[at(symbol)] == 0; };
    for (bool grew = true; grew;) {
      grew = false;
      for (const Computed &computed : computed_)
        if (!steps[at(computed.symbol)] &&
            std::all_of(computed.inputs.symbols.begin(), computed.inputs.symbols.begin() + computed.inputs.count, stays)) {
          steps[at(computed.symbol)] = 0;
          grew = true;
        }
      for (const Start &start : registers_)
        if (!steps[at(start.symbol)] && stays(start.value.symbol)) {
          steps[at(start.symbol)] = 0;
          grew = true;
        }
    }
  }

  bool is_context_free_;
  int next_symbol_ = common_place + 1;
  std::vector<int> place_; ///< by register unit: in registers_
  std::vector<Start> registers_;
  std::vector<Computed> computed_; ///< in program order
  std::vector<std::pair<int, std::int64_t>> masks_;
  std::unordered_map<std::string, int> name_symbol_;
};

void add_scaled(AddressExpression &sum, SymbolicState &state, const CostedInstruction &instruction,
                const std::optional<CostedRegister> &reg, std::int64_t factor) {
  if (!reg || reg->unit_count == 0)
    return;
  const RegisterValue &value = state.value(instruction, *reg);
  sum.terms.add(value.symbol, factor);
  sum.offset += value.offset * factor;
}

MemoryAccess access_of(SymbolicState &state, const CostedInstruction &instruction, const CostedAddress &memory,
                       int number) {
  const CostedOperand &operand = instruction.operands[at(memory.operand)];
  MemoryAccess access;
  access.instruction = number;
  access.operand = memory.operand;
  access.memory = &memory;
  access.reads = operand.read;
  access.writes = operand.written;
  access.width_bytes = memory.width_bytes;
  access.comparable = !memory.is_gather_scatter && memory.width_bytes > 0;
  add_scaled(access.address, state, instruction, memory.base, 1);
  add_scaled(access.address, state, instruction, memory.index, memory.scale);
  if (!memory.segment.empty())
    access.address.terms.add(state.symbol_of_name("segment " + memory.segment), 1);
  if (!memory.symbol.empty())
    access.address.terms.add(state.symbol_of_name(memory.symbol), 1);
  access.address.offset += std::clamp(memory.displacement, -largest_constant, largest_constant);
  return access;
}

bool share_a_unit(const CostedInstruction &instruction, const CostedRegister &a, const CostedRegister &b) {
  const auto units = std::span(instruction.units);
  const auto of_a = units.subspan(a.first_unit, a.unit_count);
  const auto of_b = units.subspan(b.first_unit, b.unit_count);
  return std::find_first_of(of_a.begin(), of_a.end(), of_b.begin(), of_b.end()) != of_a.end();
}

/// What the instruction computes its result from, if that is nothing but a few whole general registers.
std::optional<Inputs> inputs_of(SymbolicState &state, const CostedInstruction &instruction) {
  if (instruction.loads || instruction.changes_flow)
    return std::nullopt;
  Inputs inputs;
  if (instruction.breaks_dependency)
    return inputs;
  for (const CostedOperand &operand : instruction.operands) {
    if (operand.shape != CostedOperand::Shape::reg || !operand.read || operand.reg.unit_count == 0)
      continue;
    if (operand.reg.kind != RegisterKind::gpr || operand.reg.width_bits < 32 || inputs.count == inputs.symbols.size())
      return std::nullopt;
    inputs.symbols[inputs.count++] = state.value(instruction, operand.reg).symbol;
  }
  return inputs;
}

/// Sets what the instruction writes to registers.
void execute(SymbolicState &state, const CostedInstruction &instruction, const CostedAddress *last_access) {
  if (const std::optional<ConstantUpdate> &update = instruction.update) {
    const RegisterValue source = state.value(instruction, update->source);
    if (update->target.unit_count > 0)
      state.value(instruction, update->target) = {source.symbol, source.offset + update->constant};
    return;
  }
  const std::optional<Inputs> inputs = inputs_of(state, instruction);
  for (const CostedOperand &operand : instruction.operands) {
    if (operand.shape != CostedOperand::Shape::reg || !operand.written || operand.reg.unit_count == 0)
      continue;
    const bool is_whole = operand.reg.kind == RegisterKind::gpr && operand.reg.width_bits >= 32;
    if (operand.address_update && instruction.writeback_bytes && last_access != nullptr && last_access->base &&
        share_a_unit(instruction, *last_access->base, operand.reg))
      state.value(instruction, operand.reg).offset += *instruction.writeback_bytes;
    else if (instruction.loads_pointer && state.loads_pointers())
      state.value(instruction, operand.reg) = {common_place, 0};
    else
      state.forget(instruction, operand.reg, is_whole ? inputs : std::nullopt);
  }
}

/// Replaces the symbols that are known to stand for the common place by its own.
void join_symbols(AddressExpression &address, const std::vector<std::optional<std::int64_t>> &common) {
  AddressExpression joined;
  joined.offset = address.offset;
  for (const AddressTerms::Term &term : address.terms) {
    const std::optional<std::int64_t> &lead = common[at(term.symbol)];
    joined.terms.add(lead ? common_place : term.symbol, term.coefficient);
    joined.offset += term.coefficient * lead.value_or(0);
  }
  address = joined;
}

/// The common place is at the beginning of a line, and so are segments of thread-local data.
bool counts_from_a_line(const MemoryAccess &access) {
  const AddressTerms &terms = access.address.terms;
  return terms.end() - terms.begin() == 1 && terms.begin()->coefficient == 1 &&
         (terms.begin()->symbol == common_place ||
          (!access.memory->segment.empty() && !access.memory->base && !access.memory->index && access.memory->symbol.empty()));
}

std::optional<std::int64_t> step_of(const AddressTerms &terms, const std::vector<std::optional<std::int64_t>> &steps) {
  std::int64_t sum = 0;
  for (const AddressTerms::Term &term : terms) {
    const std::optional<std::int64_t> &step = steps[at(term.symbol)];
    if (!step)
      return std::nullopt;
    sum += term.coefficient * *step;
  }
  return sum;
}

std::optional<MaskedTerm> masked_of(const AddressTerms &terms, const SymbolicState &state,
                                    const std::vector<std::optional<std::int64_t>> &steps) {
  std::optional<MaskedTerm> masked;
  for (const AddressTerms::Term &term : terms) {
    if (steps[at(term.symbol)] == 0)
      continue;
    const auto known = std::find_if(state.masks().begin(), state.masks().end(),
                                    [&](const auto &mask) { return mask.first == term.symbol; });
    if (masked || known == state.masks().end())
      return std::nullopt;
    masked = MaskedTerm{term, known->second};
  }
  return masked;
}

} // namespace

void AddressTerms::add(int symbol, std::int64_t coefficient) {
  std::size_t at = 0;
  while (at < count_ && terms_[at].symbol < symbol)
    ++at;
  if (at == count_ || terms_[at].symbol != symbol) {
    if (coefficient == 0 || count_ == terms_.size())
      return;
    std::move_backward(terms_.begin() + static_cast<std::ptrdiff_t>(at),
                       terms_.begin() + static_cast<std::ptrdiff_t>(count_),
                       terms_.begin() + static_cast<std::ptrdiff_t>(count_) + 1);
    terms_[at] = {symbol, coefficient};
    ++count_;
    return;
  }
  terms_[at].coefficient += coefficient;
  if (terms_[at].coefficient != 0)
    return;
  std::move(terms_.begin() + static_cast<std::ptrdiff_t>(at) + 1, terms_.begin() + static_cast<std::ptrdiff_t>(count_),
            terms_.begin() + static_cast<std::ptrdiff_t>(at));
  terms_[--count_] = {};
}

AddressAnalysis analyze_addresses(const CostedKernel &kernel) {
  AddressAnalysis analysis;
  SymbolicState state(kernel);
  std::size_t count = 0;
  for (const PlacedInstruction &placed : kernel.instructions)
    count += placed.costed->addresses.size();
  analysis.accesses.reserve(count);
  for (std::size_t i = 0; i < kernel.instructions.size(); ++i) {
    const CostedInstruction &instruction = *kernel.instructions[i].costed;
    const CostedAddress *last_access = nullptr;
    for (const CostedAddress &memory : instruction.addresses)
      if (const MemoryAccess access = access_of(state, instruction, memory, static_cast<int>(i));
          access.reads || access.writes) {
        analysis.accesses.push_back(access);
        last_access = &memory;
      }
    execute(state, instruction, last_access);
  }
  const auto steps = state.steps();
  const auto common = state.common_symbols();
  for (MemoryAccess &access : analysis.accesses) {
    if (!common.empty()) {
      join_symbols(access.address, common);
      access.from_a_line = counts_from_a_line(access);
    }
    access.step_bytes = step_of(access.address.terms, steps);
    if (!access.step_bytes && !state.masks().empty())
      access.masked = masked_of(access.address.terms, state, steps);
  }
  return analysis;
}

namespace {

/// Bytes from the store to the load, `distance` iterations later.
std::int64_t bytes_between(const MemoryAccess &store, const MemoryAccess &load, int distance) {
  return load.address.offset - store.address.offset + distance * load.step_bytes.value_or(0);
}

} // namespace

bool is_covered(const MemoryAccess &store, const MemoryAccess &load, int distance) {
  const std::int64_t delta = bytes_between(store, load, distance);
  return delta >= 0 && delta + load.width_bytes <= store.width_bytes;
}

bool begin_together(const MemoryAccess &store, const MemoryAccess &load, int distance) {
  return bytes_between(store, load, distance) == 0;
}

} // namespace osaca
