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
  for (const AccessRate &rate : core.access_rates)
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

WrittenResults results_of(const CostedInstruction &costed) {
  WrittenResults results;
  for (const CostedOperand &operand : costed.operands)
    if (operand.shape == CostedOperand::Shape::reg && operand.written && !operand.address_update) {
      results.in_register |= operand.reg.kind == RegisterKind::gpr;
      results.in_flags |= operand.reg.kind == RegisterKind::flag;
    }
  return results;
}

PortSet result_port(const Core &core, PortSet ports) {
  return core.vector_results && (ports & ~core.vector_results->from) == 0 ? core.vector_results->through : 0;
}

bool is_taken_branch(const CostedKernel &kernel, std::size_t instruction) {
  const bool closes = kernel.way_back == WayBack::at_end && instruction + 1 == kernel.instructions.size();
  return !kernel.is_straight_line() && (closes || kernel.instructions[instruction].costed->changes_flow);
}

void mark_branch(const CostedKernel &kernel, std::size_t instruction, SimulatedUop &uop) {
  uop.is_taken_branch = is_taken_branch(kernel, instruction);
  uop.ends_run = kernel.instructions[instruction].costed->ends_run;
}

bool is_separate_jump(const CostedKernel &kernel, std::size_t instruction) {
  const PlacedInstruction &before = instruction > 0 ? kernel.instructions[instruction - 1] : kernel.instructions.back();
  return !before.fused_with_next && is_taken_branch(kernel, instruction);
}

} // namespace osaca
