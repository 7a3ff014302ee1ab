// Operands of an instruction as the analyses need them: who reads or writes which registers and which memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace osaca {

/// register_stack: x87's. Its registers are named from the top as it is before the instruction, and the unit of the top
/// is a multiple of 8, with those of the others behind it.
enum class RegisterKind { gpr, vector, mask, flag, stack_pointer, program_counter, register_stack, other };

/// A register and the storage it stands for. `units` are the indivisible parts (eax and rax share all of theirs, al and
/// ah share none): two registers overlap exactly if they have a unit in common. Unit numbers mean something only
/// within one Isa. Registers that always read as the same constant (xzr, x0 of RISC-V) have no units.
struct Register {
  std::string name; ///< as written in assembly, lower case, without '%'
  RegisterKind kind = RegisterKind::other;
  int width_bits = 0;
  std::vector<std::uint16_t> units; ///< sorted, unique
  std::vector<std::uint16_t> rest =
      {}; ///< x86, 8 and 16 bits: the other units of its register, which a write to it keeps

  [[nodiscard]] bool overlaps(const Register &other) const;
  friend bool operator==(const Register &, const Register &) = default;
};

struct RegisterOperand {
  Register reg;
  friend bool operator==(const RegisterOperand &, const RegisterOperand &) = default;
};

struct ImmediateOperand {
  std::int64_t value = 0;
  std::string symbol; ///< if symbolic: value is the addend
  friend bool operator==(const ImmediateOperand &, const ImmediateOperand &) = default;
};

/// base + index * scale + displacement (+ symbol). Access width 0: unknown, or the vector length decides it.
struct MemoryOperand {
  std::optional<Register> base;
  std::optional<Register> index;
  std::optional<Register> segment;
  int scale = 1;
  std::int64_t displacement = 0;
  std::string symbol;
  int width_bytes = 0;
  int width_eighths = 0;                 ///< in eighths of the vector length, where that decides it
  std::int64_t displacement_eighths = 0; ///< added to the displacement: SVE's "mul vl"
  bool is_gather_scatter = false;        ///< the index is a vector: many addresses

  friend bool operator==(const MemoryOperand &, const MemoryOperand &) = default;
};

struct LabelOperand {
  std::string label;
  friend bool operator==(const LabelOperand &, const LabelOperand &) = default;
};

using OperandValue = std::variant<RegisterOperand, ImmediateOperand, MemoryOperand, LabelOperand>;

/// One operand with its role. A destination that is also a source (x86 two-operand forms, FMA accumulators, merges into
/// a partial register) is one operand with both `read` and `written`.
struct Operand {
  OperandValue value;
  bool read = false;
  bool written = false;
  bool implicit = false;       ///< not written in the assembly text
  bool address_update = false; ///< the base register of a pre/post-indexed access, or rsp of push/pop: written by the
                               ///< address unit, not by the operation
  /// Which of the instruction's reads and writes it is in the compiler's count (CompilerForwarding); -1: none of them.
  /// Of memory, `read_number` is that of the base register.
  std::int8_t read_number = -1;
  std::int8_t index_read_number = -1; ///< of memory
  std::int8_t write_number = -1;
};

[[nodiscard]] const Register *as_register(const Operand &operand);
[[nodiscard]] const MemoryOperand *as_memory(const Operand &operand);

} // namespace osaca
