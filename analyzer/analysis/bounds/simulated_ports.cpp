#include "analysis/bounds/simulated_ports.h"

namespace osaca {

PortSet shared_in_the_mean(const Core &core) {
  PortSet ports = core.load_banks ? core.load_banks->port : 0;
  if (core.memory_renaming)
    ports |= core.memory_renaming->port;
  if (core.line_crossing)
    for (const PortDemand &demand : core.line_crossing->crossing_demands)
      ports |= demand.ports;
  for (const VectorRate &rate : core.vector_rates)
    for (const PortDemand &demand : rate.demands)
      ports |= demand.ports;
  for (const Scheduler &scheduler : core.schedulers)
    ports &= ~scheduler.ports;
  return ports;
}

PortSet grouped_ports(const Core &core) {
  PortSet ports = 0;
  for (const Scheduler &scheduler : core.schedulers)
    if (core.dispatch_groups && !scheduler.is_queued)
      ports |= scheduler.ports;
  return ports & ~core.ports_of_kind(PortKind::load) & ~core.ports_of_kind(PortKind::store);
}

} // namespace osaca
