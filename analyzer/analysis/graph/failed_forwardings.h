// Loads that cannot get their value from a store and wait until it has reached the cache.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/graph/dependency_graph.h"

namespace osaca {

/// Pairs on one place that do not overlap follow each other (measured): the next store waits for the load that waits
/// for the store before.
void order_failed_forwardings(const AddressAnalysis &addresses, DependencyGraph &graph);

/// Adds what such loads occupy beside their own ports.
void add_failed_forwarding_demands(CostedKernel &kernel, const AddressAnalysis &addresses,
                                   const DependencyGraph &graph);

} // namespace osaca
