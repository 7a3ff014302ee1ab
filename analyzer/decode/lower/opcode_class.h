// What kind of work an opcode does, whatever its operands are. Each ISA has a table of what LLVM does not say.
#pragma once

#include "kernel/isa.h"

#include <string_view>

namespace osaca {

/// How an opcode makes a register out of another one and a constant, if it does.
struct UpdateForm {
  enum class Kind {
    none,
    add,     ///< the constant is an operand
    accumulate, ///< it is the only one, and the register is implied
    step,    ///< it is one
    address, ///< a base and a displacement
    move,
  };
  Kind kind = Kind::none;
  int sign = 1; ///< of the constant
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
  UpdateForm update;
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
