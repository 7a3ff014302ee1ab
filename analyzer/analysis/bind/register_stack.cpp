#include "analysis/bind/register_stack.h"

#include <algorithm>

namespace osaca {
namespace {

constexpr int places = 8;

/// How far the top is from where the iteration began; empty: not known.
std::optional<int> shift_of(const std::vector<std::shared_ptr<const CostedInstruction>> &instructions) {
  int shift = 0;
  for (const auto &instruction : instructions)
    if (const auto &use = instruction->register_stack) {
      if (use->is_lost)
        return std::nullopt;
      shift += use->pops;
    }
  return shift;
}

/// The same instruction with the top at a place of its own.
std::shared_ptr<const CostedInstruction> placed_at(const CostedInstruction &instruction, int top) {
  auto placed = std::make_shared<CostedInstruction>(instruction);
  for (const CostedOperand &operand : placed->operands)
    if (operand.shape == CostedOperand::Shape::reg && operand.reg.kind == RegisterKind::register_stack) {
      std::uint16_t &unit = placed->units[operand.reg.first_unit];
      const int place = ((unit + top) % places + places) % places;
      unit = static_cast<std::uint16_t>(unit - unit % places + place);
    }
  return placed;
}

std::shared_ptr<const CostedInstruction> without_places(const CostedInstruction &instruction) {
  auto placed = std::make_shared<CostedInstruction>(instruction);
  for (CostedOperand &operand : placed->operands)
    if (operand.shape == CostedOperand::Shape::reg && operand.reg.kind == RegisterKind::register_stack)
      operand.reg.unit_count = 0;
  return placed;
}

} // namespace

bool follow_register_stack(std::vector<std::shared_ptr<const CostedInstruction>> &instructions) {
  const bool is_followed = shift_of(instructions) == 0;
  int top = 0;
  for (auto &instruction : instructions) {
    if (!instruction->register_stack)
      continue;
    const int pops = instruction->register_stack->pops;
    instruction = is_followed ? placed_at(*instruction, top) : without_places(*instruction);
    top = (top + pops) % places;
  }
  return is_followed;
}

} // namespace osaca
