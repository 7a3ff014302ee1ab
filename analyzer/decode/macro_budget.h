// Bounds what `.rept`, `.irp` and `.macro` may expand to, before LLVM's parser (which expands without a limit) sees them.
//
// Counts the worst case from the text: a block's statements times its repetitions, a macro's body at each call. When in
// doubt it counts too much: an opening word counts wherever it stands, a closing one only at the start of a line.
// Calls that cannot be followed in the text (of macros defined later, of themselves, by a name made of arguments) are
// refused: compilers do not write them.
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
  /// Takes the next line; what is wrong with it, if anything.
  [[nodiscard]] std::optional<std::string> add_line(std::string_view whole_line);
  /// At the end of the text: closes what was left open.
  [[nodiscard]] std::optional<std::string> finish();

private:
  struct Block {
    std::string macro;               ///< empty: a repetition
    std::uint64_t repetitions = 1;
    std::uint64_t statements = 0;
  };

  std::optional<std::string> open(std::string_view line, std::size_t at);
  std::optional<std::string> close();
  std::optional<std::string> count(std::string_view line);
  std::optional<std::string> add(std::uint64_t statements);
  void saturating_add(std::uint64_t &sum, std::uint64_t amount) const;

  std::vector<Block> open_;
  std::map<std::string, std::uint64_t, std::less<>> macros_;
  std::set<std::string, std::less<>> called_; ///< first words in bodies
  std::uint64_t total_ = 0;
  bool any_ = false; ///< there was a block
};

} // namespace osaca
