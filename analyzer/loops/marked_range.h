// Kernels of a range of instructions that somebody pointed at: a marked region, a range of lines, a plugin's loop.
#pragma once

#include "loops/markers.h"
#include "loops/regions.h"

#include <functional>
#include <string>
#include <vector>

namespace osaca {

/// A region is read as the body of a loop from its first instruction to its last, in a row; if branches jump forward in
/// it, along each path through it, loops inside it once. `is_marker` is Markers::is_marker.
struct MarkedRange {
  std::string name;     ///< may be empty
  std::string title;    ///< for messages: "the region marked here"
  int line = 0;         ///< where that was said
  StatementIndex begin; ///< statements [begin, end)
  StatementIndex end;
  std::function<bool(StatementIndex)> holds; ///< which of the instructions belong; empty: all but markers
};

[[nodiscard]] std::vector<Kernel> kernels_of_range(const ParsedUnit &unit, const MarkedRange &range,
                                                   const Indexed<Statement, char> &is_marker,
                                                   const std::string &input_name, int max_paths);

/// [begin, end) widened to the labels and markers right before its first and right behind its last statement.
[[nodiscard]] std::pair<StatementIndex, StatementIndex> with_labels(const ParsedUnit &unit, StatementIndex begin,
                                                                    StatementIndex end,
                                                                    const Indexed<Statement, char> &is_marker);

} // namespace osaca
