// Which lines of a captured loop other tools may read as a straight line, and what they must be told.
//
// Those tools take everything between two markers for one iteration. That fits a loop whose blocks follow one another
// without branches inside. If other code stands between the blocks, only the stretch that a whole iteration can run
// through, header to latch, is worth marking; if no iteration stays within one stretch, none is.
#pragma once

#include "osaca/capture.h"

#include <string>
#include <string_view>
#include <vector>

namespace osaca {

struct MarkedLines {
  int first = 0; ///< line of the function's assembly; 0: nothing can be marked
  int last = 0;
  std::string warning;  ///< what a reader of the region must know; empty for a straight line
  int warning_line = 0; ///< where to say it: before this line
};

/// Parallel to `function.loops`.
[[nodiscard]] std::vector<MarkedLines> marked_regions(const Capture &capture, const Capture::Function &function,
                                                      const std::vector<std::string_view> &lines);

} // namespace osaca
