// Recognises the assembler and the instruction set of a text, and rewrites the text for LLVM's parser.
#pragma once

#include "kernel/isa.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

// A text with edits, and the original position of each of its characters.

class EditedText {
public:
  explicit EditedText(std::string_view original) : original_(original) {}

  /// Replaces [begin, end) of the original by `text`. Calls must be in ascending order.
  void replace(std::size_t begin, std::size_t end, std::string_view text);
  /// Keeps the rest of the original. Nothing may be replaced afterwards.
  void finish();

  /// The original itself if nothing was replaced. A zero byte follows the end, as in the original.
  [[nodiscard]] std::string &text() { return is_edited() ? edited_ : original_; }
  [[nodiscard]] const std::string &text() const { return is_edited() ? edited_ : original_; }
  [[nodiscard]] const std::string &original() const { return original_; }
  /// The position in original() of the character at `offset` of text(). A character of a replacement has the position
  /// of the replaced text.
  [[nodiscard]] std::size_t original_offset(std::size_t offset) const;

private:
  /// A piece of the edited text, which begins at `edited` and ends where the next piece begins.
  struct Piece {
    std::size_t edited = 0;
    std::size_t original = 0;
    bool is_copied = true; ///< character by character; else a replacement of the text at `original`
  };

  [[nodiscard]] bool is_edited() const { return !pieces_.empty(); }

  std::string original_;
  std::string edited_;
  std::size_t done_ = 0; ///< end of the processed part of the original
  std::vector<Piece> pieces_;
};

// The assembler that a text was written for. LLVM reads the output of GCC and Clang for each system. Texts for other
// assemblers are rewritten, line by line.

enum class AssemblerDialect {
  gnu,     ///< the output of GCC and Clang
  windows, ///< the output of GCC and Clang for Windows: `.def`, `.seh_proc`, names with @ and ?
  apple,   ///< Mach-O: sections with two names, labels without a dot; on AArch64 `;` begins a comment
  masm,    ///< listings of Microsoft's and Intel's compilers on Windows: `$LL4@dot:`, PROC, SEGMENT
  nasm     ///< NASM, YASM, and snippets in Intel syntax with `;` comments
};

/// Decided from the first few thousand lines.
[[nodiscard]] AssemblerDialect dialect_of(std::string_view text);

/// The text in the form that LLVM reads. Each line keeps its number. Names that LLVM would reject are put in quotes,
/// and a byte order mark is removed.
[[nodiscard]] EditedText as_llvm_reads(std::string_view text, AssemblerDialect dialect);

/// The name of a symbol in the text that as_llvm_reads() returned, as it is spelled in the original text.
[[nodiscard]] std::string as_spelled_in_text(std::string_view name);

/// If the text is not assembly of a supported instruction set: what it is, and what to do instead. Examples are the
/// disassembly of a program, LLVM IR and 32-bit code. Empty: it may be assembly.
[[nodiscard]] std::optional<std::string> recognise_other_format(std::string_view text);

/// Whether the text is x86 assembly for 32-bit mode: it says so, it has instructions or addresses that 64-bit code
/// cannot have, or all its addresses have 32 bits and it uses no register of 64 bits.
[[nodiscard]] bool is_x86_of_32_bits(std::string_view text);

struct SyntaxGuess {
  Isa isa = Isa::x86_64;
  bool intel_syntax = false; ///< x86 text without `.intel_syntax` is in Intel syntax
  AssemblerDialect dialect = AssemblerDialect::gnu;
};

/// Guesses the instruction set and the assembler of a text from its registers and directives.
[[nodiscard]] SyntaxGuess guess_syntax(std::string_view text);

} // namespace osaca
