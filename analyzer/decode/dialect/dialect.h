// Whose assembler and which instruction set a text is for, and the text changed into what LLVM reads.
#pragma once

#include "kernel/isa.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

// Text that was changed before it is read, and where each of its characters stands in the original.

class EditedText {
public:
  explicit EditedText(std::string_view original) : original_(original) {}

  /// The original up to `begin` stays, `text` comes in place of the original from there to `end`. From front to back.
  void replace(std::size_t begin, std::size_t end, std::string_view text);
  /// What is left of the original stays. Nothing may be replaced any more.
  void finish();

  /// The original itself where nothing was replaced. A zero stands behind the end, as it does in the original.
  [[nodiscard]] std::string &text() { return is_edited() ? edited_ : original_; }
  [[nodiscard]] const std::string &text() const { return is_edited() ? edited_ : original_; }
  [[nodiscard]] const std::string &original() const { return original_; }
  /// Where the character at `offset` of text() stands in original(); one that was added, where it stands instead of
  /// something.
  [[nodiscard]] std::size_t original_offset(std::size_t offset) const;

private:
  /// What begins at `edited`, up to the next piece.
  struct Piece {
    std::size_t edited = 0;
    std::size_t original = 0;
    bool is_copied = true; ///< character for character; otherwise all of it stands instead of what was at `original`
  };

  [[nodiscard]] bool is_edited() const { return !pieces_.empty(); }

  std::string original_;
  std::string edited_;
  std::size_t done_ = 0; ///< of the original
  std::vector<Piece> pieces_;
};

// Whose assembler a text is for. LLVM reads what GCC and Clang write on each system; texts for others are rewritten,
// line for line.

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

struct SyntaxGuess {
  Isa isa = Isa::x86_64;
  bool intel_syntax = false; ///< x86 without a directive that says so
  Dialect dialect = Dialect::gnu;
};

/// Which instruction set assembly text is for, and which assembler, from the registers and directives that occur in it.
[[nodiscard]] SyntaxGuess guess_syntax(std::string_view text);

} // namespace osaca
