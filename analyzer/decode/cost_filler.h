#pragma once

#include "decode/assembly_reader.h"
#include "kernel/kernel.h"

#include <unordered_map>

namespace osaca {

/// Finds the instructions of kernels again in the unit they were taken from: by their line, then by what they are.
/// (Lines may hold several instructions; equal ones are as good as each other.)
class InstructionIndex {
public:
  explicit InstructionIndex(const ParsedUnit &unit);
  [[nodiscard]] int find(const Instruction &instruction) const; ///< -1: not there

private:
  const ParsedUnit &unit_;
  std::unordered_map<int, std::vector<std::size_t>> by_line_;
};

/// Fills Instruction::compiler_costs of the instructions that made it into kernels; those of a whole compiler output would
/// take longer than everything else.
void fill_costs(std::vector<Kernel> &kernels, const LlvmTarget &target, const ReadUnit &read,
                const InstructionIndex &index, const std::vector<std::string> &cpus);

} // namespace osaca
