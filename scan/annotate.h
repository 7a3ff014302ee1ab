// Where pragmas go and which go away.
//
//     for (...)                      #pragma osaca analyze
//                                    for (...)
//
//     #pragma omp parallel for       #pragma osaca analyze
//     for (...)                      #pragma omp parallel for       (loop pragmas stay with their loop)
//                                    for (...)
//
//     if (x) for (...)               if (x) _Pragma("osaca analyze") for (...)
//
// The operator needs no line of its own, so removing it gives the line back as it was.
#pragma once

#include "scan/loop.h"
#include "scan/text_edits.h"

#include <map>
#include <string>
#include <vector>

namespace osaca::scan {

struct Plan {
  std::map<std::string, TextEdits> edits; ///< by file
  int changes = 0;                        ///< pragmas put in or taken out
  int already_done = 0;                   ///< loops that had one
  std::map<std::string, int> left_out;    ///< why -> how many
};

/// A pragma for each of `loops` that has none. Files are read again; what no longer fits is left out.
[[nodiscard]] Plan plan_annotation(const std::vector<Loop> &loops);

[[nodiscard]] Plan plan_removal(const std::vector<Pragma> &pragmas);

} // namespace osaca::scan
