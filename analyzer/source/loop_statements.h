// The loop statements of a source file and its annotations, as the text shows them: found by a scanner, not by a
// compiler. Macros are not expanded, and all branches of #if are looked at.
#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// Counted from 1, columns in bytes.
struct TextPosition {
  int line = 0;
  int column = 0;

  friend auto operator<=>(const TextPosition &, const TextPosition &) = default;
};

/// A statement `for`, `while` or `do`, from its keyword to its last character.
struct LoopStatement {
  TextPosition begin;
  TextPosition end;
  int parent = -1; ///< index of the loop statement around it; -1: none
};

/// `#pragma osaca analyze CLAUSES`, the same in `_Pragma`, and the macros of osaca/annotate.h.
struct SourcePragma {
  TextPosition place;
  int loop = -1;            ///< index of the loop that it stands before; -1: something else follows
  bool is_repeated = false; ///< the loop has one already
  std::string clauses;
};

struct LoopStatements {
  std::vector<LoopStatement> loops;  ///< by where they begin; they nest
  std::vector<SourcePragma> pragmas; ///< the first 10,000, in the order of the text
  bool is_cut_off = false;           ///< there is more in the file than was looked at
};

/// Whether a look at the file can be spared: there is no annotation in it.
[[nodiscard]] bool may_be_annotated(std::string_view text);

/// Of C, C++ and what looks like them. Never fails: of a text that is none of these little or nothing is found.
[[nodiscard]] LoopStatements loops_of_c(std::string_view text);

} // namespace osaca
