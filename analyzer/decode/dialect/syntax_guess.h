#pragma once

#include "decode/dialect/dialect.h"
#include "kernel/isa.h"

#include <string_view>

namespace osaca {

struct SyntaxGuess {
  Isa isa = Isa::x86_64;
  bool intel_syntax = false; ///< x86 without a directive that says so
  Dialect dialect = Dialect::gnu;
};

/// Which instruction set assembly text is for, and which assembler, from the registers and directives that occur in it.
[[nodiscard]] SyntaxGuess guess_syntax(std::string_view text);

} // namespace osaca
