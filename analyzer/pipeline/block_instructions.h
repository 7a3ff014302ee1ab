// The instructions of basic blocks on one core. Equal bytes are decoded and looked up only once.
#pragma once

#include "analysis/bind/costed_instruction.h"
#include "base/expected.h"
#include "decode/block_reader.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace osaca {

class BlockInstructions {
public:
  BlockInstructions(BlockReader reader, FormCosts costs) : reader_(std::move(reader)), costs_(std::move(costs)) {
    known_.reserve(8192);
  }

  [[nodiscard]] const MachineModel &model() const { return costs_.model(); }

  /// The instructions of a block of machine code, or the error why it cannot be decoded.
  [[nodiscard]] Expected<std::vector<std::shared_ptr<const CostedInstruction>>> of(std::span<const std::uint8_t> code);

private:
  using Instructions = std::vector<std::shared_ptr<const CostedInstruction>>;
  struct Known {
    std::shared_ptr<const CostedInstruction>
        lock; ///< the lock prefix, if it is a separate instruction in the same bytes; usually null
    std::shared_ptr<const CostedInstruction> costed;
    bool is_lone_prefix = false;
    VectorType type_after;
    bool is_relative = false; ///< an address counts from the end of the instruction
  };
  /// `type_` must be the vector type at the beginning of the block. It is updated after each instruction.
  [[nodiscard]] Expected<Instructions> read(std::span<const std::uint8_t> code);
  [[nodiscard]] const Known &known(std::span<const std::uint8_t> bytes);
  [[nodiscard]] Known made();

  BlockReader reader_;
  FormCosts costs_;
  std::unordered_map<std::string, Known> known_; ///< by the bytes and the vector type in effect
  std::string key_;                              ///< a member only to reuse its memory
  VectorType type_;                              ///< vector type in effect at the next instruction
};

} // namespace osaca
