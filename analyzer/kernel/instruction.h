// An instruction as the analyses need it: its operands, and its effects on registers, memory and control flow.
#pragma once

#include "base/source_location.h"
#include "kernel/cost.h"
#include "kernel/isa.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace osaca {

// The operands: which registers and which memory an instruction reads and writes.

/// register_stack is x87's stack. Its registers are named relative to the top before the instruction. The top has a
/// unit number (see Register::units) that is a multiple of 8, and the other registers have the numbers after it.
enum class RegisterKind { gpr, vector, mask, flag, stack_pointer, program_counter, register_stack, other };

/// A register and the storage that it names. `units` are the indivisible parts: eax and rax have the same units, al and
/// ah have none in common. Two registers overlap exactly if they have a unit in common. Unit numbers are only
/// meaningful within one Isa. Registers that always read as the same constant (xzr, x0 of RISC-V) have no units.
struct Register {
  std::string name; ///< as written in assembly, lower case, without '%'
  RegisterKind kind = RegisterKind::other;
  int width_bits = 0;
  std::vector<std::uint16_t> units; ///< sorted, unique
  /// x86, for 8-bit and 16-bit registers: units of the full register that a write to this register leaves unchanged.
  std::vector<std::uint16_t> rest = {};

  [[nodiscard]] bool overlaps(const Register &other) const;
  friend bool operator==(const Register &, const Register &) = default;
};

/// The register of an operand, or none. Copies share it, because it does not change.
class SharedRegister {
public:
  SharedRegister() = default;
  SharedRegister(Register reg) : reg_(std::make_shared<const Register>(std::move(reg))) {} // NOLINT: only shares it

  [[nodiscard]] explicit operator bool() const { return reg_ != nullptr; }
  /// Precondition of both: there is a register.
  [[nodiscard]] const Register &operator*() const { return *reg_; }
  [[nodiscard]] const Register *operator->() const { return reg_.get(); }

  friend bool operator==(const SharedRegister &a, const SharedRegister &b) {
    return a.reg_ == b.reg_ || (a && b && *a == *b);
  }

private:
  std::shared_ptr<const Register> reg_;
};

struct RegisterOperand {
  SharedRegister reg; ///< there is one
  friend bool operator==(const RegisterOperand &, const RegisterOperand &) = default;
};

struct ImmediateOperand {
  std::int64_t value = 0;
  std::string symbol; ///< if symbolic: `value` is the addend
  friend bool operator==(const ImmediateOperand &, const ImmediateOperand &) = default;
};

/// base + index * scale + displacement (+ symbol). An access width of 0 means that it is unknown, or depends on the
/// vector length.
struct MemoryOperand {
  SharedRegister base;
  SharedRegister index;
  SharedRegister segment;
  int scale = 1;
  std::int64_t displacement = 0;
  std::string symbol;
  int width_bytes = 0;
  int width_eighths = 0;                 ///< access width in eighths of the vector length, if it depends on that
  std::int64_t displacement_eighths = 0; ///< added to the displacement: SVE's "mul vl"
  bool is_gather_scatter = false;        ///< the index is a vector, so there are many addresses
  bool must_be_aligned = false;          ///< the access fails if its address is not a multiple of its width

  friend bool operator==(const MemoryOperand &, const MemoryOperand &) = default;
};

struct LabelOperand {
  std::string label;
  friend bool operator==(const LabelOperand &, const LabelOperand &) = default;
};

using OperandValue = std::variant<RegisterOperand, ImmediateOperand, MemoryOperand, LabelOperand>;

/// One operand with its role. A destination that is also a source (x86 two-operand forms, FMA accumulators, merges into
/// a partial register) is one operand that is both `read` and `written`.
struct Operand {
  OperandValue value;
  bool read = false;
  bool written = false;
  bool implicit = false;       ///< not written in the assembly text
  bool address_update = false; ///< the base register of a pre- or post-indexed access, or rsp of push and pop: written
                               ///< by the address unit, not by the operation
  /// The indices of this operand among the instruction's reads and among its writes, as LLVM numbers them
  /// (CompilerForwarding). -1: LLVM does not number it. For a memory operand, `read_number` is that of the base
  /// register.
  std::int8_t read_number = -1;
  std::int8_t index_read_number = -1; ///< for a memory operand
  std::int8_t write_number = -1;
};

[[nodiscard]] const Register *as_register(const Operand &operand);
[[nodiscard]] const MemoryOperand *as_memory(const Operand &operand);

// The value that an instruction computes in a general register, if it is a sum that is known without running the code.

/// `target` = (sum of terms + constant + eighths of the vector length) / 2^right_shift. For mov, add, lea, imul, shl,
/// madd, sxtw, incb and similar instructions, and for accesses that update their base register. Results in 32-bit
/// registers are treated as if they never overflowed, because the counters of loops do not wrap around.
struct AffineResult {
  /// A register times a number, and times another register if there is one.
  struct Term {
    int operand = 0; ///< index into Instruction::operands
    std::int64_t factor = 1;
    int times = -1; ///< index of the other register; -1: none
  };
  static constexpr std::size_t most_terms = 2;
  int target = 0; ///< index into Instruction::operands
  std::int64_t constant = 0;
  std::int64_t vector_eighths = 0; ///< in eighths of the vector length in bytes (SVE, RISC-V)
  int right_shift = 0;             ///< the result is only known if the sum is a multiple of 2^right_shift

  [[nodiscard]] std::span<const Term> terms() const { return std::span(terms_).first(count_); }
  /// False: there is no room for the term.
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

/// `target` = `source` + `constant`, for add, sub, inc, lea disp(reg), mov reg, reg and similar instructions.
struct RegisterUpdate {
  int target = 0; ///< index into Instruction::operands
  int source = 0; ///< the same index if the register is changed in place
  std::int64_t constant = 0;
};

/// Empty: the result is not a register plus a constant.
[[nodiscard]] inline std::optional<RegisterUpdate> as_update(const AffineResult &result) {
  if (result.terms().size() != 1 || result.vector_eighths != 0 || result.right_shift != 0)
    return std::nullopt;
  const AffineResult::Term &term = result.terms().front();
  if (term.factor != 1 || term.times >= 0)
    return std::nullopt;
  return RegisterUpdate{result.target, term.operand, result.constant};
}

// RISC-V: the state that `vsetvli` sets.

/// LMUL (the number of registers in a group) and SEW (the width of an element) in `vtype`. Each is empty if it is not
/// known.
struct VectorType {
  std::optional<std::int8_t> log_group;        ///< log2 of LMUL, -3 to 3
  std::optional<std::int8_t> log_element_bits; ///< log2 of SEW, 3 to 6

  friend bool operator==(const VectorType &, const VectorType &) = default;
};

/// The index of an instruction among all instructions of the input: those of the whole assembly text, or those of the
/// functions that were read from an object.
enum class InstructionNumber : std::int32_t { none = -1 };

/// The effect of an instruction on x87's register stack, apart from reading and writing its operands.
struct RegisterStackUse {
  int pops = 0;           ///< positions by which the top moves; negative: pushes
  bool exchanges = false; ///< two registers exchange their names and nothing is computed (fxch)
  bool is_lost = false;   ///< the contents of the stack after this instruction are not known
};

/// LLVM's name of the prefix that makes an operation atomic, which is an instruction of its own.
constexpr const char *lock_opcode = "LOCK_PREFIX";

/// One machine instruction, decoded. It does not change after decoding.
struct Instruction {
  std::string opcode;   ///< LLVM's opcode name ("VADDPDYrm"), the key of the models. Empty: not decoded
  std::string mnemonic; ///< "vaddpd"
  std::string text;     ///< as in the input (assembly) or as printed by the disassembler
  /// Explicit operands in LLVM's order, then implicit ones. A memory reference is one operand, and a tied source is
  /// merged into its destination.
  std::vector<Operand> operands;
  int size_bytes = 0; ///< encoded length; 0 if it is not known
  InstructionNumber number = InstructionNumber::none;
  int line = 0;                           ///< line of the input text
  SourceLocation source;                  ///< from .loc, DWARF or the plugin
  std::vector<SourceLocation> inlined_at; ///< call sites through which it was inlined, innermost first

  std::string array; ///< the source's name of the array that it loads from or stores to; "": not known

  bool loads = false;
  bool stores = false;
  bool is_branch = false;      ///< any jump, conditional or not, but not a call
  bool is_conditional = false; ///< conditional branch
  bool is_call = false;
  bool callee_follows = false; ///< a call, and the callee's instructions follow it in the kernel
  bool is_return = false;
  /// A conditional branch that is taken on the kernel's path. Other jumps, calls and returns are always taken.
  bool is_taken = false;
  bool leaves_loop = false;      ///< a conditional branch whose other direction leaves the kernel's loop
  bool ends_run = false;         ///< a branch that is not taken here, after it was taken at least twice in succession
  bool is_of_inner_loop = false; ///< belongs to a loop inside the kernel's loop
  /// Of a conditional branch, from 0 to 1, as the compiler estimates it or a profile shows it.
  std::optional<double> taken_probability;
  bool repeats = false; ///< x86: a string operation with a repeat prefix; a register holds the number of repetitions
  bool is_prefetch = false;
  bool is_nop = false;
  bool is_vector_packed = false;      ///< works on several elements
  bool is_masked = false;             ///< RISC-V: a vector instruction that reads the mask v0
  bool is_scalar_fp = false;          ///< floating point on a single element
  bool computes_address = false;      ///< lea: the parts of an address are plain operands, and no memory is accessed
  int address_scale = 1;              ///< lea: the factor of the index
  bool loads_pointer = false;         ///< only loads a general register, or its lower half, from memory
  std::optional<AffineResult> affine; ///< the value that it computes in a general register, if that is known
  std::optional<std::int64_t> result_mask;        ///< the result has no bits set outside this mask
  std::optional<RegisterStackUse> register_stack; ///< empty: it does not touch the stack
  VectorType vector_type;    ///< RISC-V: the vector type when it is executed, as far as it is known
  std::string branch_target; ///< a label, or "" (indirect, unknown)

  /// One entry for each core in DecodeOptions::scheduling_cpus, in that order. Empty if the caller did not request
  /// these figures (CompilerFigures).
  std::vector<CompilerCost> compiler_costs;
};

/// A call whose callee is not part of the kernel.
[[nodiscard]] inline bool is_unknown_call(const Instruction &instruction) {
  return instruction.is_call && !instruction.callee_follows;
}

/// Whether it is a division, a remainder or a square root. Approximations of reciprocals are not: they are table
/// look-ups.
[[nodiscard]] bool divides(const Instruction &instruction);

/// x86: movs, stos, lods, scas and cmps, of any width.
[[nodiscard]] inline bool is_string_operation(std::string_view opcode) {
  return opcode.size() == 5 && (opcode.starts_with("MOVS") || opcode.starts_with("STOS") ||
                                opcode.starts_with("LODS") || opcode.starts_with("SCAS") || opcode.starts_with("CMPS"));
}

/// The effect on a register, if that is the addition of a constant to the same or another register.
[[nodiscard]] inline std::optional<RegisterUpdate> update_of(const Instruction &instruction) {
  return instruction.affine ? as_update(*instruction.affine) : std::nullopt;
}

} // namespace osaca
