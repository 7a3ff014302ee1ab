// Regions that somebody pointed at, and kernels made of them or of the paths through a loop.
#pragma once

#include "base/expected.h"
#include "kernel/kernel.h"
#include "loops/paths.h"
#include "loops/regions.h"
#include "loops/statement.h"

#include <functional>
#include <string>
#include <vector>

namespace osaca {

// Putting a kernel together from the instructions on one path.

/// `frame` with the instructions of these statements, and with name, function and places from them where it has none.
[[nodiscard]] Kernel straight_kernel(const ParsedUnit &unit, const std::vector<StatementIndex> &statements,
                                     Kernel frame);

/// One kernel per path that is followed; none if no path leads to the end. `least_probability`: as in PathLimits.
[[nodiscard]] std::vector<Kernel> path_kernels(const ParsedUnit &unit, const FlowGraph &graph, const RouteGraph &routes,
                                               int max_paths, const Kernel &frame, double least_probability = 0);

// Regions that people and tools marked in the input.
//
//     # OSACA-BEGIN [name]     ... # OSACA-END [name]
//     # LLVM-MCA-BEGIN [name]  ... # LLVM-MCA-END [name]
//     movl $111,%ebx; .byte 100,103,144 ... movl $222,%ebx; .byte 100,103,144     (IACA, x86)
//     mov x1,#111; .byte 213,3,32,31    ... mov x1,#222; .byte 213,3,32,31        (OSACA, AArch64)
//     li a1,111; .byte 19,0,0,0         ... li a1,222; .byte 19,0,0,0             (OSACA, RISC-V)
//
// Comments nest by llvm-mca's rules: regions with names may overlap, two that are open at once may not share a name (or
// lack one), and an end without a name closes the only open region.

struct MarkedRegion {
  std::string name;     ///< may be empty
  StatementIndex begin; ///< statements [begin, end)
  StatementIndex end;
  int line = 0; ///< of the marker that begins it
};

struct Markers {
  std::vector<MarkedRegion> regions;  ///< in input order; what was marked in several styles at once is one
  Indexed<Statement, char> is_marker; ///< it belongs to a marker, not to the program
};

[[nodiscard]] Expected<Markers> find_markers(const ParsedUnit &unit, const std::string &input_name);

// Kernels of a range of instructions that somebody pointed at: a marked region, a range of lines, a plugin's loop.

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
