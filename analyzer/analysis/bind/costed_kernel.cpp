#include "analysis/bind/costed_kernel.h"

#include "analysis/bind/register_stack.h"
#include "analysis/bind/stack_sync.h"
#include "base/index.h"

#include <algorithm>
#include <bit>
#include <ranges>
#include <span>

namespace osaca {
namespace {

/// Loads and stores of wide vectors close nothing.
bool operates_on_wide_vectors(const PlacedInstruction &placed, const WideVectors &rule, PortSet memory_ports) {
  const std::vector<PortDemand> &demands = placed.costed->cost->demands;
  return placed.costed->vector_bits >= rule.from_bits &&
         std::any_of(demands.begin(), demands.end(), [&](const PortDemand &demand) { return (demand.ports & ~memory_ports) != 0; });
}

PortSet closed_ports(const CostedKernel &kernel) {
  const Core &core = kernel.model.core();
  if (!core.wide_vectors)
    return 0;
  const PortSet memory_ports = core.ports_of_kind(PortKind::load) | core.ports_of_kind(PortKind::store);
  const bool any = std::any_of(kernel.instructions.begin(), kernel.instructions.end(), [&](const PlacedInstruction &placed) {
    return operates_on_wide_vectors(placed, *core.wide_vectors, memory_ports);
  });
  return any ? core.wide_vectors->closed_ports : 0;
}

/// The first half of a fused pair needs no port of its own, except to load.
void add_demands(CostedKernel &kernel, PlacedInstruction &placed, PortSet load_ports) {
  placed.first_demand = static_cast<std::uint32_t>(kernel.demands.size());
  for (const PortDemand &demand : placed.costed->cost->demands)
    if (!placed.fused_with_next || (demand.ports & ~load_ports) == 0) {
      kernel.demands.push_back(demand);
      if (const PortSet open = demand.ports & ~kernel.closed_ports; open != 0 && placed.costed->uses_vector_registers)
        kernel.demands.back().ports = open;
    }
  placed.dispatch_slots = placed.costed->cost->dispatch_slots;
  if (placed.needs_stack_sync) {
    const StackSync &sync = *kernel.model.core().stack_sync;
    kernel.demands.insert(kernel.demands.end(), sync.demands.begin(), sync.demands.end());
    placed.dispatch_slots += sync.dispatch_slots;
  }
  placed.end_demand = static_cast<std::uint32_t>(kernel.demands.size());
}

/// Whether the second reads and writes nothing but the register that the first's first operand is.
bool changes_in_place(const CostedInstruction &first, const CostedInstruction &second) {
  const auto units = [](const CostedInstruction &of, const CostedRegister &reg) {
    return std::span(of.units).subspan(reg.first_unit, reg.unit_count);
  };
  if (first.operands.empty() || first.operands[0].shape != CostedOperand::Shape::reg || !first.operands[0].written)
    return false;
  const auto result = units(first, first.operands[0].reg);
  return std::all_of(second.operands.begin(), second.operands.end(), [&](const CostedOperand &operand) {
    return operand.shape != CostedOperand::Shape::reg || std::ranges::equal(units(second, operand.reg), result);
  });
}

/// False: they are not fused.
bool fuse(const std::vector<FusionRule> &rules, PlacedInstruction &first, PlacedInstruction &second) {
  const std::uint64_t fitting = first.costed->fusion_first & second.costed->fusion_second;
  if (fitting == 0)
    return false;
  const FusionRule &rule = rules[at(std::countr_zero(fitting))];
  if (rule.same_register && !changes_in_place(*first.costed, *second.costed))
    return false;
  first.fused_with_next = true;
  second.takes_no_time = rule.same_register;
  first.shares_slot_with_next = !first.costed->loads || !rule.load_takes_slot;
  return true;
}

void find_fused_pairs(const std::vector<FusionRule> &rules, WayBack way_back, std::vector<PlacedInstruction> &instructions) {
  const std::size_t count = instructions.size();
  for (std::size_t i = 0; i + 1 < count; ++i)
    if (fuse(rules, instructions[i], instructions[i + 1]))
      ++i; // a macro-op is two instructions, never three
  if (way_back != WayBack::at_end && count > 1 && !instructions[count - 2].fused_with_next && !instructions.front().fused_with_next)
    fuse(rules, instructions.back(), instructions.front());
}

} // namespace

bool CostedKernel::is_straight_line() const {
  return region == RegionKind::block ||
         (way_back == WayBack::none && std::none_of(instructions.begin(), instructions.end(), [](const PlacedInstruction &placed) {
            return placed.costed->changes_flow;
          }));
}

CostedKernel place(const MachineModel &model, RegionKind region, WayBack way_back,
                  std::vector<std::shared_ptr<const CostedInstruction>> instructions) {
  CostedKernel kernel{model, region, way_back, {}, 0, follow_register_stack(instructions), {}};
  kernel.instructions.resize(instructions.size());
  for (std::size_t i = 0; i < instructions.size(); ++i)
    kernel.instructions[i].costed = std::move(instructions[i]);
  kernel.closed_ports = closed_ports(kernel);
  find_fused_pairs(model.core().fusion, way_back, kernel.instructions);
  if (model.core().stack_sync)
    mark_stack_syncs(kernel.instructions);
  const PortSet load_ports = model.core().ports_of_kind(PortKind::load);
  kernel.demands.reserve(3 * instructions.size());
  for (PlacedInstruction &placed : kernel.instructions)
    add_demands(kernel, placed, load_ports);
  return kernel;
}

CostedKernel bind(const Kernel &kernel, FormCosts &costs) {
  std::vector<std::shared_ptr<const CostedInstruction>> costed;
  costed.reserve(kernel.instructions.size());
  for (const Instruction &instruction : kernel.instructions)
    costed.push_back(
        std::make_shared<const CostedInstruction>(bind_instruction(costs, costs.form_of(instruction), instruction)));
  CostedKernel made = place(costs.model(), kernel.region, kernel.way_back, std::move(costed));
  made.place = kernel.place;
  return made;
}

CostedKernel bind(const Kernel &kernel, const MachineModel &model, int compiler_index) {
  FormCosts costs(model, compiler_index);
  return bind(kernel, costs);
}

} // namespace osaca
