// What a dependency runs through, as a report holds it.
#pragma once

#include "analysis/graph/dependency_graph.h"
#include "kernel/kernel.h"
#include "report/carrier.h"

namespace osaca {

[[nodiscard]] Carrier carrier_of(const PassedThrough &via, const Kernel &kernel);

} // namespace osaca
