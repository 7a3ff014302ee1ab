// Chains of dependencies as the report shows them: one link per instruction, with the register or the memory that
// carries the value to the next link.
#pragma once

#include "analysis/bounds/dependency_chains.h"
#include "report/report.h"

namespace osaca {

[[nodiscard]] DependencyChain report_chain(const LoopCarriedCycle &cycle, const DependencyGraph &graph,
                                           const Kernel &kernel);
[[nodiscard]] DependencyChain report_chain(const CriticalPath &path, const DependencyGraph &graph,
                                           const Kernel &kernel);

} // namespace osaca
