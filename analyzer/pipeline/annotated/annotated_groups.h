// The machine loops of one annotation: which of them is the vector body, or why there are none.
#pragma once

#include "decode/object/object_file.h"
#include "pipeline/annotated/program_sources.h"
#include "report/report.h"

#include <string>
#include <vector>

namespace osaca {

// Determines the role of each machine loop of a statement from the width of its vectors, because compilers do not
// report roles.

/// Sets the roles of the kernels of all groups. Loops of one statement that were inlined through the same calls into
/// the same function are compared. Those with the widest vectors are the vector body if others have narrower vectors or
/// none. Of the others, a loop that control can reach from the vector body is the remainder. A loop without vectors
/// that cannot be reached is the scalar version. All others are copies. They are numbered within their annotation, as
/// the plugins number them.
void give_machine_roles(std::vector<AnnotatedGroup> &groups);

// Why the program has no loop of an annotation.

struct AnnotationFate {
  AnnotationStatus status = AnnotationStatus::vanished;
  std::string reason;       ///< a phrase
  bool is_harmless = false; ///< nothing is wrong: a note, and its expectations are not checked
};

/// For each annotation: why it has no loop in any group. `with_unknown_jumps`: the readable names of functions with
/// jumps whose targets are not known from the object. `lines`: see AnnotatedCode.
[[nodiscard]] std::vector<AnnotationFate> fates_of(const std::vector<SourceAnnotation> &annotations,
                                                   const std::vector<AnnotatedGroup> &groups,
                                                   const std::set<std::string> &with_unknown_jumps,
                                                   const std::map<int, std::set<int>> &lines);

} // namespace osaca
