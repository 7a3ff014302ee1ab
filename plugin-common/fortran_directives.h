// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the directives `!OSACA$ analyze` in Fortran text, and the statement that follows each of them.
//
// The compiler treats these directives as comments, so they can only be found in the text. In fixed form, `C` or `*` in
// the first column may replace the `!`. A directive that ends with `&` continues on the next line, which begins with
// the sentinel as well. The clauses are those of `#pragma osaca analyze`. A further `!` on the line starts a comment.
#pragma once

#include "fortran_lines.h"

#include <string>
#include <string_view>
#include <vector>

namespace osaca::fortran {

/// A statement of the text. Only three kinds are recorded: loops, statements that span several lines, and statements
/// that a directive applies to.
struct Statement {
  /// The column matters only if other statements are on the same line.
  struct End {
    Place place;
    bool is_last_on_line = true;
  };
  Place first;
  bool is_first_on_line = true;
  End last; ///< of the statement itself
  End end;  ///< of the construct that the statement begins, if it is in the same file; otherwise the same as `last`
  StatementShape shape;
};

enum class Misplacement {
  none,
  after_code,       ///< after code on the same line
  inside_statement, ///< between two lines of a statement
};

struct Directive {
  Place place;
  std::string word; ///< the word after the sentinel, which should be "analyze"; "$" if the sentinel itself is misspelt
  std::string expectations; ///< the text after the word
  Misplacement misplacement = Misplacement::none;
  int statement = -1; ///< index of the statement that follows; -1: none
};

struct Source {
  std::vector<std::string> files; ///< the name of the text itself, then the names in its `#` lines
  std::vector<Directive> directives;
  std::vector<Statement> statements; ///< in the order of the text
  bool is_cut = false;               ///< some directives or loops were dropped because a limit was reached
};

/// Reads `text`, which is the contents of `file`. Keeps at most as many directives as pragma_limits allows.
[[nodiscard]] Source read_source(std::string_view text, std::string file, const Dialect &dialect);

} // namespace osaca::fortran
