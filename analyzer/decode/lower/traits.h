// What kind of work an instruction does, told from its names and operands: LLVM's tables do not say.
#pragma once

#include "kernel/isa.h"

#include <string_view>

namespace osaca {

struct Traits {
  bool is_vector_packed = false;
  bool is_scalar_fp = false;
  bool is_nop = false;
  bool is_prefetch = false;
};

/// What its operands say of an instruction.
struct OperandTraits {
  bool has_vector_register = false;
  bool has_several_elements = false; ///< AArch64: one of them is more than one element of a vector
};

[[nodiscard]] Traits traits_of(Isa isa, std::string_view opcode, std::string_view mnemonic, const OperandTraits &operands);

} // namespace osaca
