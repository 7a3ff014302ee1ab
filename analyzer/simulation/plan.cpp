#include "simulation/plan.h"

namespace osaca {
namespace {

void list_users(const SimulatedProgram &program, SimulationPlan &plan) {
  plan.users.resize(program.uops.size());
  for (int u = 0; u < static_cast<int>(program.uops.size()); ++u)
    for (const UopInput &input : program.uops[static_cast<std::size_t>(u)].inputs)
      plan.users[static_cast<std::size_t>(input.uop)].push_back({u, input.distance, input.offset_ticks});
}

/// The group of this macro-op that the uop can join; -1: none.
int group_to_join(const SimulationPlan &plan, std::uint32_t eligible) {
  for (int g = plan.first_group.back(); g < static_cast<int>(plan.groups.size()); ++g) {
    const SchedulerDemand &demand = plan.groups[static_cast<std::size_t>(g)].demand;
    if (!demand.is_queued && (demand.schedulers & eligible) != 0)
      return g;
  }
  return -1;
}

void add_to_group(const SimulatedUop &uop, int index, const Schedulers &schedulers, SimulationPlan &plan) {
  const std::uint32_t eligible = schedulers.with(uop.ports);
  const bool queued = schedulers.is_queued(eligible);
  int group = queued ? -1 : group_to_join(plan, eligible);
  if (group < 0) {
    group = static_cast<int>(plan.groups.size());
    plan.groups.push_back({{eligible, uop.ports, queued, uop.busy_ticks > ticks_per_cycle ? 2 : 1}, {}});
  }
  UopGroup &joined = plan.groups[static_cast<std::size_t>(group)];
  joined.demand.schedulers &= eligible;
  joined.demand.ports |= uop.ports;
  joined.uops.push_back(index);
  plan.group_of[static_cast<std::size_t>(index)] = group;
}

} // namespace

SimulationPlan plan_simulation(const SimulatedProgram &program, const Schedulers &schedulers) {
  SimulationPlan plan;
  list_users(program, plan);
  plan.macro_of.resize(program.uops.size());
  plan.group_of.resize(program.uops.size());
  for (int m = 0; m < static_cast<int>(program.macro_ops.size()); ++m) {
    const MacroOp &macro_op = program.macro_ops[static_cast<std::size_t>(m)];
    plan.first_group.push_back(static_cast<int>(plan.groups.size()));
    for (int u = macro_op.first_uop; u < macro_op.first_uop + macro_op.uop_count; ++u) {
      plan.macro_of[static_cast<std::size_t>(u)] = m;
      add_to_group(program.uops[static_cast<std::size_t>(u)], u, schedulers, plan);
    }
  }
  plan.first_group.push_back(static_cast<int>(plan.groups.size()));
  return plan;
}

} // namespace osaca
