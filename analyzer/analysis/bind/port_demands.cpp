#include "analysis/bind/port_demands.h"

#include "base/index.h"

#include <algorithm>

namespace osaca {
namespace {

bool closes_ports(const PlacedInstruction &placed, const WideVectors &rule, PortSet memory_ports) {
  const std::vector<PortDemand> &demands = placed.costed->cost->demands;
  return placed.costed->vector_bits >= rule.from_bits && std::ranges::any_of(demands, [&](const PortDemand &demand) {
           return rule.by_accesses || (demand.ports & ~memory_ports) != 0;
         });
}

} // namespace

PortSet closed_ports(const CostedKernel &kernel) {
  const Core &core = kernel.model.core();
  if (!core.wide_vectors)
    return 0;
  const PortSet memory_ports = core.ports_of_kind(PortKind::load) | core.ports_of_kind(PortKind::store);
  const bool any = std::ranges::any_of(kernel.instructions, [&](const PlacedInstruction &placed) {
    return closes_ports(placed, *core.wide_vectors, memory_ports);
  });
  return any ? core.wide_vectors->closed_ports : 0;
}

namespace {

/// The ports that an operation can use while wide vectors close some of them.
PortSet open_ports(const CostedKernel &kernel, const CostedInstruction &costed, PortSet ports) {
  if (!costed.uses_vector_registers || (ports & kernel.closed_ports) == 0)
    return ports;
  const PortSet moved = costed.is_moved_by_wide_vectors ? kernel.model.core().wide_vectors->moved_ports : 0;
  const PortSet open = moved != 0 ? moved : ports & ~kernel.closed_ports;
  return open != 0 ? open : ports;
}

/// The entry with the largest width that is not above that of these vectors.
const VectorRate *rate_of(const Core &core, int vector_bits) {
  const VectorRate *widest = nullptr;
  for (const VectorRate &rate : core.vector_rates)
    if (rate.from_bits <= vector_bits && (widest == nullptr || widest->from_bits < rate.from_bits))
      widest = &rate;
  return widest;
}

/// The number of vector loads, operations and stores.
Cycles count_vector_uops(const Core &core, const CostedInstruction &costed) {
  if (std::ranges::any_of(costed.addresses, [](const CostedAddress &address) { return address.is_gather_scatter; }))
    return 0; // their loads and stores are of single elements
  const PortSet apart = core.ports_of_kind(PortKind::store) | core.ports_of_kind(PortKind::divider);
  Cycles count = costed.stores ? 1 : 0;
  for (const PortDemand &demand : costed.cost->demands)
    if ((demand.ports & ~apart) != 0)
      count += demand.cycles;
  return count;
}

void add_vector_rate(CostedKernel &kernel, const CostedInstruction &costed) {
  const VectorRate *rate = rate_of(kernel.model.core(), costed.vector_bits);
  if (rate == nullptr)
    return;
  const Cycles count = count_vector_uops(kernel.model.core(), costed);
  if (count.is_zero())
    return;
  for (const PortDemand &demand : rate->demands)
    kernel.demands.push_back({demand.ports, demand.cycles * count});
}

void add_access_rates(CostedKernel &kernel, const CostedInstruction &costed) {
  const RegisterKind kind = costed.uses_vector_registers ? RegisterKind::vector : RegisterKind::gpr;
  for (const CostedAddress &address : costed.addresses) {
    if (address.is_gather_scatter)
      continue; // its loads or stores are of single elements
    const AccessRate *rate = entry_for_width(kernel.model.core().access_rates, kind, 8 * address.width_bytes);
    if (rate == nullptr)
      continue;
    const CostedOperand &operand = costed.operands[at(address.operand)];
    const Cycles count = (operand.read ? 1 : 0) + (operand.written ? 1 : 0);
    for (const PortDemand &demand : rate->demands)
      if (!count.is_zero())
        kernel.demands.push_back({demand.ports, demand.cycles * count});
  }
}

} // namespace

/// The first instruction of a fused pair only needs ports for its load, and those that the core's rule adds.
void add_demands(CostedKernel &kernel, PlacedInstruction &placed, PortSet load_ports) {
  placed.first_demand = static_cast<std::uint32_t>(kernel.demands.size());
  for (const PortDemand &demand : placed.costed->cost->demands)
    if (!placed.fused_with_next || (demand.ports & ~load_ports) == 0)
      kernel.demands.push_back({open_ports(kernel, *placed.costed, demand.ports), demand.cycles});
  if (placed.fused_with_next) {
    const std::vector<PortDemand> &demands = kernel.model.core().fusion[placed.fusion_rule].demands;
    kernel.demands.insert(kernel.demands.end(), demands.begin(), demands.end());
  }
  add_access_rates(kernel, *placed.costed);
  add_vector_rate(kernel, *placed.costed);
  if (placed.waits_for_stores) {
    const std::vector<PortDemand> &drain = kernel.model.core().store_drain->demands;
    kernel.demands.insert(kernel.demands.end(), drain.begin(), drain.end());
  }
  placed.dispatch_slots = placed.costed->cost->dispatch_slots;
  if (placed.needs_stack_sync) {
    const StackSync &sync = *kernel.model.core().stack_sync;
    kernel.demands.insert(kernel.demands.end(), sync.demands.begin(), sync.demands.end());
    placed.dispatch_slots += sync.dispatch_slots;
  }
  if (placed.merged_registers > 0) {
    for (int i = 0; i < placed.merged_registers; ++i)
      for (const PortDemand &demand : kernel.model.core().high_byte_merge->demands)
        kernel.demands.push_back(demand);
    placed.dispatch_slots += kernel.model.core().dispatch_width.value;
  }
  placed.end_demand = static_cast<std::uint32_t>(kernel.demands.size());
}

} // namespace osaca
