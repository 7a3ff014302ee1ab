#include "decode/cost_filler.h"

namespace osaca {

InstructionIndex::InstructionIndex(const ParsedUnit &unit) : unit_(unit) {
  for (std::size_t i = 0; i < unit.instructions.size(); ++i)
    by_line_[unit.instructions[i].line].push_back(i);
}

int InstructionIndex::find(const Instruction &instruction) const {
  const auto line = by_line_.find(instruction.line);
  if (instruction.opcode.empty() || line == by_line_.end())
    return -1;
  for (const std::size_t i : line->second) {
    const Instruction &candidate = unit_.instructions[i];
    if (candidate.opcode == instruction.opcode && candidate.operands.size() == instruction.operands.size() &&
        candidate.text == instruction.text)
      return static_cast<int>(i);
  }
  return -1;
}

void fill_costs(std::vector<Kernel> &kernels, const LlvmTarget &target, const ReadUnit &read,
                const InstructionIndex &index, const std::vector<std::string> &cpus) {
  if (cpus.empty())
    return;
  CompilerCosts costs(target, cpus);
  for (Kernel &kernel : kernels)
    for (Instruction &instruction : kernel.instructions)
      if (const int found = index.find(instruction); found >= 0)
        instruction.compiler_costs = costs.of(read.instructions[static_cast<std::size_t>(found)]);
}

} // namespace osaca
