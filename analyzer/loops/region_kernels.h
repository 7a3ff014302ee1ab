// Marked regions, and the kernels of a region or of the paths through a loop.
#pragma once

#include "base/expected.h"
#include "kernel/kernel.h"
#include "loops/callees.h"
#include "loops/paths.h"
#include "loops/regions.h"
#include "loops/statement.h"

#include <functional>
#include <string>
#include <vector>

namespace osaca {

// Builds a kernel from the instructions on one path.

/// Returns `frame` with the instructions of these statements. If `frame` has no name, function or source locations,
/// they are taken from the statements.
[[nodiscard]] Kernel straight_kernel(const ParsedUnit &unit, const std::vector<StatementIndex> &statements,
                                     Kernel frame);

/// One kernel per listed path; none if no path leads to the end. `least_probability` has the same meaning as in
/// PathLimits.
[[nodiscard]] std::vector<Kernel> path_kernels(const ParsedUnit &unit, const FlowGraph &graph, const RouteGraph &routes,
                                               int max_paths, const Kernel &frame, double least_probability = 0);

/// Sets Kernel::short_run if `kernels` is the only path through an innermost loop with this header, the loop is short,
/// and all other loops in the loop around it are short too.
void find_short_run(const ParsedUnit &unit, StatementIndex header, Callees &callees, std::vector<Kernel> &kernels);

// Regions that users and tools marked in the input:
//
//     # OSACA-BEGIN [name]     ... # OSACA-END [name]
//     # LLVM-MCA-BEGIN [name]  ... # LLVM-MCA-END [name]
//     movl $111,%ebx; .byte 100,103,144 ... movl $222,%ebx; .byte 100,103,144     (IACA, x86)
//     mov x1,#111; .byte 213,3,32,31    ... mov x1,#222; .byte 213,3,32,31        (OSACA, AArch64)
//     li a1,111; .byte 19,0,0,0         ... li a1,222; .byte 19,0,0,0             (OSACA, RISC-V)
//
// Marker comments nest by the rules of llvm-mca. Regions with names may overlap. Two regions that are open at the same
// time need different names. An end without a name closes the only open region.

struct MarkedRegion {
  std::string name;     ///< may be empty
  StatementIndex begin; ///< statements [begin, end)
  StatementIndex end;
  int line = 0; ///< of the marker at its beginning
};

/// The marked regions of a unit, and the statements of the markers.
struct Markers {
  std::vector<MarkedRegion> regions;     ///< in input order; a region that is marked in several styles is listed once
  Indexed<AsmStatement, char> is_marker; ///< whether the statement is part of a marker, and not of the program
};

[[nodiscard]] Expected<Markers> find_markers(const ParsedUnit &unit, const std::string &input_name);

// Kernels of a range of instructions that was selected: a marked region, a range of lines, or a loop that a plugin
// found.

/// A range of statements that is treated as a loop body. If it contains forward branches, each path through it becomes
/// a kernel, with inner loops passed through once.
struct MarkedRange {
  std::string name;     ///< may be empty
  std::string title;    ///< for messages: "the region marked here"
  int line = 0;         ///< where the range was selected
  StatementIndex begin; ///< statements [begin, end)
  StatementIndex end;
  std::function<bool(StatementIndex)> holds; ///< whether an instruction belongs to it; empty: all but markers
};

[[nodiscard]] std::vector<Kernel> kernels_of_range(const ParsedUnit &unit, const MarkedRange &range,
                                                   const Indexed<AsmStatement, char> &is_marker,
                                                   const std::string &input_name, int max_paths, Callees &callees);

/// One kernel per path through the function from its entry to a return, with inner loops passed through once. The paths
/// have to pass through all `places`. `frame` contains what is known about the function. Empty if there is no function
/// of this name, or if it is too large. Error: no path passes through all places.
[[nodiscard]] Expected<std::vector<Kernel>> kernels_of_function(const ParsedUnit &unit, const std::string &name,
                                                                const std::vector<PathPlace> &places, int max_paths,
                                                                Kernel frame, Callees &callees);

/// The range [begin, end), extended by the labels and markers directly before its first statement and directly after
/// its last one.
[[nodiscard]] std::pair<StatementIndex, StatementIndex> with_labels(const ParsedUnit &unit, StatementIndex begin,
                                                                    StatementIndex end,
                                                                    const Indexed<AsmStatement, char> &is_marker);

} // namespace osaca
