// The loop statements of a source and its annotations, told from the text alone: of C and C++ by
// plugin-common/annotated_loops.h, of Fortran by plugin-common/fortran_directives.h.
#pragma once

#include "source/statement_table.h"

#include <string>
#include <string_view>
#include <vector>

namespace osaca {

struct TextAnnotation {
  TextPosition place;
  int loop = -1; ///< index of the loop statement that it stands before; -1: something else follows
  std::string clauses;
};

struct AnnotatedText {
  std::vector<LoopStatement> loops; ///< by where they begin
  std::vector<TextAnnotation> annotations;
  bool is_cut_off = false; ///< there is more in the text than was looked at
};

/// False: there is none in it. Fast.
[[nodiscard]] bool may_be_annotated(std::string_view file_name, std::string_view text);

/// The name's ending tells the language; what is known to be none of them (assembly, Rust) has no statements.
[[nodiscard]] AnnotatedText read_annotated_text(const std::string &file_name, std::string_view text);

} // namespace osaca
