// What loads cost that are renamed.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/graph/dependency_graph.h"

namespace osaca {

/// Adds the port that stands for renaming to each load that takes its value from a store's register. Operations on
/// memory itself do without.
void add_renaming_demands(CostedKernel &kernel, const DependencyGraph &graph);

} // namespace osaca
