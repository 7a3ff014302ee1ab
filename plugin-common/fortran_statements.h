// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a statement of Fortran is, as far as loops go, judged by its text alone. Fortran has no reserved words, and blanks mean
// nothing in fixed form: `DO10I=1,9` is a loop, `DO10I=1.9` and `WHERE(I)=3` are assignments.
#pragma once

#include "fortran_lines.h"

#include <string>
#include <string_view>

namespace osaca::fortran {

enum class StatementKind {
  other,
  do_loop,       ///< counted, `while`, or without an end
  do_concurrent,
  where_construct,
  forall_construct,
  where_statement, ///< with its assignment on the same line
  forall_statement,
  end_do,
  end_where,
  end_forall,
  end_unit, ///< of a procedure, a module, a program
};

struct StatementShape {
  StatementKind kind = StatementKind::other;
  std::string variable;  ///< that a `do` counts with
  std::string end_label; ///< of the statement that ends a `do`; "": an `end do` does
  int indices = 0;       ///< of `do concurrent` and `forall`: loops in each other
};

/// `code`: as StatementText has it.
[[nodiscard]] StatementShape shape_of(std::string_view code);

/// Makes loops of the statement for sure; an assignment may, if it is one of arrays.
[[nodiscard]] bool is_loop(StatementKind kind);

} // namespace osaca::fortran
