// The cycles that the ports need for an iteration, and how busy each port is if the uops are spread evenly.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "kernel/cost.h"

#include <map>
#include <optional>
#include <span>
#include <vector>

namespace osaca {

// The minimum time that the ports need for an iteration, without an assignment of uops to ports (see port_pressure()
// for that).
//
// If only the ports of a set S can serve D cycles of demand, these ports are busy for at least D / |S| cycles. The
// largest such quotient can be reached (Hall's theorem). Only unions of the port sets in use have to be tried, because
// a port that is in none of the sets inside S only makes the quotient smaller. Example: for two uops on {0,1} and one
// on {1}, the unions are {0,1} with 3/2 and {1} with 1.

enum class PortAssignment {
  optimal,    ///< as described above
  equal_split ///< each uop is distributed equally over all its ports, as with OSACA's --fixed
};

struct PortBounds {
  Cycles execution; ///< over execution, load and store ports
  Cycles divider;   ///< over divider ports, and over other ports for the divisions that these execute

  /// Whether divisions alone occupy execution ports for as long as everything together does.
  [[nodiscard]] bool divisions_fill_ports() const {
    return !divider.is_zero() && divider == divider_on_ports && divider == execution;
  }

  Cycles divider_on_ports = {}; ///< the second part of `divider`
};

/// The demand for each set of ports. Each set occurs once, in ascending order.
[[nodiscard]] std::vector<PortDemand> total_demand(const CostedKernel &kernel);

/// The same for the divisions that execution ports carry out (CostedInstruction::divides_on_ports), in any order.
[[nodiscard]] std::vector<PortDemand> divisions_on_ports(const CostedKernel &kernel);

/// The largest quotient D / |S| over all sets of ports. Empty: there are too many sets to try.
[[nodiscard]] std::optional<Cycles> busiest_set_cycles(std::span<const PortDemand> demands);

[[nodiscard]] PortBounds port_bounds(const CostedKernel &kernel, PortAssignment assignment);

// Port pressure: how long each port is busy per iteration if the uops are distributed as evenly as possible.
//
// The bound is that of port_bounds(). The load of the set of ports that determines the bound (the bottleneck) is
// distributed evenly over the set. This set is then removed, and the remaining ports and demands are treated in the
// same way, so that no port is busier than necessary. The set is found by Newton's iteration. Each step sets a limit
// for the load of every port, and computes a maximum flow from demands to ports. If the flow serves all demands, the
// limit is the bound. Otherwise the minimum cut is a busier set, and its load is the next limit. Example: for two uops
// on {0,1} and one on {1}, S={0,1} gives 3/2, and both ports are busy for 1.5 cycles.

struct PortPressure {
  std::vector<std::vector<Cycles>> per_instruction; ///< [instruction][port]
  std::vector<Cycles> total;                        ///< [port]
  Cycles execution_bound;                           ///< over execution, load and store ports
  PortSet execution_bottleneck = 0;                 ///< the ports that are busy for this time
  Cycles divider_bound;                             ///< as PortBounds::divider
  PortSet divider_bottleneck = 0;
};

[[nodiscard]] PortPressure port_pressure(const CostedKernel &kernel, PortAssignment assignment);

// The balanced fractional assignment that port_pressure() uses.

/// For each distinct set of ports: the cycles for which its demand occupies each of all `port_count` ports.
using PortShares = std::map<PortSet, std::vector<Cycles>>;

/// `demand` has the total cycles for each set of ports. Sets must not be empty.
[[nodiscard]] PortShares balanced_assignment(const std::map<PortSet, Cycles> &demand, int port_count);

} // namespace osaca
