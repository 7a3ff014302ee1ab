// Cycles per copy of an instruction that the ports allow.
#pragma once

#include "kernel/cost.h"

#include <vector>

namespace osaca::measure {

/// With the uops spread over their ports as well as possible: the busiest set of ports decides.
[[nodiscard]] double port_throughput(const std::vector<PortDemand> &demands);

} // namespace osaca::measure
