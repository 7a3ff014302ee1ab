#include "analysis/memory/address_text.h"

#include <string_view>

namespace osaca {
namespace {

constexpr std::string_view between_operands = " \t,*";

/// What stands before the bracket without a space: a displacement or a symbol.
std::string_view with_displacement(std::string_view text, std::size_t open, std::size_t close) {
  std::size_t first = open;
  while (first > 0 && between_operands.find(text[first - 1]) == std::string_view::npos)
    --first;
  return text.substr(first, close + 1 - first);
}

} // namespace

std::string address_text(const Instruction &instruction, int operand) {
  const std::string_view text = instruction.text;
  const MemoryOperand *memory = as_memory(instruction.operands[static_cast<std::size_t>(operand)]);
  if (memory == nullptr || instruction.operands[static_cast<std::size_t>(operand)].implicit)
    return {};
  for (const auto &[open, close] : {std::pair('[', ']'), std::pair('(', ')')})
    if (const auto first = text.find(open); first != std::string_view::npos)
      if (const auto last = text.find(close, first); last != std::string_view::npos)
        return std::string(open == '[' ? text.substr(first, last + 1 - first) : with_displacement(text, first, last));
  return memory->symbol;
}

} // namespace osaca
