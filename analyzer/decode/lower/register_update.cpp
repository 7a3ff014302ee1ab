#include "decode/lower/register_update.h"

#include <algorithm>

namespace osaca {
namespace {

constexpr std::int64_t largest_constant = std::int64_t{1} << 40;

/// The operands of a candidate that matter: explicit ones, and an accumulator.
struct Parts {
  int target = -1;
  int source = -1;
  int sources = 0;
  std::vector<std::int64_t> constants;
};

/// Nothing: there is an operand that an addition of a constant does not have.
std::optional<Parts> parts_of(UpdateForm::Kind kind, const std::vector<Operand> &operands) {
  Parts parts;
  for (std::size_t o = 0; o < operands.size(); ++o) {
    const Operand &operand = operands[o];
    const Register *reg = as_register(operand);
    if (operand.implicit && !(kind == UpdateForm::Kind::accumulate && reg && reg->kind == RegisterKind::gpr))
      continue;
    if (reg) {
      if (operand.written)
        parts.target = static_cast<int>(o);
      if (operand.read && !reg->units.empty()) {
        parts.source = static_cast<int>(o);
        ++parts.sources;
      }
    } else if (const auto *immediate = std::get_if<ImmediateOperand>(&operand.value);
               immediate != nullptr && immediate->symbol.empty()) {
      parts.constants.push_back(immediate->value);
    } else {
      return std::nullopt;
    }
  }
  return parts;
}

/// Further constants than the one that is added must be neutral.
std::optional<std::int64_t> added_constant(UpdateForm::Kind kind, const std::vector<std::int64_t> &constants) {
  if (kind == UpdateForm::Kind::step)
    return 1;
  if (kind == UpdateForm::Kind::move) { // AArch64's has a shift
    const bool is_shifted = std::any_of(constants.begin(), constants.end(), [](std::int64_t c) { return c != 0; });
    return is_shifted ? std::nullopt : std::optional<std::int64_t>(0);
  }
  if (constants.empty())
    return std::nullopt;
  const bool has_further = constants.size() > 1;
  if (kind == UpdateForm::Kind::address) { // the scale of an index
    if (has_further && constants.front() != 1)
      return std::nullopt;
    return constants.back();
  }
  if (has_further && constants[1] == 12) // AArch64's shift
    return constants.front() << 12;
  if (has_further && constants[1] != 0)
    return std::nullopt;
  return constants.front();
}

} // namespace

std::optional<RegisterUpdate> register_update(const UpdateForm &form, const std::vector<Operand> &operands) {
  if (form.kind == UpdateForm::Kind::none)
    return std::nullopt;
  const std::optional<Parts> parts = parts_of(form.kind, operands);
  if (!parts || parts->target < 0 || parts->sources != 1)
    return std::nullopt;
  const std::optional<std::int64_t> constant = added_constant(form.kind, parts->constants);
  if (!constant || *constant > largest_constant || *constant < -largest_constant)
    return std::nullopt;
  return RegisterUpdate{parts->target, parts->source, form.sign * *constant};
}

} // namespace osaca
