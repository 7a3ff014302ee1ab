// The least time that the ports need for an iteration, without saying which port does what (that is ports.h).
//
// A set S of ports that alone can serve D cycles of demand is busy at least D / |S| cycles (Hall's theorem), and the
// largest such quotient can be reached. Only unions of the port sets in use need to be tried: a port that no set inside
// S asks for makes the quotient smaller. Worked example: two uops on {0,1} and one on {1}: the unions are {0,1} with
// 3/2 and {1} with 1.
#pragma once

#include "analysis/bind/costed_kernel.h"

#include <optional>
#include <span>
#include <vector>

namespace osaca {

enum class PortAssignment {
  optimal,    ///< as described above
  equal_split ///< each uop in equal parts on all its ports, as OSACA's --fixed
};

struct PortBounds {
  Cycles execution; ///< over execution, load and store ports
  Cycles divider;   ///< over divider ports
};

/// Demand per set of ports, each set once, in ascending order.
[[nodiscard]] std::vector<PortDemand> total_demand(const CostedKernel &kernel);

/// The largest quotient of demand inside a set of ports and its size; empty: too many sets to try.
[[nodiscard]] std::optional<Cycles> busiest_set_cycles(std::span<const PortDemand> demands);

[[nodiscard]] PortBounds port_bounds(const CostedKernel &kernel, PortAssignment assignment);

} // namespace osaca
