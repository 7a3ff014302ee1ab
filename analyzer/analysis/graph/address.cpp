#include "analysis/graph/address.h"

#include "analysis/graph/symbolic_registers.h"
#include "base/index.h"

#include <algorithm>

namespace osaca {

namespace {

constexpr std::int64_t largest_factor = std::int64_t{1} << 44;

bool is_small(std::int64_t number) { return number <= largest_factor && number >= -largest_factor; }

/// For two small numbers.
bool is_small_product(std::int64_t a, std::int64_t b) {
  if (b == 1) // avoids a division in most cases
    return is_small(a);
  const std::int64_t most = largest_factor / std::max<std::int64_t>(a < 0 ? -a : a, 1);
  return b <= most && b >= -most;
}

} // namespace

bool LinearTerms::add(int symbol, std::int64_t coefficient) {
  if (coefficient == 0)
    return true;
  auto *const last = terms_.data() + count_;
  auto *const place = std::find_if(terms_.data(), last, [&](const Term &term) { return term.symbol >= symbol; });
  if (place == last || place->symbol != symbol) {
    if (count_ == terms_.size() || !is_small(coefficient))
      return false;
    std::move_backward(place, last, last + 1);
    *place = {symbol, coefficient};
    ++count_;
    return true;
  }
  place->coefficient += coefficient;
  if (place->coefficient == 0)
    remove(symbol);
  else if (!is_small(place->coefficient))
    return false;
  return true;
}

void LinearTerms::remove(int symbol) {
  auto *const last = terms_.data() + count_;
  auto *const place = std::find_if(terms_.data(), last, [&](const Term &term) { return term.symbol == symbol; });
  if (place == last)
    return;
  std::move(place + 1, last, place);
  terms_[--count_] = {};
}

std::int64_t LinearTerms::coefficient_of(int symbol) const {
  const auto *const found = std::find_if(begin(), end(), [&](const Term &term) { return term.symbol == symbol; });
  return found == end() ? 0 : found->coefficient;
}

bool LinearExpression::add(const LinearExpression &other, std::int64_t factor) {
  if (!is_small(factor) || !is_small_product(other.offset, factor))
    return false;
  for (const LinearTerms::Term &term : other.terms)
    if (!is_small_product(term.coefficient, factor) || !terms.add(term.symbol, term.coefficient * factor))
      return false;
  return add_number(other.offset * factor);
}

bool LinearExpression::add_number(std::int64_t number) {
  if (!is_small(number))
    return false;
  offset += number;
  return is_small(offset);
}

bool LinearExpression::shift_right(int by) {
  if (by == 0)
    return true;
  if (by > 44)
    return is_zero();
  const std::int64_t divisor = std::int64_t{1} << by;
  const auto is_multiple = [&](std::int64_t number) { return number % divisor == 0; };
  if (!is_multiple(offset) ||
      !std::ranges::all_of(terms, [&](const LinearTerms::Term &term) { return is_multiple(term.coefficient); }))
    return false;
  LinearExpression shifted;
  for (const LinearTerms::Term &term : terms)
    static_cast<void>(shifted.terms.add(term.symbol, term.coefficient / divisor)); // there are as many terms as before
  shifted.offset = offset / divisor;
  *this = shifted;
  return true;
}

namespace {

constexpr std::int64_t largest_displacement = std::int64_t{1} << 40;

LinearExpression address_of(SymbolicRegisters &state, const CostedInstruction &instruction,
                            const CostedAddress &memory) {
  LinearExpression sum;
  const auto add_register = [&](const std::optional<CostedRegister> &reg, std::int64_t factor) {
    return !reg || reg->unit_count == 0 || sum.add(state.value(instruction, *reg), factor);
  };
  bool fits = add_register(memory.base, 1) && add_register(memory.index, memory.scale);
  if (!memory.segment.empty())
    fits = fits && sum.terms.add(state.symbol_of_name("segment " + memory.segment), 1);
  if (!memory.symbol.empty())
    fits = fits && sum.terms.add(state.symbol_of_name(memory.symbol), 1);
  fits = fits && sum.add_number(std::clamp(memory.displacement, -largest_displacement, largest_displacement)) &&
         state.add_vectors(sum, memory.displacement_eighths);
  return fits ? sum : LinearExpression::of(state.new_symbol());
}

bool reads_mask(const CostedInstruction &instruction) {
  return std::ranges::any_of(instruction.operands, [](const CostedOperand &operand) {
    return operand.shape == CostedOperand::Shape::reg && operand.read && operand.reg.kind == RegisterKind::mask;
  });
}

MemoryAccess access_of(SymbolicRegisters &state, const CostedInstruction &instruction, const CostedAddress &memory,
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
  access.is_predicated = reads_mask(instruction);
  access.address = address_of(state, instruction, memory);
  return access;
}

/// Replaces symbols whose values relative to the common place are known.
void join_symbols(LinearExpression &address, const CommonSymbols &common) {
  LinearExpression joined;
  bool fits = joined.add_number(address.offset);
  for (const LinearTerms::Term &term : address.terms) {
    const std::optional<LinearExpression> &known = common[at(term.symbol)];
    fits = fits && (known ? joined.add(*known, term.coefficient) : joined.terms.add(term.symbol, term.coefficient));
  }
  if (fits)
    address = joined;
}

/// The common place is at the beginning of a line, as are segments of thread-local data.
bool counts_from_a_line(const MemoryAccess &access) {
  const LinearTerms &terms = access.address.terms;
  return terms.size() == 1 && terms.begin()->coefficient == 1 &&
         (terms.begin()->symbol == SymbolicRegisters::common_place ||
          (!access.memory->segment.empty() && !access.memory->base && !access.memory->index &&
           access.memory->symbol.empty()));
}

/// For a step that is not a known number.
EvenStep even_step(const LinearExpression &step, const SymbolicRegisters &state) {
  EvenStep even;
  even.bytes = step.offset;
  if (step.terms.size() != 1)
    return even;
  const LinearTerms::Term &term = *step.terms.begin();
  even.factor = term.coefficient;
  if (term.symbol == state.vector_symbol()) {
    even.of = EvenStep::Of::vector_length;
  } else if (const std::optional<std::uint16_t> unit = state.unit_of(term.symbol)) {
    even.of = EvenStep::Of::reg;
    even.unit = *unit;
  }
  return even;
}

void set_step(MemoryAccess &access, const SymbolicRegisters &state, const SymbolSteps &steps) {
  const std::optional<LinearExpression> step = step_of(access.address.terms, steps);
  if (step && step->is_number())
    access.step_bytes = step->offset;
  else if (step)
    access.even_step = even_step(*step, state);
}

/// The value of a predicate is not known. If the address moves by less than a vector, the predicate selects only the
/// bytes up to the address of the next iteration (`ptrue p0.d, vl4` before the loop).
void limit_to_step(MemoryAccess &access) {
  const std::int64_t step = access.step_bytes.value_or(0);
  const std::int64_t distance = step < 0 ? -step : step;
  if (distance != 0 && distance < access.width_bytes && access.is_predicated)
    access.width_bytes = static_cast<int>(distance);
}

std::optional<MaskedTerm> masked_of(const LinearTerms &terms, const SymbolicRegisters &state,
                                    const SymbolSteps &steps) {
  std::optional<MaskedTerm> masked;
  for (const LinearTerms::Term &term : terms) {
    if (const std::optional<LinearExpression> &step = steps[at(term.symbol)]; step && step->is_zero())
      continue;
    const auto known = std::ranges::find_if(state.masks(), [&](const auto &mask) { return mask.first == term.symbol; });
    if (masked || known == state.masks().end())
      return std::nullopt;
    masked = MaskedTerm{term, known->second};
  }
  return masked;
}

} // namespace

AddressAnalysis analyze_addresses(const CostedKernel &kernel) {
  AddressAnalysis analysis;
  std::size_t count = 0;
  for (const PlacedInstruction &placed : kernel.instructions)
    count += placed.costed->addresses.size();
  if (count == 0)
    return analysis;
  SymbolicRegisters state(kernel);
  analysis.accesses.reserve(count);
  for (std::size_t i = 0; i < kernel.instructions.size(); ++i) {
    const CostedInstruction &instruction = *kernel.instructions[i].costed;
    for (const CostedAddress &memory : instruction.addresses)
      if (const CostedOperand &operand = instruction.operands[at(memory.operand)]; operand.read || operand.written)
        analysis.accesses.push_back(access_of(state, instruction, memory, static_cast<int>(i)));
    state.execute(instruction);
  }
  const SymbolSteps steps = state.steps();
  const auto common = state.common_symbols();
  for (MemoryAccess &access : analysis.accesses) {
    if (!common.empty()) {
      join_symbols(access.address, common);
      access.from_a_line = counts_from_a_line(access);
    }
    set_step(access, state, steps);
    limit_to_step(access);
    if (!access.step_bytes && !access.even_step && !state.masks().empty())
      access.masked = masked_of(access.address.terms, state, steps);
  }
  return analysis;
}

bool is_in_array(const MemoryAccess &access) {
  const CostedAddress &memory = *access.memory;
  return access.comparable && access.step_bytes.value_or(0) != 0 && memory.base &&
         memory.base->kind != RegisterKind::stack_pointer && memory.symbol.empty();
}

void move_arrays(AddressAnalysis &addresses, int bytes) {
  if (bytes == 0)
    return;
  std::vector<LinearTerms> aligned;
  for (const MemoryAccess &access : addresses.accesses)
    if (access.memory->must_be_aligned && access.width_bytes > bytes)
      aligned.push_back(access.address.terms);
  for (MemoryAccess &access : addresses.accesses)
    if (is_in_array(access) && std::ranges::find(aligned, access.address.terms) == aligned.end())
      access.address.offset += bytes;
}

namespace {

/// The bytes from the store to the load, `distance` iterations later.
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
