// Putting a kernel together from the instructions on one path.
#pragma once

#include "kernel/kernel.h"
#include "loops/path_graph.h"
#include "loops/statement.h"

#include <vector>

namespace osaca {

/// `frame` with the instructions of these statements, and with name, function and places from them where it has none.
[[nodiscard]] Kernel straight_kernel(const ParsedUnit &unit, const std::vector<StatementIndex> &statements,
                                     Kernel frame);

/// One kernel per path that is followed; none if no path leads to the end. `least_probability`: as in PathLimits.
[[nodiscard]] std::vector<Kernel> path_kernels(const ParsedUnit &unit, const FlowGraph &graph, const RouteGraph &routes,
                                               int max_paths, const Kernel &frame, double least_probability = 0);

} // namespace osaca
