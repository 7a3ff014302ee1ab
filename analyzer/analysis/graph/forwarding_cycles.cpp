#include "analysis/graph/forwarding_cycles.h"

#include <algorithm>

namespace osaca {
namespace {

/// From memory to a register of the kind; 0: the core does not say.
Cycles load_cycles(const Core &core, bool to_vector) {
  const RegisterKind kind = to_vector ? RegisterKind::vector : RegisterKind::gpr;
  for (const MemoryAccessCost &entry : core.loads)
    if (entry.kind == kind)
      return entry.latency_cycles;
  return 0;
}

} // namespace

Cycles forwarding_cycles(const Core &core, const CostedInstruction &store, const CostedInstruction &load,
                         bool begin_together) {
  const Cycles own = load_cycles(core, store.uses_vector_registers);
  const Cycles other = load_cycles(core, load.uses_vector_registers);
  const bool is_alike = begin_together && store.uses_vector_registers == load.uses_vector_registers;
  const Cycles inner = store.cost->inner_forward_cycles;
  const Cycles figure = is_alike || inner.is_zero() ? store.cost->store_forward_cycles : inner;
  return own.is_zero() || other.is_zero() || own == other ? figure : std::max(figure - own + other, other);
}

} // namespace osaca
