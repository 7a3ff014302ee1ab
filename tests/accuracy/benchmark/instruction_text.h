// One x86 instruction as its AT&T text tells it: enough to say what kind of work it is, without asking the decoder that
// the predictions under test rest on.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::accuracy {

struct MemoryText {
  std::string base; ///< "rax"; empty: none
  std::string index;
  int scale = 1;
  std::string displacement;               ///< as written
  std::optional<long> displacement_bytes; ///< if it is a number; absent ones are 0
  [[nodiscard]] bool same_registers(const MemoryText &other) const {
    return base == other.base && index == other.index && scale == other.scale;
  }
  friend bool operator==(const MemoryText &, const MemoryText &) = default;
};

struct OperandText {
  enum class Kind { register_, immediate, memory, other };
  Kind kind = Kind::other;
  std::string text; ///< of a register its name without '%'
  MemoryText memory;
};

struct InstructionText {
  std::vector<std::string> prefixes; ///< "lock", "rep"
  std::string mnemonic;              ///< lower case, with its suffix
  bool masked = false;               ///< writes the lanes that a mask register selects
  std::vector<OperandText> operands; ///< in AT&T's order: the destination is last

  [[nodiscard]] const OperandText *memory_operand() const;           ///< the first one; nullptr: none
  [[nodiscard]] bool has_register(std::string_view beginning) const; ///< any operand like "zmm..."
  [[nodiscard]] bool reads_memory() const;                           ///< by an operand: not pop, ret
  [[nodiscard]] bool writes_memory() const;                          ///< by an operand: not push, call
  [[nodiscard]] bool is_move() const;                                ///< copies, extends or broadcasts
  [[nodiscard]] int access_bytes() const;                            ///< of its memory operand; 0: unknown
};

[[nodiscard]] InstructionText read_instruction(std::string_view text);

/// The 64-bit register that this one is a part of: "eax", "al" -> "rax"; what is no general register stays.
[[nodiscard]] std::string whole_register(std::string_view name);

/// 1, 2, 4 or 8 for general registers, 16, 32, 64 for vectors; 0: another.
[[nodiscard]] int register_bytes(std::string_view name);

} // namespace osaca::accuracy
