// What findings about memory are about; see finding_facts.h.
#pragma once

#include "base/cycles.h"
#include "report/memory_report.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace osaca {

/// The level that somebody named makes the loop slower than its core bound.
struct DataFar {
  MemoryLevelFigures level;
  Cycles core_cycles; ///< with all data in the first level
};

/// Each iteration waits for a load whose address the one before it loaded.
struct LoadsChased {
  struct FromLevel {
    std::string level;
    Cycles cycles; ///< per iteration
  };
  std::vector<FromLevel> levels; ///< behind the first; the one that somebody named alone if there is one
};

/// Less than half of each line that an array comes to is used.
struct LinesHalfUsed {
  std::string array;
  Cycles bytes_of_line; ///< that are used, in the mean
  int line_bytes = 0;
  std::int64_t step_bytes = 0;
};

/// Lines that are read from memory only to be overwritten.
struct LinesReadToBeWritten {
  std::vector<std::string> arrays;
  Cycles lines;   ///< of all that move in an iteration
  Cycles without; ///< the same if those arrays were written past the caches
};

/// Rows of a stencil that are gone when they are read again.
struct RowsLost {
  LayerCondition condition;
};

} // namespace osaca
