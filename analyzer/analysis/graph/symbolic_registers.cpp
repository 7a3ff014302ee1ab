#include "analysis/graph/symbolic_registers.h"

#include "base/index.h"

#include <algorithm>
#include <span>

namespace osaca {
namespace {

constexpr std::int64_t stack_pointer_lead = 0x800;
constexpr std::int64_t frame_pointer_lead = 0x7f0;

std::int64_t lead_of(const CostedRegister &reg) {
  return reg.kind == RegisterKind::stack_pointer ? stack_pointer_lead : reg.is_frame_pointer ? frame_pointer_lead : 0;
}

int largest_unit(const CostedKernel &kernel) {
  std::uint16_t largest = 0;
  for (const PlacedInstruction &placed : kernel.instructions)
    largest = std::max(largest, placed.costed->largest_unit);
  return largest;
}

/// Values are followed through whole general registers and flags.
bool is_followed(const CostedRegister &reg) {
  return (reg.kind == RegisterKind::gpr && reg.width_bits >= 32) || reg.kind == RegisterKind::flag;
}

/// Where blocks without a context are run, pointers are below 2^31, so that the lower half contains all of it.
bool loads_lower_half(const CostedInstruction &load) {
  constexpr std::int64_t pointer_bytes = 8;
  return load.addresses.empty() || load.addresses.front().width_bytes == pointer_bytes ||
         load.addresses.front().displacement % pointer_bytes == 0;
}

bool stays(const LinearTerms &terms, const SymbolSteps &steps) {
  return std::ranges::all_of(terms, [&](const LinearTerms::Term &term) {
    const std::optional<LinearExpression> &step = steps[at(term.symbol)];
    return step && step->is_zero();
  });
}

} // namespace

SymbolicRegisters::SymbolicRegisters(const CostedKernel &kernel)
    : is_context_free_(kernel.region == RegionKind::block),
      follows_flags_(std::ranges::any_of(
          kernel.instructions, [](const PlacedInstruction &placed) { return placed.costed->computes_from_flags; })),
      vector_bits_(kernel.model.core().vector_length ? kernel.model.core().vector_length->bits : 0),
      place_(static_cast<std::size_t>(largest_unit(kernel)) + 1, -1) {
  registers_.reserve(12); // more than most loops use
}

/// Single register units are not needed here. A register used as an address is read as a whole, so its first unit is
/// used.
SymbolicRegisters::Start &SymbolicRegisters::start_of(const CostedInstruction &instruction, const CostedRegister &reg) {
  const std::uint16_t unit = instruction.units[reg.first_unit];
  int &place = place_[unit];
  if (place < 0) {
    place = static_cast<int>(registers_.size());
    const int symbol = new_symbol();
    registers_.push_back({LinearExpression::of(symbol), symbol, lead_of(reg), unit});
  }
  return registers_[at(place)];
}

const LinearExpression &SymbolicRegisters::value(const CostedInstruction &instruction, const CostedRegister &reg) {
  return start_of(instruction, reg).value;
}

int SymbolicRegisters::symbol_of_name(const std::string &name) {
  const auto [entry, fresh] = name_symbol_.try_emplace(name, 0);
  if (fresh)
    entry->second = new_symbol();
  return entry->second;
}

bool SymbolicRegisters::add_product(LinearExpression &sum, const LinearExpression &a, const LinearExpression &b,
                                    std::int64_t factor) {
  if (b.is_number())
    return b.offset == 0 || (factor <= (std::int64_t{1} << 20) && b.offset <= (std::int64_t{1} << 40) &&
                             b.offset >= -(std::int64_t{1} << 40) && sum.add(a, factor * b.offset));
  if (a.is_number())
    return add_product(sum, b, a, factor);
  auto known = std::ranges::find_if(products_, [&](const Product &product) {
    return (product.a == a && product.b == b) || (product.a == b && product.b == a);
  });
  if (known == products_.end())
    known = products_.insert(known, {new_symbol(), a, b});
  return sum.terms.add(known->symbol, factor);
}

bool SymbolicRegisters::add_vectors(LinearExpression &sum, std::int64_t eighths) {
  constexpr std::int64_t bits_of_byte_in_eighths = 64;
  if (eighths == 0)
    return true;
  if (vector_bits_ > 0)
    return sum.add_number(eighths * (vector_bits_ / bits_of_byte_in_eighths));
  if (vector_symbol_ < 0)
    vector_symbol_ = new_symbol();
  return sum.terms.add(vector_symbol_, eighths);
}

std::optional<LinearExpression> SymbolicRegisters::evaluate(const CostedInstruction &instruction,
                                                            const CostedAffineResult &affine) {
  LinearExpression sum;
  bool fits = sum.add_number(affine.constant) && add_vectors(sum, affine.vector_eighths);
  for (const CostedAffineResult::Term &term : std::span(affine.terms).first(affine.term_count)) {
    const LinearExpression source = value(instruction, term.reg);
    fits = fits && (term.times ? add_product(sum, source, value(instruction, *term.times), term.factor)
                               : sum.add(source, term.factor));
  }
  return fits && sum.shift_right(affine.right_shift) ? std::optional(sum) : std::nullopt;
}

std::optional<SymbolicRegisters::Computed> SymbolicRegisters::inputs_of(const CostedInstruction &instruction) {
  if (instruction.loads || instruction.changes_flow)
    return std::nullopt;
  Computed computed{0, inputs_.size(), inputs_.size()};
  if (instruction.breaks_dependency)
    return computed;
  for (const CostedOperand &operand : instruction.operands) {
    if (operand.shape != CostedOperand::Shape::reg || !operand.read || operand.reg.unit_count == 0)
      continue;
    if (!is_followed(operand.reg)) {
      inputs_.resize(computed.first);
      return std::nullopt;
    }
    for (const LinearTerms::Term &term : value(instruction, operand.reg).terms)
      inputs_.push_back(term.symbol);
  }
  computed.end = inputs_.size();
  return computed;
}

void SymbolicRegisters::forget(const CostedInstruction &instruction, const CostedRegister &reg,
                               const std::optional<Computed> &inputs) {
  const int unknown = new_symbol();
  if (instruction.result_mask)
    masks_.emplace_back(unknown, *instruction.result_mask);
  if (inputs)
    computed_.push_back({unknown, inputs->first, inputs->end});
  start_of(instruction, reg).value = LinearExpression::of(unknown);
  for (int u = 1; u < reg.unit_count; ++u)
    if (const int place = place_[instruction.units[at(reg.first_unit + u)]]; place >= 0)
      registers_[at(place)].value = LinearExpression::of(unknown);
}

void SymbolicRegisters::execute(const CostedInstruction &instruction) {
  const std::optional<LinearExpression> known = instruction.affine && instruction.affine->target.unit_count > 0
                                                    ? evaluate(instruction, *instruction.affine)
                                                    : std::nullopt;
  const std::optional<Computed> inputs = !known || follows_flags_ ? inputs_of(instruction) : std::nullopt;
  for (const CostedOperand &operand : instruction.operands) {
    if (operand.shape != CostedOperand::Shape::reg || !operand.written || operand.reg.unit_count == 0 ||
        (operand.reg.kind == RegisterKind::flag && !follows_flags_))
      continue;
    const bool is_target =
        known && instruction.units[operand.reg.first_unit] == instruction.units[instruction.affine->target.first_unit];
    if (is_target)
      continue;
    if (instruction.loads_pointer && is_context_free_ && loads_lower_half(instruction))
      start_of(instruction, operand.reg).value = LinearExpression::of(common_place);
    else
      forget(instruction, operand.reg, is_followed(operand.reg) ? inputs : std::nullopt);
  }
  if (known)
    start_of(instruction, instruction.affine->target).value = *known;
}

std::optional<LinearExpression> SymbolicRegisters::step_of_start(const Start &start, const SymbolSteps &steps) const {
  LinearExpression change = start.value;
  switch (start.value.terms.coefficient_of(start.symbol)) {
  case 0: return step_of(start.value.terms, steps);
  case 1: change.terms.remove(start.symbol); return stays(change.terms, steps) ? std::optional(change) : std::nullopt;
  default: return std::nullopt;
  }
}

std::optional<LinearExpression> SymbolicRegisters::step_of_product(const Product &product, const SymbolSteps &steps) {
  const bool a_stays = stays(product.a.terms, steps);
  const bool b_stays = stays(product.b.terms, steps);
  if (a_stays && b_stays)
    return LinearExpression{};
  if (!a_stays && !b_stays)
    return std::nullopt;
  const std::optional<LinearExpression> moving = step_of((a_stays ? product.b : product.a).terms, steps);
  if (!moving || !moving->is_number())
    return std::nullopt;
  LinearExpression step;
  return step.add(a_stays ? product.a : product.b, moving->offset) ? std::optional(step) : std::nullopt;
}

SymbolSteps SymbolicRegisters::steps() const {
  SymbolSteps found(static_cast<std::size_t>(next_symbol_));
  for (const auto &[name, symbol] : name_symbol_)
    found[at(symbol)].emplace();
  if (vector_symbol_ >= 0)
    found[at(vector_symbol_)].emplace();
  if (is_context_free_)
    found[common_place].emplace();
  const auto is_constant = [&](int symbol) { return found[at(symbol)] && found[at(symbol)]->is_zero(); };
  for (bool grew = true; grew;) {
    grew = false;
    const auto take = [&](int symbol, std::optional<LinearExpression> step) {
      found[at(symbol)] = step;
      grew = grew || found[at(symbol)];
    };
    for (const Start &start : registers_)
      if (!found[at(start.symbol)])
        take(start.symbol, step_of_start(start, found));
    for (const Computed &computed : computed_)
      if (!found[at(computed.symbol)] &&
          std::all_of(inputs_.begin() + static_cast<std::ptrdiff_t>(computed.first),
                      inputs_.begin() + static_cast<std::ptrdiff_t>(computed.end), is_constant))
        take(computed.symbol, LinearExpression{});
    for (const Product &product : products_)
      if (!found[at(product.symbol)])
        take(product.symbol, step_of_product(product, found));
  }
  return found;
}

CommonSymbols SymbolicRegisters::common_symbols() const {
  CommonSymbols known;
  if (!is_context_free_)
    return known;
  known.resize(static_cast<std::size_t>(next_symbol_));
  known[common_place] = LinearExpression::of(common_place);
  for (bool grew = true; grew;) {
    grew = false;
    for (const Start &start : registers_) {
      std::optional<LinearExpression> &own = known[at(start.symbol)];
      if (own)
        continue;
      if (start.value == LinearExpression::of(start.symbol)) {
        own = LinearExpression::of(common_place);
        own->offset = start.lead;
      } else {
        own = with_common_symbols(start.value, known);
      }
      grew |= own.has_value();
    }
  }
  return known;
}

std::optional<std::uint16_t> SymbolicRegisters::unit_of(int symbol) const {
  const auto found = std::ranges::find_if(registers_, [&](const Start &start) { return start.symbol == symbol; });
  return found == registers_.end() ? std::nullopt : std::optional(found->unit);
}

std::optional<LinearExpression> with_common_symbols(const LinearExpression &value, const CommonSymbols &common) {
  LinearExpression joined;
  bool fits = joined.add_number(value.offset);
  for (const LinearTerms::Term &term : value.terms) {
    const std::optional<LinearExpression> &known = common[at(term.symbol)];
    fits = fits && known && joined.add(*known, term.coefficient);
  }
  return fits ? std::optional(joined) : std::nullopt;
}

std::optional<LinearExpression> step_of(const LinearTerms &terms, const SymbolSteps &steps) {
  LinearExpression sum;
  for (const LinearTerms::Term &term : terms)
    if (const std::optional<LinearExpression> &step = steps[at(term.symbol)];
        !step || !sum.add(*step, term.coefficient))
      return std::nullopt;
  return sum;
}

} // namespace osaca
