// What assembly text is refused before LLVM sees it, because it would not survive it.
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

// The words that assembly's statements begin with, as far as one must know them to refuse a text.

/// What may be in names and directives.
[[nodiscard]] bool is_name_character(char character);

[[nodiscard]] std::string_view after_blanks(std::string_view text);

/// The name or directive at the very beginning; empty if there is none.
[[nodiscard]] std::string_view first_word(std::string_view text);

/// A statement behind its labels and the blanks there.
[[nodiscard]] std::string_view without_labels(std::string_view statement);

// Bounds what `.rept`, `.irp` and `.macro` may expand to, before LLVM's parser (which expands without a limit) sees
// them.
//
// Counts the worst case from the text, in statements and in bytes: a block's size times its repetitions, a macro's at
// each call. Only openings in the plainest spelling are understood; openings() says where they are, and the parser is
// to refuse any other that it meets. Inside a block nothing may be doubtful: closings that stand in strings or
// comments, calls of macros defined later, of themselves, by a name made of arguments. Compilers write none of that.
//
// How long a macro gets depends on its arguments: each of the body's backslashes may stand for all of them. So a size
// is linear in the length of the call, and stays so through calls inside macros.

class MacroBudget {
public:
  /// Takes the next line; what is wrong with it, if anything. The lines must be parts of one text that stays.
  [[nodiscard]] std::optional<std::string> add_line(std::string_view line);
  /// At the end of the text: closes what was left open.
  [[nodiscard]] std::optional<std::string> finish();
  /// Where the directives begin that are counted.
  [[nodiscard]] const std::set<const char *> &openings() const { return openings_; }

private:
  struct Size {
    std::uint64_t statements = 0;
    std::uint64_t bytes = 0;
    std::uint64_t bytes_per_argument_byte = 0;
  };
  struct Block {
    std::string macro; ///< empty: a repetition
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
  std::set<std::string, std::less<>> called_; ///< first words in bodies
  std::set<const char *> openings_;
  Size total_;
};

/// Where `.rept`, `.irp` and `.macro` may begin a block, as pointers into the text.
using CountedOpenings = std::set<const char *>;

/// Whether LLVM's parser is safe with this text: it recurses as deep as expressions and definitions nest, and expands
/// macros without a limit. It is if it expands nothing but what the answer allows.
[[nodiscard]] Expected<CountedOpenings> screened(std::string_view text);

/// The first line, counted from 1, in which an operand in Intel syntax divides by something other than a number that
/// begins with 1 to 9. LLVM's parser divides while it reads, and a division by zero would end the process.
/// `intel_from_start`: otherwise the text begins in AT&T syntax, until it says `.intel_syntax`.
[[nodiscard]] std::optional<int> line_of_unsafe_division(std::string_view text, bool intel_from_start);

/// Why LLVM's assembler must not see this text: a directive that could read files, expand without a limit or change the
/// section, or a text beyond all reason.
[[nodiscard]] std::optional<Error> refused_for_assembling(std::string_view text);

} // namespace osaca
