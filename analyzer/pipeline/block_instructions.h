// The instructions of basic blocks on one core. Equal bytes are decoded and looked up only once.
#pragma once

#include "analysis/bind/costed_instruction.h"
#include "base/expected.h"
#include "decode/block_reader.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
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
  /// The bytes of an instruction, and the vector type in effect.
  struct Key {
    static constexpr std::size_t most_bytes = 16; ///< no instruction is longer
    std::array<std::uint64_t, 3> words{};
    friend bool operator==(const Key &, const Key &) = default;
  };
  struct HashOfKey {
    [[nodiscard]] std::size_t operator()(const Key &key) const noexcept;
  };
  /// `type_` must be the vector type at the beginning of the block. It is updated after each instruction.
  [[nodiscard]] Expected<Instructions> read(std::span<const std::uint8_t> code);
  [[nodiscard]] const Known &known(std::span<const std::uint8_t> bytes);
  [[nodiscard]] Key key_of(std::span<const std::uint8_t> bytes) const;
  [[nodiscard]] Known made();

  BlockReader reader_;
  FormCosts costs_;
  std::unordered_map<Key, Known, HashOfKey> known_;
  VectorType type_; ///< vector type in effect at the next instruction
};

} // namespace osaca
