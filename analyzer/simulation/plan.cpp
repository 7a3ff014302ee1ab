#include "simulation/plan.h"

#include "base/index.h"

#include <algorithm>
#include <cmath>

namespace osaca {

namespace {

constexpr int warm_up_macro_ops = 700; ///< until the buffers are as full as they can be
constexpr int measured_macro_ops = 1000;
constexpr int fewest_iterations = 6; ///< in the warm-up, and measured

int whole(Cycles value) { return static_cast<int>(std::lround(value.to_double())); }

int iterations_of(int macro_ops, int of_one) { return std::max(fewest_iterations, (macro_ops + of_one - 1) / of_one); }

} // namespace

CoreLimits::CoreLimits(const Core &core)
    : width_ticks(whole(core.dispatch_width.value * Cycles(ticks_per_cycle))),
      early_ticks(core.dispatch_splits ? (core.dispatch_splits->among_first - 1) * ticks_per_cycle : width_ticks),
      splits_ticks(core.dispatch_splits ? core.dispatch_splits->per_cycle * ticks_per_cycle : width_ticks) {
  if (core.reorder_buffer)
    reorder_entries = whole(core.reorder_buffer->value);
  if (core.retire_width)
    retire_width = whole(core.retire_width->value);
  if (core.taken_branch_cycles)
    taken_branch_ticks = whole(core.taken_branch_cycles->value * Cycles(ticks_per_cycle));
  if (core.run_end_cycles)
    run_end_ticks = whole(core.run_end_cycles->value * Cycles(ticks_per_cycle));
  if (core.blocking_results) {
    results.latency = core.blocking_results->latency;
    results.longest_wait = core.blocking_results->longest_wait;
  }
  if (core.vector_results)
    results.longest_wait_for_vectors = core.vector_results->longest_wait;
  if (core.scheduler_queue) {
    queue_entries = core.scheduler_queue->entries;
    queue_width = core.scheduler_queue->per_cycle;
  }
}

SimulatedTime::SimulatedTime(int macro_ops, const CoreLimits &core, const SimulationOptions &options)
    : may_end_early(options.measured_iterations == 0), warm_up(iterations_of(warm_up_macro_ops, macro_ops)),
      measured(may_end_early ? iterations_of(measured_macro_ops, macro_ops) : options.measured_iterations) {
  if (options.timeline_iterations > 0)
    recorded_until = warm_up + std::min(options.timeline_iterations, measured + 1);
  most = warm_up + measured + 2 + core.reorder_entries / macro_ops;
}

namespace {

int distance_of(const UopInput &input, int user, int uops) { return input.distance * uops + user - input.uop; }

SimulationPlan::Links inputs_of(const SimulatedProgram &program) {
  SimulationPlan::Links inputs;
  const int uops = static_cast<int>(program.uops.size());
  inputs.first.reserve(program.uops.size() + 1);
  for (int u = 0; u < uops; ++u) {
    inputs.first.push_back(static_cast<int>(inputs.all.size()));
    for (const UopInput &input : program.uops[at(u)].inputs)
      inputs.all.push_back({distance_of(input, u, uops), input.offset_ticks});
  }
  inputs.first.push_back(static_cast<int>(inputs.all.size()));
  return inputs;
}

SimulationPlan::Links users_of(const SimulatedProgram &program, std::size_t links) {
  SimulationPlan::Links users;
  const int uops = static_cast<int>(program.uops.size());
  users.first.resize(program.uops.size() + 1);
  for (const SimulatedUop &uop : program.uops)
    for (const UopInput &input : uop.inputs)
      ++users.first[at(input.uop) + 1];
  for (std::size_t u = 0; u < program.uops.size(); ++u)
    users.first[u + 1] += users.first[u];
  users.all.resize(links);
  std::vector<int> next(users.first.begin(), users.first.end() - 1);
  for (int u = 0; u < uops; ++u)
    for (const UopInput &input : program.uops[at(u)].inputs)
      users.all[at(next[at(input.uop)]++)] = {distance_of(input, u, uops), input.offset_ticks};
  for (std::size_t u = 0; u < program.uops.size(); ++u)
    std::sort(users.all.begin() + users.first[u], users.all.begin() + users.first[u + 1],
              [](const SimulationPlan::Link &a, const SimulationPlan::Link &b) { return a.distance < b.distance; });
  return users;
}

} // namespace

namespace {

std::vector<SimulationPlan::BranchBefore> branches_before(const SimulatedProgram &program) {
  std::vector<SimulationPlan::BranchBefore> before;
  // An instruction with several slots consists of several macro-ops.
  const auto belong_together = [&](const MacroOp &one, const MacroOp &next) {
    return one.uop_count > 0 && next.uop_count > 0 &&
           program.uops[at(one.first_uop)].instruction == program.uops[at(next.first_uop)].instruction;
  };
  const auto branch_of = [&](const MacroOp &macro_op) {
    SimulationPlan::BranchBefore branch;
    for (int u = macro_op.first_uop; u < macro_op.first_uop + macro_op.uop_count; ++u) {
      branch.is_taken |= program.uops[at(u)].is_taken_branch;
      branch.ends_run |= program.uops[at(u)].ends_run;
    }
    return branch;
  };
  before.reserve(program.macro_ops.size());
  const MacroOp *previous = &program.macro_ops.back();
  for (const MacroOp &macro_op : program.macro_ops) {
    const bool continues = !before.empty() && belong_together(*previous, macro_op);
    before.push_back(continues ? SimulationPlan::BranchBefore() : branch_of(*previous));
    previous = &macro_op;
  }
  return before;
}

} // namespace

SimulationPlan plan_simulation(const SimulatedProgram &program, const Schedulers &schedulers) {
  SimulationPlan plan;
  plan.inputs = inputs_of(program);
  plan.users = users_of(program, plan.inputs.all.size());
  plan.branch_before = branches_before(program);
  plan.demands = schedulers.demands_of(program.uops);
  for (int u = 0; u < static_cast<int>(program.uops.size()); ++u) {
    int &longest = plan.longest_offset_ticks.emplace_back();
    for (const SimulationPlan::Link &user : plan.users.of(u)) {
      longest = std::max(longest, user.offset_ticks);
      plan.longest_distance = std::max(plan.longest_distance, user.distance);
      plan.longest_lead_ticks = std::max(plan.longest_lead_ticks, -user.offset_ticks);
    }
  }
  return plan;
}

} // namespace osaca
