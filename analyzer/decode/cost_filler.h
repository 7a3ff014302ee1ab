#pragma once

#include "decode/assembly/assembly_reader.h"
#include "decode/decoder.h"
#include "kernel/kernel.h"

#include <string_view>
#include <unordered_map>
#include <vector>

namespace osaca {

/// Finds the instructions of kernels again in the unit they were taken from: by their line, then by what they are.
/// (Lines may hold several instructions; equal ones are as good as each other.)
class InstructionIndex {
public:
  explicit InstructionIndex(const ParsedUnit &unit);
  [[nodiscard]] int find(const Instruction &instruction) const; ///< -1: not there

private:
  struct Key {
    int line;
    std::string_view opcode;
    std::string_view text;
    friend bool operator==(const Key &, const Key &) = default;
  };
  struct Hash {
    std::size_t operator()(const Key &key) const;
  };
  static Key key_of(const Instruction &instruction);

  const ParsedUnit &unit_;
  std::unordered_map<Key, std::vector<std::size_t>, Hash> places_; ///< one of each number of operands
};

/// Fills Instruction::compiler_costs of the instructions that made it into kernels; those of a whole compiler output would
/// take longer than everything else.
void fill_costs(std::vector<Kernel> &kernels, const LlvmTarget &target, const ReadUnit &read,
                const DecodeOptions &options);

} // namespace osaca
