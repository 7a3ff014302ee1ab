// From a bound kernel and its dependencies to what the simulation runs.
#pragma once

#include "analysis/bound_kernel.h"
#include "analysis/dependency_graph.h"
#include "simulation/program.h"

namespace osaca {

[[nodiscard]] SimulatedProgram simulated_program(const BoundKernel &kernel, const DependencyGraph &graph);

} // namespace osaca
