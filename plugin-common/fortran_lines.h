// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fortran's text as its compiler reads it: line by line, with the places that `#` lines of a preprocessor name, without
// comments and the contents of strings, and put together to statements.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::fortran {

/// What stands between words of a line.
[[nodiscard]] bool is_blank(char c);

/// Of the letters that names consist of.
[[nodiscard]] char lower(char c);

enum class Form { free, fixed };

struct Dialect {
  Form form = Form::free;
  int last_column = 72;      ///< of code in fixed form; 0: there is none
  bool has_openmp = false;   ///< what stands behind `!$` is code
  bool d_is_comment = false; ///< in fixed form: a `D` in the first column
};

/// From the file's name; what is not known is free form.
[[nodiscard]] Form form_of(std::string_view file_name);

struct Place {
  int file = 0;   ///< index of its name
  int line = 0;   ///< from 1
  int column = 0; ///< in bytes, from 1
};

/// A statement, from its first character to its last, which may stand on a later line.
struct StatementText {
  Place first;
  Place last;
  bool is_first_on_line = true;
  bool is_last_on_line = true;
  std::string label;
  std::string code; ///< in lower case, without blanks, labels, comments and what is in strings; cut if it is very long
};

/// A line of comment that begins with a word of ours.
struct SentinelLine {
  Place place;
  std::string_view text; ///< behind the sentinel
  bool is_ours = true;   ///< `!OSACA$`; else `!$OSACA`, which looks like it
  bool is_behind_code = false;
  bool is_inside_statement = false; ///< the statement goes on behind it
};

/// What the text consists of, in its order. A sentinel line comes before the statement that follows it.
class LineVisitor {
public:
  virtual void on_statement(const StatementText &statement) = 0;
  virtual void on_sentinel(const SentinelLine &line) = 0;

protected:
  ~LineVisitor() = default;
};

/// Names the file `files[0]`; adds those that the text names.
void read_lines(std::string_view text, const Dialect &dialect, std::vector<std::string> &files, LineVisitor &visitor);

/// Whether the text may hold a line of ours at all: much quicker than reading it.
[[nodiscard]] bool may_have_sentinel(std::string_view text);

} // namespace osaca::fortran
