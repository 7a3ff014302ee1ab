// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text of `#pragma osaca analyze`, and macros that expand to it.
#pragma once

#include "source_tokens.h"

#include <map>
#include <string>
#include <string_view>

namespace osaca::source {

/// Removes the next word and the blanks around it from the line, and returns the word.
[[nodiscard]] std::string_view take_word(std::string_view &line);

/// Removes `osaca analyze` from the beginning of the line. Returns false if the line does not begin with it.
[[nodiscard]] bool take_pragma(std::string_view &line);

/// The clauses after `analyze`, cut at the maximum length.
[[nodiscard]] std::string clauses_in(std::string_view line);

struct AnnotationMacro {
  bool has_loop = false; ///< the macro contains a loop after the pragma
  bool has_parameters = false;
  bool takes_clauses = false; ///< its argument is the text after `analyze`
  std::string text;           ///< the text after `analyze` of a macro without such an argument
};

/// The macros of osaca/annotate.h, and similar macros that the text defines.
class AnnotationMacros {
public:
  AnnotationMacros();

  /// `line` is the text after `#define` or `#undef`.
  void define(std::string_view line);
  void undefine(std::string_view line);

  /// The macro with this name; null if `name` is not a macro that expands to our pragma.
  [[nodiscard]] const AnnotationMacro *find(std::string_view name) const;

private:
  [[nodiscard]] bool read_body(std::string_view body, AnnotationMacro &macro) const;

  std::map<std::string, AnnotationMacro, std::less<>> macros_;
};

// Finds the loops of C and C++ source text, and which of them `#pragma osaca analyze` selects. It is used where no
// compiler front end provides this information: while a program is linked, and for the analysis of existing programs.
//
// A pragma applies to the next loop if no other statement or declaration begins in between. Other pragmas, labels,
// attributes and `{` are allowed in between, as in the plugins. The pragma may also be written as `_Pragma("osaca
// analyze")`, as a macro of osaca/annotate.h, or as a macro that is defined in this text and expands to nothing else. A
// use of such a macro that also contains the loop counts as one annotated loop.
//
// The text does not tell which branches of `#if` are compiled. All branches are read, except for `#if 0` and the other
// branches of `#if 1`. Macros that other files define are not known. So some of the loops that are found may not exist
// in the compiled program.

struct TextPragma {
  Place place;                 ///< where it begins; in a macro, the place where the macro is used
  int loop = -1;               ///< index of the loop that it applies to; -1: no loop follows
  Tokens::Position after = {}; ///< of the first character after it
  std::string text;            ///< the text after `analyze` as written, but without line ends
};

struct AnnotatedSource {
  std::vector<LoopSpan> loops; ///< in the order in which they begin
  std::vector<TextPragma> pragmas;
  std::vector<BracedBlock> blocks; ///< in the order in which they begin
  bool is_complete = true;         ///< false: a limit was reached, and the rest of the text was not read
};

/// A fast check: false if the text cannot contain one of our pragmas.
[[nodiscard]] bool may_have_pragmas(std::string_view text);

/// The columns are those of the compiler, unless `text` begins with a byte order mark.
[[nodiscard]] AnnotatedSource annotated_loops(std::string_view text);

} // namespace osaca::source
