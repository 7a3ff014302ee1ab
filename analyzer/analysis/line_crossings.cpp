#include "analysis/line_crossings.h"

#include <numeric>

namespace osaca {
namespace {

/// How often per iteration, from 0 to 1.
Cycles share_that_crosses(const MemoryAccess &access, int line_bytes) {
  if (access.width_bytes <= 1)
    return Cycles(0);
  const std::int64_t step_bytes = *access.step_bytes % line_bytes;
  const std::int64_t period = line_bytes / std::gcd(step_bytes, std::int64_t{line_bytes}); // then the pattern repeats
  std::int64_t crossings = 0;
  for (std::int64_t iteration = 0; iteration < period; ++iteration) {
    const std::int64_t place = (access.address.offset + step_bytes * iteration) % line_bytes;
    crossings += (place < 0 ? place + line_bytes : place) + access.width_bytes > line_bytes ? 1 : 0;
  }
  return Cycles(crossings, period);
}

} // namespace

void raise_crossing_loads(BoundKernel &kernel, const AddressAnalysis &addresses) {
  const std::optional<LineCrossing> &rule = kernel.model.core().line_crossing;
  if (!rule)
    return;
  const PortSet load_ports = kernel.model.core().ports_of_kind(PortKind::load);
  for (const MemoryAccess &access : addresses.accesses) {
    if (!access.reads || access.writes || !access.comparable || !access.step_bytes)
      continue;
    const Cycles share = share_that_crosses(access, rule->line_bytes);
    if (share.is_zero())
      continue;
    const PlacedInstruction &placed = kernel.instructions[static_cast<std::size_t>(access.instruction)];
    for (std::uint32_t d = placed.first_demand; d < placed.end_demand; ++d)
      if (PortDemand &demand = kernel.demands[d]; demand.ports != 0 && (demand.ports & ~load_ports) == 0)
        demand.cycles += demand.cycles * share;
  }
}

} // namespace osaca
