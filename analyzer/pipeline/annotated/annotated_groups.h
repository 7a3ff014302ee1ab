// The loops that came of one annotation: which of them does the work, and why there are none.
#pragma once

#include "decode/object/object_file.h"
#include "pipeline/annotated/program_sources.h"

#include <string>
#include <vector>

namespace osaca {

// Which of the loops that came of one statement does the work: told by their vectors, where no compiler says it.

/// Gives the kernels of all groups their roles. Of loops of one statement, inlined through the same calls into the same
/// function, those with the widest vectors are the vector body if others have narrower ones or none; of these, what
/// control can come to from it is the remainder, what has no vectors and cannot be reached the scalar version. All
/// others are copies, numbered within their annotation as a plugin's are.
void give_machine_roles(std::vector<AnnotatedGroup> &groups);

// Why the program has no loop of an annotation.

/// Per annotation: half a sentence, for those of which no group has a loop. `jumping_anywhere`: functions with jumps
/// whose targets the object does not tell, by their readable names.
[[nodiscard]] std::vector<std::string> fates_of(const std::vector<SourceAnnotation> &annotations,
                                                const std::vector<AnnotatedGroup> &groups,
                                                const std::set<std::string> &jumping_anywhere);

} // namespace osaca
