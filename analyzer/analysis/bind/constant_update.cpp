#include "analysis/bind/constant_update.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace osaca {
namespace {

constexpr std::int64_t largest_constant = std::int64_t{1} << 40;

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

} // namespace

std::optional<RegisterUpdate> constant_update(const Instruction &instruction) {
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

  RegisterUpdate update;
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

} // namespace osaca
