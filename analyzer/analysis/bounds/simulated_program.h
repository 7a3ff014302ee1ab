// From a bound kernel and its dependencies to what the simulation runs.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/graph/dependency_graph.h"
#include "simulation/program.h"

namespace osaca {

[[nodiscard]] SimulatedProgram simulated_program(const CostedKernel &kernel, const DependencyGraph &graph);

} // namespace osaca
