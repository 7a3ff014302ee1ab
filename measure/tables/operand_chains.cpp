#include "measure/tables/operand_chains.h"

#include "base/index.h"

namespace osaca::measure {

std::vector<OperandNumbers> chained_operands(const Instruction &instruction) {
  std::vector<OperandNumbers> made;
  const auto count = static_cast<int>(instruction.operands.size());
  for (int from = 0; from < count; ++from)
    for (int to = 0; to < count; ++to) {
      const Operand &source = instruction.operands[at(from)];
      const Operand &result = instruction.operands[at(to)];
      const Register *read = as_register(source);
      const Register *written = as_register(result);
      if (read != nullptr && written != nullptr && source.read && result.written && !source.address_update &&
          !result.address_update && read->overlaps(*written))
        made.emplace_back(from, to);
    }
  return made;
}

std::vector<OperandNumbers> register_pairs(const Instruction &instruction) {
  std::vector<OperandNumbers> made;
  const auto count = static_cast<int>(instruction.operands.size());
  for (int to = 0; to < count; ++to) {
    const Operand &result = instruction.operands[at(to)];
    if (as_register(result) == nullptr || !result.written || result.implicit || result.address_update)
      continue;
    for (int from = 0; from < count; ++from)
      if (const Operand &source = instruction.operands[at(from)];
          as_register(source) != nullptr && source.read && !source.implicit && !source.address_update)
        made.emplace_back(from, to);
  }
  return made;
}

int loaded_operand(const Instruction &instruction) {
  for (std::size_t i = 0; i < instruction.operands.size(); ++i)
    if (as_memory(instruction.operands[i]) != nullptr && instruction.operands[i].read)
      return static_cast<int>(i);
  return -1;
}

} // namespace osaca::measure
