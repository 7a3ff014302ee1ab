// Why the program has no loop of an annotation.
#pragma once

#include "decode/object/annotated_loops.h"
#include "pipeline/annotated/program_sources.h"

#include <string>
#include <vector>

namespace osaca {

/// Per annotation: half a sentence, for those of which no group has a loop. `jumping_anywhere`: functions with jumps
/// whose targets the object does not tell, by their readable names.
[[nodiscard]] std::vector<std::string> fates_of(const std::vector<SourceAnnotation> &annotations,
                                                const std::vector<AnnotatedGroup> &groups,
                                                const std::set<std::string> &jumping_anywhere);

} // namespace osaca
