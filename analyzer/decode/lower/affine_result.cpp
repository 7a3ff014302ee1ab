#include "decode/lower/lowered_operands.h"

#include "base/index.h"

#include <llvm/ADT/SmallVector.h>

#include <algorithm>

namespace osaca {
namespace {

using Kind = AffineForm::Kind;

constexpr std::int64_t largest_constant = std::int64_t{1} << 40;
constexpr std::int64_t largest_shift = 40;

/// The operands that matter: one register that is written, the registers that are read, and the numbers.
struct Parts {
  const Instruction &instruction;
  int target = -1;
  llvm::SmallVector<int, 4> sources = {}; ///< in operand order, including registers that are always zero
  llvm::SmallVector<std::int64_t, 4> numbers = {};

  [[nodiscard]] bool is_zero(std::size_t source) const {
    return as_register(instruction.operands[at(sources[source])])->units.empty();
  }
  [[nodiscard]] std::int64_t number(std::size_t n, std::int64_t otherwise) const {
    return n < numbers.size() ? numbers[n] : otherwise;
  }
};

bool is_general(const Register &reg) {
  return reg.kind == RegisterKind::gpr || reg.kind == RegisterKind::stack_pointer;
}

/// Empty if the instruction has an operand that an affine result cannot have.
std::optional<Parts> parts_of(const Instruction &instruction, bool with_implicit) {
  Parts parts{instruction};
  for (std::size_t o = 0; o < instruction.operands.size(); ++o) {
    const Operand &operand = instruction.operands[o];
    const Register *reg = as_register(operand);
    if (operand.implicit && !(with_implicit && reg != nullptr && is_general(*reg)))
      continue;
    if (reg != nullptr) {
      if (!reg->units.empty() && !is_general(*reg))
        return std::nullopt;
      if (operand.written)
        parts.target = parts.target < 0 ? static_cast<int>(o) : -2;
      if (operand.read)
        parts.sources.push_back(static_cast<int>(o));
    } else if (const auto *number = std::get_if<ImmediateOperand>(&operand.value);
               number != nullptr && number->symbol.empty()) {
      parts.numbers.push_back(number->value);
    } else {
      return std::nullopt;
    }
  }
  return parts.target >= 0 ? std::optional(std::move(parts)) : std::nullopt;
}

/// A sum under construction. It becomes invalid if a part cannot be represented.
class Sum {
public:
  explicit Sum(const Parts &parts) : parts_(parts) { result_.target = parts.target; }

  Sum &add(std::size_t source, std::int64_t factor) {
    if (source >= parts_.sources.size())
      return fail();
    if (!parts_.is_zero(source) && factor != 0)
      is_valid_ = is_valid_ && result_.add({parts_.sources[source], factor, -1});
    return *this;
  }
  Sum &add_product(std::size_t a, std::size_t b, std::int64_t factor) {
    if (a >= parts_.sources.size() || b >= parts_.sources.size())
      return fail();
    if (!parts_.is_zero(a) && !parts_.is_zero(b))
      is_valid_ = is_valid_ && result_.add({parts_.sources[a], factor, parts_.sources[b]});
    return *this;
  }
  Sum &add_constant(std::int64_t constant) {
    if (constant > largest_constant || constant < -largest_constant)
      return fail();
    result_.constant += constant;
    return *this;
  }
  Sum &add_vector_eighths(std::int64_t count) {
    result_.vector_eighths += count;
    return *this;
  }
  Sum &shift_right(std::int64_t by) {
    if (by < 0 || by > 63)
      return fail();
    result_.right_shift = static_cast<int>(by);
    return *this;
  }
  Sum &fail() {
    is_valid_ = false;
    return *this;
  }
  [[nodiscard]] std::optional<AffineResult> result() const { return is_valid_ ? std::optional(result_) : std::nullopt; }

private:
  const Parts &parts_;
  AffineResult result_;
  bool is_valid_ = true;
};

bool is_shift(std::int64_t by) { return by >= 0 && by <= largest_shift; }

/// AArch64: bits 6 to 8 are the kind of shift (0: left), bits 0 to 5 the number of bits.
void add_shifted(Sum &sum, std::int64_t encoded, int sign) {
  const std::int64_t by = encoded & 63;
  if ((encoded >> 6) != 0 || !is_shift(by))
    sum.fail();
  else
    sum.add(1, sign * (std::int64_t{1} << by));
}

/// AArch64: bits 3 to 5 are the kind of extension, bits 0 to 2 the shift. Extensions of bytes and halfwords are not
/// followed, because a loop counter may not fit into them.
void add_extended(Sum &sum, std::int64_t encoded, int sign) {
  const std::int64_t extension = encoded >> 3;
  const bool keeps_words = extension == 2 || extension == 3 || extension == 6 || extension == 7;
  if (!keeps_words)
    sum.fail();
  else
    sum.add(1, sign * (std::int64_t{1} << (encoded & 7)));
}

/// AArch64's ubfm and sbfm are shifts and extensions, depending on the first and the last bit that they extract.
void add_bit_field(Sum &sum, const Parts &parts) {
  const std::int64_t first = parts.number(0, -1);
  const std::int64_t last = parts.number(1, -1);
  const std::int64_t size = as_register(parts.instruction.operands[at(parts.target)])->width_bits;
  constexpr std::int64_t word = 31; // its last bit
  if (first < 0 || last < 0)
    sum.fail();
  else if (last + 1 == size)
    sum.add(0, 1).shift_right(first);
  else if (first == 0 && last >= word)
    sum.add(0, 1);
  else if (last < first && (last >= word || last + 1 == first) && is_shift(size - first))
    sum.add(0, std::int64_t{1} << (size - first));
  else
    sum.fail();
}

/// RISC-V: the number of elements in a group of vector registers, from SEW and LMUL of `vtype`.
void add_element_count(Sum &sum, std::int64_t vtype) {
  const std::int64_t log_group = vtype & 7;
  const std::int64_t log_element = (vtype >> 3) & 7;
  // eighths of a vector's bytes: 8 * group / element
  const std::int64_t log_count = 3 + (log_group < 4 ? log_group : log_group - 8) - log_element;
  if (log_group == 4 || log_element > 3 || log_count < 0)
    sum.fail();
  else
    sum.add_vector_eighths(std::int64_t{1} << log_count);
}

/// SVE: only for the pattern that selects all elements.
void add_vector_part(Sum &sum, const Parts &parts, const AffineForm &form) {
  constexpr std::int64_t all = 31;
  const bool has_pattern = parts.numbers.size() > 1;
  if (parts.numbers.empty() || (has_pattern && parts.numbers[0] != all))
    sum.fail();
  else
    sum.add_vector_eighths(form.sign * form.factor * parts.numbers.back());
  if (!parts.sources.empty())
    sum.add(0, 1);
}

void add_address(Sum &sum, const Parts &parts) {
  for (const int source : parts.sources)
    if (as_register(parts.instruction.operands[at(source)])->kind == RegisterKind::program_counter)
      sum.fail();
  const bool has_base = parts.numbers.size() < 2; // without a base, the scale of the index is an operand
  sum.add_constant(parts.numbers.empty() ? 0 : parts.numbers.back());
  if (!parts.sources.empty())
    sum.add(0, has_base ? 1 : parts.instruction.address_scale);
  if (parts.sources.size() > 1)
    sum.add(1, parts.instruction.address_scale);
}

/// AArch64's move is an `orr` with the zero register.
void add_copy(Sum &sum, const Parts &parts) {
  for (std::size_t source = 0; source + 1 < parts.sources.size(); ++source)
    if (!parts.is_zero(source))
      sum.fail();
  if (parts.number(0, 0) != 0 || parts.sources.empty())
    sum.fail();
  else
    sum.add(parts.sources.size() - 1, 1);
}

void add_shift_left(Sum &sum, std::int64_t by) {
  if (is_shift(by))
    sum.add(0, std::int64_t{1} << by);
  else
    sum.fail();
}

void add_parts(Sum &sum, const Parts &parts, const AffineForm &form) {
  switch (form.kind) {
  case Kind::none: sum.fail(); break;
  case Kind::number: sum.add_constant(parts.number(0, 0) << parts.number(1, 0)); break;
  case Kind::upper_number: sum.add_constant(parts.number(0, 0) << 12); break;
  case Kind::copy: add_copy(sum, parts); break;
  case Kind::step: sum.add(0, 1).add_constant(form.sign); break;
  case Kind::plus_number: sum.add(0, 1).add_constant(form.sign * (parts.number(0, 0) << parts.number(1, 0))); break;
  case Kind::plus_register: sum.add(0, 1).add(1, form.sign); break;
  case Kind::plus_shifted: add_shifted(sum.add(0, 1), parts.number(0, 0), form.sign); break;
  case Kind::plus_extended: add_extended(sum.add(0, 1), parts.number(0, 0), form.sign); break;
  case Kind::scaled_plus: sum.add(0, form.factor).add(1, 1); break;
  case Kind::address: add_address(sum, parts); break;
  case Kind::times_number: sum.add(0, parts.number(0, 0)); break;
  case Kind::product: sum.add_product(0, 1, 1); break;
  case Kind::product_sum: sum.add_product(0, 1, form.sign).add(2, 1); break;
  case Kind::shift_left: add_shift_left(sum, parts.number(0, 1)); break;
  case Kind::shift_right: sum.add(0, 1).shift_right(parts.number(0, 1)); break;
  case Kind::negation: sum.add(0, -1); break;
  case Kind::complement: sum.add(0, -1).add_constant(-1); break;
  case Kind::bit_field: add_bit_field(sum, parts); break;
  case Kind::vector_part: add_vector_part(sum, parts, form); break;
  case Kind::element_count: add_element_count(sum, parts.number(0, -1)); break;
  case Kind::difference_of_same:
    if (parts.sources.size() < 2 || as_register(parts.instruction.operands[at(parts.sources[0])])->units !=
                                        as_register(parts.instruction.operands[at(parts.sources[1])])->units)
      sum.fail();
    break;
  }
}

/// Encodings limit the shifts of added numbers, but text may contain anything.
bool has_sane_numbers(const Parts &parts, Kind kind) {
  if (kind != Kind::number && kind != Kind::upper_number && kind != Kind::plus_number && kind != Kind::times_number)
    return true;
  constexpr std::int64_t largest_further_shift = 16; // larger shifts of AArch64 are not followed
  return !parts.numbers.empty() && parts.numbers[0] <= largest_constant && parts.numbers[0] >= -largest_constant &&
         parts.number(1, 0) >= 0 && parts.number(1, 0) <= largest_further_shift;
}

} // namespace

std::optional<AffineResult> affine_result(const AffineForm &form, const Instruction &instruction) {
  if (form.kind == Kind::none)
    return std::nullopt;
  const std::optional<Parts> parts = parts_of(instruction, form.has_implied_register);
  if (!parts || !has_sane_numbers(*parts, form.kind))
    return std::nullopt;
  Sum sum(*parts);
  add_parts(sum, *parts, form);
  return sum.result();
}

std::optional<AffineResult> moved_base(const Instruction &instruction, std::optional<std::int64_t> bytes) {
  const auto base =
      std::ranges::find_if(instruction.operands, [](const Operand &operand) { return operand.address_update; });
  if (base == instruction.operands.end())
    return std::nullopt;
  AffineResult moved;
  moved.target = static_cast<int>(base - instruction.operands.begin());
  bool fits = moved.add({moved.target, 1, -1});
  moved.constant = bytes.value_or(0);
  if (!bytes) {
    const Register *by = as_register(instruction.operands.back());
    fits = fits && by != nullptr && is_general(*by) &&
           moved.add({static_cast<int>(instruction.operands.size()) - 1, 1, -1});
  }
  return fits ? std::optional(moved) : std::nullopt;
}

} // namespace osaca
