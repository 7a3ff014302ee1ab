// How long the ports need for an iteration, and how busy each of them is when the uops are spread evenly.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "kernel/cost.h"

#include <map>
#include <optional>
#include <span>
#include <vector>

namespace osaca {

// The least time that the ports need for an iteration, without saying which port does what (that is ports.h).
//
// A set S of ports that alone can serve D cycles of demand is busy at least D / |S| cycles (Hall's theorem), and the
// largest such quotient can be reached. Only unions of the port sets in use need to be tried: a port that no set inside
// S asks for makes the quotient smaller. Worked example: two uops on {0,1} and one on {1}: the unions are {0,1} with
// 3/2 and {1} with 1.

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

// Port pressure: how busy each port is per iteration when the uops are spread as well as they can be.
//
// The bound itself is that of port_bounds.h. Here its bottleneck set is filled evenly, taken out, and the rest treated
// likewise, so that no port is busier than it must be; the set is found by Newton's iteration on the load limit: a
// maximum flow from demands to ports of that capacity either serves everything or leaves a cut that names a busier set.
// Worked example: two uops on {0,1} and one on {1}: S={0,1} gives 3/2, both ports are busy 1.5 cycles.

struct PortPressure {
  std::vector<std::vector<Cycles>> per_instruction; ///< [instruction][port]
  std::vector<Cycles> total;                        ///< [port]
  Cycles execution_bound;                           ///< over execution, load and store ports
  PortSet execution_bottleneck = 0;                 ///< the ports that are that busy
  Cycles divider_bound;                             ///< over divider ports
  PortSet divider_bottleneck = 0;
};

[[nodiscard]] PortPressure port_pressure(const CostedKernel &kernel, PortAssignment assignment);

// The balanced fractional assignment behind port pressure; see ports.h for the idea.

/// For each distinct set of ports: the cycles that its demand puts on each port of `port_count`.
using PortShares = std::map<PortSet, std::vector<Cycles>>;

/// `demand`: total cycles asked of each set of ports. Sets must not be empty.
[[nodiscard]] PortShares balanced_assignment(const std::map<PortSet, Cycles> &demand, int port_count);

} // namespace osaca
