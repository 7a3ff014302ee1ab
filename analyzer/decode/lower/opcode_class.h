// What an opcode does, whatever its operands are: each ISA has a table of what LLVM does not say.
#pragma once

#include "kernel/isa.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace osaca {

// What kind of work an opcode does, whatever its operands are. Each ISA has a table of what LLVM does not say.

/// How an opcode makes a general register out of others and of numbers (AffineResult), if it does. The operands are
/// meant in their order; registers that are read count, a destination that is read as well among them.
struct AffineForm {
  enum class Kind : std::uint8_t {
    none,
    number,        ///< its number, which AArch64 shifts by a second one
    upper_number,  ///< RISC-V: shifted by 12
    copy,          ///< the last register, if it is not shifted
    step,          ///< plus `sign`
    plus_number,   ///< plus `sign` times its number, which AArch64 shifts by a second one
    plus_register, ///< plus `sign` times the second
    plus_shifted,  ///< AArch64: plus `sign` times the second, shifted
    plus_extended, ///< AArch64: plus `sign` times the second, extended and shifted
    scaled_plus,   ///< `factor` times the first, plus the second
    address,       ///< of lea
    times_number,
    product,     ///< of the first two
    product_sum, ///< `sign` times that, plus the third
    shift_left,  ///< by its number; without one by 1
    shift_right,
    negation,
    complement,
    bit_field,          ///< AArch64's ubfm and sbfm
    vector_part,        ///< plus `sign` times its last number, of so many eighths of a vector's bytes
    element_count,      ///< RISC-V's vsetvli: as many as there can be, as in all iterations but the last
    difference_of_same, ///< 0, if both registers are the same
  };
  Kind kind = Kind::none;
  int sign = 1;
  int factor = 1;
  bool has_implied_register = false; ///< general registers that it does not name count, too
};

struct AffineOpcode {
  std::string_view opcode; ///< LLVM's name
  AffineForm form;
};

/// As in Instruction, where the names are the same.
struct OpcodeClass {
  bool is_vector_packed = false;
  bool is_scalar_fp = false;
  bool is_nop = false;
  bool is_prefetch = false;
  bool computes_address = false;
  bool loads_pointer = false;
  bool masks_bits = false; ///< keeps the bits of a register that its constant names
  AffineForm affine;
};

/// What LLVM's tables and printers say of an opcode.
struct OpcodeDescription {
  std::string_view opcode;           ///< LLVM's name
  std::string_view mnemonic;         ///< x86: without condition or predicate
  bool has_vector_register = false;  ///< by the classes of its operands that are registers
  bool has_several_elements = false; ///< AArch64, RISC-V: one of them is more than one element of a vector
  bool follows_fp_control = false;   ///< AArch64: reads FPCR
  bool accesses_memory = false;
};

[[nodiscard]] OpcodeClass x86_class(const OpcodeDescription &described);
[[nodiscard]] OpcodeClass aarch64_class(const OpcodeDescription &described);
[[nodiscard]] OpcodeClass riscv_class(const OpcodeDescription &described);

// Which of x86's flags an instruction reads and writes. LLVM has a single flags register; here the carry flag is apart,
// because some instructions leave it alone and the carry chains of long additions depend on that.
// Source: Intel SDM volume 1 appendix A (EFLAGS cross-reference) and volume 2.

struct FlagUse {
  bool reads_carry = false;
  bool reads_others = false;
  bool writes_carry = false;
  bool writes_others = false;
};

/// `opcode` is LLVM's name, `condition` the value of its condition operand (the low four bits of Jcc) or -1.
/// `llvm_reads` and `llvm_writes` say whether LLVM lists the flags register at all.
[[nodiscard]] FlagUse x86_flag_use(std::string_view opcode, int condition, bool llvm_reads, bool llvm_writes);

// AArch64: what a contiguous SVE load or store transfers, by LLVM's name of its opcode.

struct SveAccess {
  int width_eighths = 0; ///< in eighths of the vector length
  int width_bytes = 0;   ///< instead, where the vector length does not matter (ld1rd, ld1rqb)
  int step_eighths = 8;  ///< what "mul vl" multiplies its offset by
};

/// Nothing: none of these, or the length is that of another mode (SME).
[[nodiscard]] std::optional<SveAccess> sve_access(std::string_view opcode);

} // namespace osaca
