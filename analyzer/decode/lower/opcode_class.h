// Properties of opcodes, independent of their operands. Each ISA has a table of properties that LLVM does not provide.
#pragma once

#include "kernel/isa.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace osaca {

// The kind of work of an opcode.

/// How an opcode computes a general register from registers and numbers (see AffineResult). "First" and "second" refer
/// to the order of the operands. Registers that are read and numbers are counted separately. A destination that is also
/// read counts as a register that is read.
struct AffineForm {
  enum class Kind : std::uint8_t {
    none,
    number,        ///< the number, which AArch64 shifts left by a second number
    upper_number,  ///< RISC-V: the number, shifted left by 12
    copy,          ///< the last register, if it is not shifted
    step,          ///< the first register plus `sign`
    plus_number,   ///< the first register plus `sign` times the number, which AArch64 shifts left by a second number
    plus_register, ///< the first register plus `sign` times the second
    plus_shifted,  ///< AArch64: the first register plus `sign` times the second, shifted
    plus_extended, ///< AArch64: the first register plus `sign` times the second, extended and shifted
    scaled_plus,   ///< `factor` times the first register plus the second
    address,       ///< the address that lea computes
    times_number,
    product,     ///< of the first two registers
    product_sum, ///< `sign` times the product plus the third register
    shift_left,  ///< by the number, or by 1 if there is none
    shift_right,
    negation,
    complement,
    bit_field,     ///< ubfm and sbfm of AArch64
    vector_part,   ///< the first register, if there is one, plus `sign` * `factor` * the last number, in eighths of a
                   ///< vector
    element_count, ///< RISC-V: the largest result of vsetvli, which all iterations except the last one get
    difference_of_same, ///< 0, if both registers are the same
  };
  Kind kind = Kind::none;
  int sign = 1;
  int factor = 1;
  bool has_implied_register = false; ///< general registers that are read implicitly count, too
};

struct AffineOpcode {
  std::string_view opcode; ///< LLVM's name
  AffineForm form;
};

/// The members mean the same as those of Instruction with the same names.
struct OpcodeClass {
  bool is_vector_packed = false;
  bool is_scalar_fp = false;
  bool is_nop = false;
  bool is_prefetch = false;
  bool computes_address = false;
  bool loads_pointer = false;
  bool masks_bits = false; ///< keeps only the bits of a register that a constant selects
  AffineForm affine;
};

/// Properties of an opcode, from LLVM's tables and printers.
struct OpcodeDescription {
  std::string_view opcode;           ///< LLVM's name
  std::string_view mnemonic;         ///< x86: without condition or predicate
  bool has_vector_register = false;  ///< judged by the classes of its register operands
  bool has_several_elements = false; ///< AArch64, RISC-V: a register operand has more than one vector element
  bool follows_fp_control = false;   ///< AArch64: reads FPCR
  bool accesses_memory = false;
};

[[nodiscard]] OpcodeClass x86_class(const OpcodeDescription &described);
[[nodiscard]] OpcodeClass aarch64_class(const OpcodeDescription &described);
[[nodiscard]] OpcodeClass riscv_class(const OpcodeDescription &described);

// The flags that an x86 instruction reads and writes. LLVM has a single flags register. Here the carry flag is
// separate, because some instructions do not change it, and the carry chains of long additions depend on that. Source:
// Intel SDM volume 1 appendix A (EFLAGS cross-reference) and volume 2.

struct FlagUse {
  bool reads_carry = false;
  bool reads_others = false;
  bool writes_carry = false;
  bool writes_others = false;
};

/// `opcode` is LLVM's name. `condition` is the value of its condition operand (the low four bits of Jcc), or -1.
/// `llvm_reads` and `llvm_writes`: whether LLVM lists the flags register as read or written.
[[nodiscard]] FlagUse x86_flag_use(std::string_view opcode, int condition, bool llvm_reads, bool llvm_writes);

// AArch64: the width of contiguous SVE loads and stores, by LLVM's name of the opcode.

struct SveAccess {
  int width_eighths = 0; ///< in eighths of the vector length
  int width_bytes = 0;   ///< used instead if the vector length does not matter (ld1rd, ld1rqb)
  int step_eighths = 8;  ///< the unit of an offset with "mul vl"
};

/// Empty: not such an access, or the vector length of another mode applies (SME).
[[nodiscard]] std::optional<SveAccess> sve_access(std::string_view opcode);

} // namespace osaca
