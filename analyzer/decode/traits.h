// What kind of work an instruction does, told from its names: LLVM's tables do not say.
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

/// `touches_vector_register`: one of its operands is one.
[[nodiscard]] Traits traits_of(Isa isa, std::string_view opcode, std::string_view mnemonic, bool touches_vector_register);

} // namespace osaca
