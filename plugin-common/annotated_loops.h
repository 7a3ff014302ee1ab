// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops of C and C++ source text, and which of them `#pragma osaca analyze` stands before. For where no compiler
// tells it: when a program is linked, or long after.
//
// A pragma belongs to the next loop if no other statement or declaration begins in between; other pragmas, labels,
// attributes and `{` may, as in the plugins. It may be `_Pragma("osaca analyze")`, a macro of osaca/annotate.h, or a
// macro that is defined in this text and does nothing else. The use of such a macro that also holds the loop counts as
// one annotated loop.
//
// What the text does not tell: whether the arms of `#if` are compiled (all are read, but for `#if 0` and what stands
// beside
// `#if 1`), and macros of other files. So there may be loops here that no program has.
#pragma once

#include "statement_stack.h"

namespace osaca::source {

struct TextPragma {
  Place place;      ///< where it begins; in a macro, where that is used
  int loop = -1;    ///< index of the loop that it belongs to; -1: no loop follows
  std::string text; ///< behind `analyze`, as it was written, but for line ends
};

struct AnnotatedSource {
  std::vector<TextLoop> loops; ///< in the order in which they begin
  std::vector<TextPragma> pragmas;
  std::vector<TextBlock> blocks; ///< in the order in which they begin
  bool is_complete = true;       ///< false: a limit was met, and the rest of the text is not told of
};

/// False if nothing in the text can be a pragma of ours. Fast.
[[nodiscard]] bool may_have_pragmas(std::string_view text);

/// Columns are the compilers' if a byte order mark was taken away before.
[[nodiscard]] AnnotatedSource annotated_loops(std::string_view text);

} // namespace osaca::source
