// An instruction as the analyses need it: its operands, and what it does with registers, memory and control.
#pragma once

#include "base/source_location.h"
#include "kernel/cost.h"
#include "kernel/isa.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace osaca {

// Operands of an instruction as the analyses need them: who reads or writes which registers and which memory.

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

// What an instruction makes of a general register, where that is a sum that can be told without running it.

/// `target` = (sum of terms + constant + eighths of the vector length) / 2^right_shift. Of mov, add, lea, imul, shl,
/// madd, sxtw, incb and their kin, and of accesses that move their base register. Registers of 32 bits count as if
/// nothing were cut off: what loops count in them does not wrap around.
struct AffineResult {
  /// A register times a number, and times another register if there is one.
  struct Term {
    int operand = 0; ///< place among Instruction::operands
    std::int64_t factor = 1;
    int times = -1; ///< place of the other register; -1: none
  };
  static constexpr std::size_t most_terms = 2;
  int target = 0; ///< place among Instruction::operands
  std::int64_t constant = 0;
  std::int64_t vector_eighths = 0; ///< multiples of an eighth of the vector length in bytes (SVE, RISC-V)
  int right_shift = 0;             ///< known only where the sum is a multiple

  [[nodiscard]] std::span<const Term> terms() const { return std::span(terms_).first(count_); }
  /// False: there is no room for it.
  [[nodiscard]] bool add(const Term &term) {
    if (count_ == terms_.size())
      return false;
    terms_[count_++] = term;
    return true;
  }

private:
  std::array<Term, most_terms> terms_{};
  std::size_t count_ = 0;
};

/// `target` = `source` + `constant`: of add, sub, inc, lea disp(reg), mov reg, reg and their kin.
struct RegisterUpdate {
  int target = 0; ///< place among Instruction::operands
  int source = 0; ///< the same place, where a register is changed
  std::int64_t constant = 0;
};

/// Nothing: the result is no register plus a constant.
[[nodiscard]] inline std::optional<RegisterUpdate> as_update(const AffineResult &result) {
  if (result.terms().size() != 1 || result.vector_eighths != 0 || result.right_shift != 0)
    return std::nullopt;
  const AffineResult::Term &term = result.terms().front();
  if (term.factor != 1 || term.times >= 0)
    return std::nullopt;
  return RegisterUpdate{result.target, term.operand, result.constant};
}

// RISC-V: what `vsetvli` sets, how many registers form a group and how wide their elements are.

/// LMUL and SEW of `vtype`, each empty where it is not known.
struct VectorType {
  std::optional<std::int8_t> log_group;        ///< log2 of LMUL, -3 to 3
  std::optional<std::int8_t> log_element_bits; ///< log2 of SEW, 3 to 6

  friend bool operator==(const VectorType &, const VectorType &) = default;
};

/// An instruction's place among those of the unit (a text, some functions of an object) that it was read from.
enum class InstructionNumber : std::int32_t { none = -1 };

/// What an instruction does to x87's stack of registers beside reading and writing its operands.
struct RegisterStackUse {
  int pops = 0;           ///< places by which the top moves; negative: pushes
  bool exchanges = false; ///< nothing is computed, two registers change names (fxch)
  bool is_lost = false;   ///< what is where behind it is not known
};

/// One machine instruction, decoded. Immutable once made.
struct Instruction {
  std::string opcode;   ///< LLVM's opcode name ("VADDPDYrm"): the key of the models. Empty: not decoded
  std::string mnemonic; ///< "vaddpd"
  std::string text;     ///< as in the input (assembly) or as printed by the disassembler
  /// Explicit operands in LLVM's order (a memory reference is one operand, a tied source is merged into its
  /// destination), then implicit ones.
  std::vector<Operand> operands;
  int size_bytes = 0; ///< encoded length, 0 if unknown
  InstructionNumber number = InstructionNumber::none;
  int line = 0;                           ///< line of the input text
  SourceLocation source;                  ///< from .loc, DWARF or the plugin
  std::vector<SourceLocation> inlined_at; ///< call sites through which it was inlined, innermost first

  std::string array; ///< that it loads from or stores to, as the source names it; "" unknown

  bool loads = false;
  bool stores = false;
  bool is_branch = false;      ///< any jump, conditional or not; not calls
  bool is_conditional = false; ///< conditional branch
  bool is_call = false;
  bool is_return = false;
  bool is_taken =
      false; ///< a conditional branch that the kernel's path takes; other jumps, calls and returns always do
  bool is_of_inner_loop = false; ///< the kernel is of a loop around that one
  std::optional<double>
      taken_probability; ///< of a conditional branch, from 0 to 1, as the compiler believes or was told by a profile
  bool repeats = false;  ///< x86: a string operation with a repeat prefix, as often as a register says
  bool is_prefetch = false;
  bool is_nop = false;
  bool is_vector_packed = false;      ///< works on more than one element
  bool is_scalar_fp = false;          ///< floating point on one element
  bool computes_address = false;      ///< lea: the parts of an address are plain operands, nothing is accessed
  int address_scale = 1;              ///< lea: what its index is multiplied by
  bool loads_pointer = false;         ///< all of a general register, or its lower half, and nothing else, from memory
  std::optional<AffineResult> affine; ///< what it makes of a general register, if that is easily told
  std::optional<std::int64_t> result_mask;        ///< of its result no other bits are set than in this
  std::optional<RegisterStackUse> register_stack; ///< empty: does not touch it
  VectorType vector_type;                         ///< RISC-V: in force where it is executed, as far as it is known
  std::string branch_target;                      ///< label or "" (indirect, unknown)

  /// One entry per core that the decoder was asked for (DecodeOptions::scheduling_cpus), in that order; none where
  /// nobody asked (CompilerFigures).
  std::vector<CompilerCost> compiler_costs;
};

/// x86: movs, stos, lods, scas and cmps, of any width.
[[nodiscard]] inline bool is_string_operation(std::string_view opcode) {
  return opcode.size() == 5 && (opcode.starts_with("MOVS") || opcode.starts_with("STOS") ||
                                opcode.starts_with("LODS") || opcode.starts_with("SCAS") || opcode.starts_with("CMPS"));
}

/// What it does to a register, if that is the addition of a constant to another one or to itself.
[[nodiscard]] inline std::optional<RegisterUpdate> update_of(const Instruction &instruction) {
  return instruction.affine ? as_update(*instruction.affine) : std::nullopt;
}

} // namespace osaca
