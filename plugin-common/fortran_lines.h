// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits Fortran source text into statements, as the compiler does: without comments and the contents of strings, with
// continuation lines joined, and with the file names and line numbers that the preprocessor's `#` lines give.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::fortran {

/// Whether `c` separates words of a line.
[[nodiscard]] bool is_blank(char c);

/// Lower case for the letters that names consist of.
[[nodiscard]] char lower(char c);

enum class Form { free, fixed };

struct Dialect {
  Form form = Form::free;
  int last_column = 72;      ///< last column of code in fixed form; 0: no limit
  bool has_openmp = false;   ///< the text after `!$` is code
  bool d_is_comment = false; ///< in fixed form, a `D` in the first column starts a comment
};

/// The form that belongs to the ending of the file's name. An unknown ending means free form.
[[nodiscard]] Form form_of(std::string_view file_name);

struct Place {
  int file = 0;   ///< index into the list of file names
  int line = 0;   ///< from 1
  int column = 0; ///< in bytes, from 1
};

/// A statement, from its first to its last character, which may be on a later line.
struct StatementText {
  Place first;
  Place last;
  bool is_first_on_line = true;
  bool is_last_on_line = true;
  std::string label;
  std::string code; ///< in lower case, without blanks, labels, comments and the contents of strings; cut if very long
};

/// A comment line that begins with our sentinel.
struct SentinelLine {
  Place place;
  std::string_view text; ///< the text after the sentinel
  bool is_ours = true;   ///< true for `!OSACA$`, false for the similar `!$OSACA`
  bool follows_code = false;
  bool is_inside_statement = false; ///< the statement continues on a later line
};

/// Receives the parts of the text in order. A sentinel line comes before the statement that follows it.
class LineVisitor {
public:
  virtual void on_statement(const StatementText &statement) = 0;
  virtual void on_sentinel(const SentinelLine &line) = 0;

protected:
  ~LineVisitor() = default;
};

/// Reads the text. `files[0]` is its name; names that occur in `#` lines are added to `files`.
void read_lines(std::string_view text, const Dialect &dialect, std::vector<std::string> &files, LineVisitor &visitor);

/// A fast check whether the text may contain one of our sentinels.
[[nodiscard]] bool may_have_sentinel(std::string_view text);

// Classifies a Fortran statement by its text, as far as it matters for loops. Fortran has no reserved words, and blanks
// have no meaning in fixed form: `DO10I=1,9` is a loop, while `DO10I=1.9` and `WHERE(I)=3` are assignments.

enum class StatementKind {
  other,
  do_loop, ///< with a counter, with `while`, or without an end
  do_concurrent,
  where_construct,
  forall_construct,
  where_statement, ///< with its assignment on the same line
  forall_statement,
  end_do,
  end_where,
  end_forall,
  end_unit, ///< of a procedure, a module or a program
};

struct StatementShape {
  StatementKind kind = StatementKind::other;
  std::string variable;  ///< the counter of a `do`
  std::string end_label; ///< label of the statement that ends a `do`; "": an `end do` ends it
  int indices = 0;       ///< number of indices of `do concurrent` and `forall`, which is the depth of the loop nest
};

/// `code` is that of StatementText.
[[nodiscard]] StatementShape shape_of(std::string_view code);

/// Whether the statement always becomes one or more loops. This does not include assignments, which become loops only
/// if they assign arrays.
[[nodiscard]] bool is_loop(StatementKind kind);

} // namespace osaca::fortran
