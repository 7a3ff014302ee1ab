// Which of the loops that came of one statement does the work: told by their vectors, where no compiler says it.
#pragma once

#include "decode/object/annotated_loops.h"

#include <vector>

namespace osaca {

/// Gives the kernels of all groups their roles. Of loops of one statement, inlined through the same calls into the same
/// function, those with the widest vectors are the vector body if others have narrower ones or none; of these, what
/// control can come to from it is the remainder, what has no vectors and cannot be reached the scalar version. All
/// others are copies, numbered within their annotation as a plugin's are.
void give_machine_roles(std::vector<AnnotatedGroup> &groups);

} // namespace osaca
