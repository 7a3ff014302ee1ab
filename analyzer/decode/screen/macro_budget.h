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
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

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

} // namespace osaca
