#include "analysis/bounds/ports.h"

#include "analysis/bounds/balanced_assignment.h"
#include "base/index.h"

#include <bit>

namespace osaca {
namespace {

std::map<PortSet, Cycles> demand_by_set(const CostedKernel &kernel) {
  std::map<PortSet, Cycles> by_set;
  for (const PortDemand &demand : total_demand(kernel))
    by_set[demand.ports] = demand.cycles;
  return by_set;
}

PortShares equal_shares(const std::map<PortSet, Cycles> &demand, int port_count) {
  PortShares shares;
  for (const auto &[ports, cycles] : demand) {
    auto &row = shares[ports];
    row.resize(static_cast<std::size_t>(port_count));
    for (int port = 0; port < port_count; ++port)
      if ((ports >> port & 1) != 0)
        row[at(port)] = cycles / Cycles(std::popcount(ports));
  }
  return shares;
}

} // namespace

PortPressure port_pressure(const CostedKernel &kernel, PortAssignment assignment) {
  const auto &ports = kernel.model.core().ports;
  const int port_count = static_cast<int>(ports.size());
  const auto demand = demand_by_set(kernel);
  const PortShares shares = assignment == PortAssignment::optimal ? balanced_assignment(demand, port_count)
                                                                  : equal_shares(demand, port_count);
  PortPressure pressure;
  pressure.total.resize(ports.size());
  for (std::size_t i = 0; i < kernel.instructions.size(); ++i) {
    std::vector<Cycles> row(ports.size());
    for (const PortDemand &part : kernel.demands_of(i)) {
      if (part.ports == 0 || part.cycles.is_zero())
        continue;
      // Instructions with the same choice of ports share them in proportion to what they ask for.
      const Cycles fraction = part.cycles / demand.at(part.ports);
      const auto &share = shares.at(part.ports);
      for (std::size_t port = 0; port < ports.size(); ++port)
        if (!share[port].is_zero())
          row[port] += share[port] * fraction;
    }
    for (std::size_t port = 0; port < ports.size(); ++port)
      pressure.total[port] += row[port];
    pressure.per_instruction.push_back(std::move(row));
  }
  for (std::size_t port = 0; port < ports.size(); ++port) {
    const bool divides = ports[port].kind == PortKind::divider;
    Cycles &bound = divides ? pressure.divider_bound : pressure.execution_bound;
    PortSet &bottleneck = divides ? pressure.divider_bottleneck : pressure.execution_bottleneck;
    if (pressure.total[port].is_zero() || pressure.total[port] < bound)
      continue;
    if (bound < pressure.total[port])
      bottleneck = 0;
    bound = pressure.total[port];
    bottleneck |= PortSet{1} << port;
  }
  return pressure;
}

} // namespace osaca
