// Whose assembler a text is for. LLVM reads what GCC and Clang write on each system; texts for others are rewritten,
// line for line.
#pragma once

#include "decode/dialect/edited_text.h"

#include <optional>
#include <string>
#include <string_view>

namespace osaca {

enum class Dialect {
  gnu,     ///< what GCC and Clang write
  windows, ///< the same for COFF: `.def`, `.seh_proc`, names with @ and ?
  apple,   ///< Mach-O: sections with two names, labels without a dot, on AArch64 `;` begins a comment
  masm,    ///< listings of Microsoft's and Intel's compilers on Windows: `$LL4@dot:`, PROC, SEGMENT
  nasm     ///< NASM, YASM, and the snippets in Intel's syntax that have comments behind `;`
};

/// From the first few thousand lines.
[[nodiscard]] Dialect dialect_of(std::string_view text);

/// The text as LLVM reads it. Lines stay lines. Names that LLVM would not read stand in quotes, a byte order mark is
/// gone.
[[nodiscard]] EditedText as_llvm_reads(std::string_view text, Dialect dialect);

/// Empty: it may be assembly. Otherwise what a text is that is not assembly of one of the instruction sets here, and
/// what to do instead: the disassembly of a program, LLVM IR, code for Arm of 32 bits.
[[nodiscard]] std::optional<std::string> what_it_is_instead(std::string_view text);

} // namespace osaca
