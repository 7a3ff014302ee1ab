// Port pressure: how busy each port is per iteration when the uops are spread as well as they can be.
//
// The bound itself is that of port_bounds.h. Here its bottleneck set is filled evenly, taken out, and the rest treated
// likewise, so that no port is busier than it must be; the set is found by Newton's iteration on the load limit: a
// maximum flow from demands to ports of that capacity either serves everything or leaves a cut that names a busier set.
// Worked example: two uops on {0,1} and one on {1}: S={0,1} gives 3/2, both ports are busy 1.5 cycles.
#pragma once

#include "analysis/bounds/port_bounds.h"

#include <vector>

namespace osaca {

struct PortPressure {
  std::vector<std::vector<Cycles>> per_instruction; ///< [instruction][port]
  std::vector<Cycles> total;                        ///< [port]
  Cycles execution_bound;                           ///< over execution, load and store ports
  PortSet execution_bottleneck = 0;                 ///< the ports that are that busy
  Cycles divider_bound;                             ///< over divider ports
  PortSet divider_bottleneck = 0;
};

[[nodiscard]] PortPressure port_pressure(const CostedKernel &kernel, PortAssignment assignment);

} // namespace osaca
