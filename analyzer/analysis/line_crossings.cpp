#include "analysis/line_crossings.h"

namespace osaca {
namespace {

/// How often per iteration, from 0 to 1.
Cycles share_that_crosses(const MemoryAccess &access, std::int64_t step_bytes, int line_bytes) {
  if (access.width_bytes <= 1)
    return Cycles(0);
  std::int64_t crossings = 0;
  for (int iteration = 0; iteration < line_bytes; ++iteration) { // then the pattern repeats
    const std::int64_t place = (access.address.offset + step_bytes * iteration) % line_bytes;
    crossings += (place < 0 ? place + line_bytes : place) + access.width_bytes > line_bytes ? 1 : 0;
  }
  return Cycles(crossings, line_bytes);
}

void raise_load_demands(Cost &cost, PortSet load_ports, Cycles share) {
  for (PortDemand &demand : cost.demands)
    if (demand.ports != 0 && (demand.ports & ~load_ports) == 0)
      demand.cycles += demand.cycles * share;
}

} // namespace

BoundKernel with_line_crossings(BoundKernel kernel, const AddressAnalysis &addresses) {
  const std::optional<LineCrossing> &rule = kernel.model.core().line_crossing;
  if (!rule)
    return kernel;
  const PortSet load_ports = kernel.model.core().ports_of_kind(PortKind::load);
  for (const MemoryAccess &access : addresses.accesses) {
    const std::optional<std::int64_t> step = step_bytes(addresses, access);
    if (!access.reads || access.writes || !access.comparable || !step)
      continue;
    const Cycles share = share_that_crosses(access, *step, rule->line_bytes);
    if (!share.is_zero())
      raise_load_demands(kernel.instructions[static_cast<std::size_t>(access.instruction)].cost, load_ports, share);
  }
  return kernel;
}

} // namespace osaca
