// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Macros that stand for `#pragma osaca analyze`, and the words of the pragma itself.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace osaca::source {

/// The next word of a line, taken off it with the blanks around.
[[nodiscard]] std::string_view take_word(std::string_view &line);

/// Takes `osaca analyze` off the line; false if it does not begin so.
[[nodiscard]] bool take_pragma(std::string_view &line);

/// What is behind `analyze`, bounded.
[[nodiscard]] std::string clauses_in(std::string_view line);

struct AnnotationMacro {
  bool has_loop = false; ///< behind the pragma, in the macro itself
  bool has_parameters = false;
  bool takes_clauses = false; ///< its argument is what follows `analyze`
  std::string text;           ///< else this is
};

/// Those of osaca/annotate.h, and those that the text defines.
class AnnotationMacros {
public:
  AnnotationMacros();

  /// What stands behind `#define` or `#undef`.
  void define(std::string_view line);
  void undefine(std::string_view line);

  /// Null if the name is none of them.
  [[nodiscard]] const AnnotationMacro *find(std::string_view name) const;

private:
  [[nodiscard]] bool read_body(std::string_view body, AnnotationMacro &macro) const;

  std::map<std::string, AnnotationMacro, std::less<>> macros_;
};

} // namespace osaca::source
