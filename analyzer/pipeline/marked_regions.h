// Selects the lines of a captured loop that other tools can analyse as straight-line code, and the warnings for them.
//
// Those tools treat everything between two markers as one iteration. This is correct for a loop whose blocks are
// contiguous and contain no branches. If there is other code between the blocks, only a contiguous part that a whole
// iteration can run through, from the loop's header to the block that branches back, is marked. If no iteration can
// stay within one contiguous part, nothing is marked.
#pragma once

#include "osaca/capture.h"

#include <string>
#include <string_view>
#include <vector>

namespace osaca {

struct MarkedLines {
  int first = 0; ///< line of the function's assembly; 0: nothing can be marked
  int last = 0;
  std::string warning;  ///< what users of the region have to know; empty for straight-line code
  int warning_line = 0; ///< the warning is inserted before this line
};

/// Parallel to `function.loops`.
[[nodiscard]] std::vector<MarkedLines> marked_regions(const Capture &capture, const Capture::Function &function,
                                                      const std::vector<std::string_view> &lines);

} // namespace osaca
