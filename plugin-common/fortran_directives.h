// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The directives `!OSACA$ analyze` in Fortran's text, and which statement each belongs to: the next one.
//
// To the compiler they are comments, so the text is all that tells. In fixed form they may also begin with `C` or `*`
// in the first column. `&` at the end goes on in the next line, which is one of ours as well. What follows `analyze` is
// what may follow
// `#pragma osaca analyze`; behind another `!` it is comment.
#pragma once

#include "fortran_lines.h"
#include "fortran_statements.h"

#include <string>
#include <string_view>
#include <vector>

namespace osaca::fortran {

/// A statement that loops, one of several lines, or one that a directive belongs to.
struct Statement {
  /// Columns decide only where other statements stand on the same line.
  struct End {
    Place place;
    bool is_last_on_line = true;
  };
  Place first;
  bool is_first_on_line = true;
  End last; ///< of the statement itself
  End end;  ///< of the construct that it begins, in the same file; else the same as `last`
  StatementShape shape;
};

enum class Misplacement {
  none,
  behind_code,      ///< on the line of a statement
  inside_statement, ///< between two lines of one
};

struct Directive {
  Place place;
  std::string word;         ///< behind the sentinel: should be "analyze"; "$" if the sentinel itself is written wrongly
  std::string expectations; ///< behind the word
  Misplacement misplacement = Misplacement::none;
  int statement = -1; ///< index of the next one; -1: none follows
};

struct Source {
  std::vector<std::string> files; ///< the text's own name, then those that `#` lines in it name
  std::vector<Directive> directives;
  std::vector<Statement> statements; ///< in their order
  bool is_cut = false;               ///< there were more directives or loops than are kept
};

/// Of `text`, which is that of `file`. At most as many directives as pragma_limits allows.
[[nodiscard]] Source read_source(std::string_view text, std::string file, const Dialect &dialect);

} // namespace osaca::fortran
