#include "simulation/plan.h"

namespace osaca {

SimulationPlan plan_simulation(const SimulatedProgram &program, const Schedulers &schedulers) {
  SimulationPlan plan;
  const int uops = static_cast<int>(program.uops.size());
  plan.users.resize(program.uops.size());
  plan.demands.reserve(program.uops.size());
  for (int u = 0; u < uops; ++u) {
    const SimulatedUop &uop = program.uops[static_cast<std::size_t>(u)];
    plan.demands.push_back(schedulers.demand_of(uop.ports, uop.busy_ticks));
    for (const UopInput &input : uop.inputs)
      plan.users[static_cast<std::size_t>(input.uop)].push_back({u, input.distance, input.offset_ticks});
  }
  plan.macro_of.resize(program.uops.size());
  for (int m = 0; m < static_cast<int>(program.macro_ops.size()); ++m) {
    const MacroOp &macro_op = program.macro_ops[static_cast<std::size_t>(m)];
    for (int u = macro_op.first_uop; u < macro_op.first_uop + macro_op.uop_count; ++u)
      plan.macro_of[static_cast<std::size_t>(u)] = m;
  }
  return plan;
}

} // namespace osaca
