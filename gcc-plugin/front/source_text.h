// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the text of the source files, and answers questions from that text alone.
#pragma once

#include "gcc_compat.h"

#include "statement_span.h"

#include <string_view>

namespace osaca::gcc {

// The text of the files that locations refer to. A `#line` may name anything, such as a device without an end or a pipe
// without a writer. So only regular files of a reasonable size are read, up to the size that they have when they are
// opened. The compiler's own reader has no such check and is not used.

class SourceFiles {
public:
  /// The files of this process, which compiles one unit.
  static SourceFiles &of_unit();

  /// The line with this number, from 1, without its end; empty if there is none.
  [[nodiscard]] std::string_view line(const char *file, int number);

  /// The whole text; empty if there is none.
  [[nodiscard]] std::string_view text(const char *name) { return file(name).text; }

  /// False if any location of this unit refers to a file that must not be read, such as a pipe. The compiler would read
  /// that file to show a line of it in a message.
  [[nodiscard]] bool can_be_shown();

private:
  struct File {
    std::string text;
    std::vector<size_t> starts; ///< offsets of its lines
  };

  const File &file(const char *name);
  static File read(const char *name);

  std::unordered_map<std::string, File> files_;
  unsigned maps_seen_ = 0; ///< number of maps in the compiler's table of places that were processed
  std::unordered_set<const char *> names_seen_;
  bool has_hazard_ = false;
};

// What can be found out from the text where the compiler has no locations: where a loop's keyword is, and where the use
// of a macro begins. The text may be missing (standard input) or differ from what was compiled, so every answer may be
// "unknown".

/// The place of the last `keyword` at or before `location`, at most a few lines earlier. UNKNOWN_LOCATION if the text
/// cannot be read or does not contain that word. It is needed because the front ends place some loop statements shortly
/// after their keyword (at the parenthesis, or after the first declaration).
[[nodiscard]] location_t keyword_location(location_t location, const char *keyword);

/// The place of the first code on the line, after blanks and a Fortran statement number. `location` itself if the text
/// cannot be read.
[[nodiscard]] location_t first_code_on_line(location_t location);

/// The first character of code after the place, or 'x' for a word or a literal. Blanks, comments, `#pragma` lines and
/// `_Pragma("...")` are skipped. The result is '\0' if the text cannot be read, if no code follows within a few hundred
/// lines, or if a preprocessor line such as `#if` comes first, so that the next code depends on a condition.
[[nodiscard]] char next_code_after(location_t last);

/// What a pragma's place is.
enum class PragmaForm {
  pragma,    ///< the end of the pragma
  in_macro,  ///< where a macro is used that contains the pragma
  attribute, ///< the name in the declaration that has the attribute
};

/// The statement that follows a pragma. `tokens_left`: see source::statement_after().
[[nodiscard]] std::optional<source::StatementSpan> statement_behind(location_t place, PragmaForm form,
                                                                    long &tokens_left);

/// The place in the same file. `same_file` itself if there is none.
[[nodiscard]] location_t place_in_file(location_t same_file, int line, int column);

/// True if the text that ends at `last` is `_Pragma("...")` itself.
[[nodiscard]] bool ends_with_pragma_operator(location_t last);

/// Whether the use of a macro that begins at `first` extends at least to the line of `last`. False if the text shows
/// that it ends on an earlier line.
[[nodiscard]] bool macro_use_reaches(location_t first, location_t last);

/// The begin of the macro use (`NAME` or `NAME(...)`) that ends at `last`. UNKNOWN_LOCATION if there is none.
[[nodiscard]] location_t macro_use_ending_at(location_t last);

} // namespace osaca::gcc
