#include "analysis/graph/core_effects.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace osaca {
namespace {

/// The number of iterations that fill a dispatch group exactly; 0: not a whole number, or less than two.
int iterations_in_a_group(const CostedKernel &kernel) {
  Cycles slots;
  for (const PlacedInstruction &placed : kernel.instructions)
    if (!placed.shares_slot_with_next)
      slots += placed.dispatch_slots;
  if (slots.is_zero())
    return 0;
  const Cycles iterations = kernel.model.core().dispatch_width.value / slots;
  const int whole = static_cast<int>(iterations.to_double());
  return whole >= 2 && Cycles(whole) == iterations ? whole : 0;
}

bool is_all_executed(const CostedKernel &kernel) {
  for (std::size_t i = 0; i < kernel.instructions.size(); ++i)
    if (!kernel.instructions[i].dispatch_slots.is_zero() && kernel.demands_of(i).empty())
      return false;
  return true;
}

/// Accesses to these units in an iteration; 0: there are none, or some occupy a unit for more or less than one cycle.
int accesses_in(const CostedKernel &kernel, PortSet units) {
  int count = 0;
  for (const PortDemand &demand : kernel.demands)
    if (demand.ports != 0 && (demand.ports & ~units) == 0) {
      if (demand.ports != units || demand.cycles != Cycles(1))
        return 0;
      ++count;
    }
  return count;
}

/// The cycles of two groups, if their accesses begin at one unit and at the next one.
Cycles cycles_of_two_groups(int accesses, int units) { return 2 * (accesses / units) + std::min(accesses % units, 2); }

} // namespace

void raise_grouped_accesses(CostedKernel &kernel) {
  const std::optional<GroupedAccesses> &rule = kernel.model.core().grouped_accesses;
  if (!rule || kernel.region != RegionKind::block)
    return;
  const int units = std::popcount(rule->ports);
  const int accesses = accesses_in(kernel, rule->ports) * iterations_in_a_group(kernel);
  if (accesses <= units || !is_all_executed(kernel))
    return;
  const Cycles share = Cycles(2 * accesses, units);
  const Cycles factor = cycles_of_two_groups(accesses, units) / share;
  for (PortDemand &demand : kernel.demands)
    if (demand.ports == rule->ports)
      demand.cycles = demand.cycles * factor;
}

} // namespace osaca
