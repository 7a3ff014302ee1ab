#include "decode/cost_filler.h"

#include <algorithm>
#include <optional>

namespace osaca {

InstructionIndex::InstructionIndex(const ParsedUnit &unit) : unit_(unit) {
  places_.reserve(unit.instructions.size());
  for (std::size_t i = 0; i < unit.instructions.size(); ++i) {
    std::vector<std::size_t> &alike = places_[key_of(unit.instructions[i])];
    const bool is_known = std::any_of(alike.begin(), alike.end(), [&](std::size_t known) {
      return unit.instructions[known].operands.size() == unit.instructions[i].operands.size();
    });
    if (!is_known)
      alike.push_back(i);
  }
}

InstructionIndex::Key InstructionIndex::key_of(const Instruction &instruction) {
  return {instruction.line, instruction.opcode, instruction.text};
}

std::size_t InstructionIndex::Hash::operator()(const Key &key) const {
  const std::hash<std::string_view> hash;
  return hash(key.text) * 31 + hash(key.opcode) * 7 + static_cast<std::size_t>(key.line);
}

int InstructionIndex::find(const Instruction &instruction) const {
  const auto place = places_.find(key_of(instruction));
  if (instruction.opcode.empty() || place == places_.end())
    return -1;
  for (const std::size_t i : place->second)
    if (unit_.instructions[i].operands.size() == instruction.operands.size())
      return static_cast<int>(i);
  return -1;
}

void fill_costs(std::vector<Kernel> &kernels, const LlvmTarget &target, const ReadUnit &read,
                const DecodeOptions &options) {
  if (options.scheduling_cpus.empty())
    return;
  std::optional<CompilerCosts> costs; // both take longer than a small kernel, whose figures are often all known
  std::optional<InstructionIndex> index;
  for (Kernel &kernel : kernels)
    for (Instruction &instruction : kernel.instructions) {
      if (options.needs_compiler_costs && !options.needs_compiler_costs(instruction))
        continue;
      if (!costs) {
        costs.emplace(target, options.scheduling_cpus);
        index.emplace(read.unit);
      }
      if (const int found = index->find(instruction); found >= 0)
        instruction.compiler_costs = costs->of(read.instructions[static_cast<std::size_t>(found)]);
    }
}

} // namespace osaca
