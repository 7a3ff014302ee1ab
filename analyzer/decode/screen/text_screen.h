// Checks assembly text before LLVM reads it, and refuses text that would crash LLVM's parser or exhaust memory.
#pragma once

#include "base/expected.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

// Finds the first words of statements. They decide whether a text is refused.

/// Whether a character may be part of a name or directive.
[[nodiscard]] bool is_name_character(char character);

[[nodiscard]] std::string_view after_blanks(std::string_view text);

/// The name or directive at the very beginning; empty: none.
[[nodiscard]] std::string_view first_word(std::string_view text);

/// The statement without its labels and the blanks after them.
[[nodiscard]] std::string_view without_labels(std::string_view statement);

// Limits the expansion of `.rept`, `.irp` and `.macro` before LLVM's parser, which has no limit, sees them.
//
// The worst case is counted from the text, in statements and in bytes: the size of a block times its repetitions, and
// the size of a macro at each call. Only blocks that are opened in the plainest spelling are understood. openings()
// returns their positions, and the parser must refuse all others. Doubtful contents of blocks are refused: closing
// directives in strings or comments, and calls of macros that are defined later, that call themselves, or whose name is
// built from arguments. Compilers do not generate these.
//
// The size of a macro depends on its arguments: each backslash in the body can be replaced by all of them. The size
// therefore grows linearly with the length of the call, even if the macro calls other macros.

class MacroBudget {
public:
  /// Counts the next line and returns what is wrong with it, if anything. All lines must belong to one text that
  /// outlives this object.
  [[nodiscard]] std::optional<std::string> add_line(std::string_view line);
  /// Call at the end of the text. Closes blocks that are still open.
  [[nodiscard]] std::optional<std::string> finish();
  /// Positions of the counted directives.
  [[nodiscard]] const std::set<const char *> &openings() const { return openings_; }

private:
  struct Size {
    std::uint64_t statements = 0;
    std::uint64_t bytes = 0;
    std::uint64_t bytes_per_argument_byte = 0;
  };
  struct Block {
    std::string macro; ///< empty: it is a repetition
    std::uint64_t repetitions = 1;
    std::uint64_t argument_bytes = 0;
    Size size;
  };
  struct Part;

  std::optional<std::string> take(const Part &part, int &directives);
  std::optional<std::string> open(const Part &part);
  std::optional<Block> plain_block(const Part &part) const;
  std::optional<std::string> close(bool macro);
  std::optional<std::string> count(const Part &part);
  std::optional<std::string> add(const Size &size);

  std::vector<Block> open_;
  std::map<std::string, Size, std::less<>> macros_;
  std::set<std::string, std::less<>> called_; ///< first words of statements in bodies
  std::set<const char *> openings_;
  Size total_;
};

/// Positions in the text where `.rept`, `.irp` and `.macro` may begin a block.
using CountedOpenings = std::set<const char *>;

/// Checks that LLVM's parser can safely read this text. The parser recurses as deep as expressions and definitions
/// nest, and expands macros without a limit. It can be used safely only if it expands no blocks except those at the
/// returned positions.
[[nodiscard]] Expected<CountedOpenings> screened(std::string_view text);

/// The first line, counted from 1, in which an operand in Intel syntax divides by something other than a number that
/// begins with 1 to 9. LLVM's parser divides while it reads, and a division by zero would end the process.
/// `intel_from_start`: the text begins in Intel syntax; otherwise it begins in AT&T syntax, until `.intel_syntax`.
[[nodiscard]] std::optional<int> line_of_unsafe_division(std::string_view text, bool intel_from_start);

/// The error if the text must not be passed to LLVM's assembler: it has a directive that could read files, expand
/// without a limit or change the section, or it is far too large. Empty: it may be assembled.
[[nodiscard]] std::optional<Error> refused_for_assembling(std::string_view text);

} // namespace osaca
