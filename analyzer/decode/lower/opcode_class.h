// What kind of work an opcode does, whatever its operands are. Each ISA has a table of what LLVM does not say.
#pragma once

#include "kernel/isa.h"

#include <cstdint>
#include <string_view>

namespace osaca {

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

} // namespace osaca
