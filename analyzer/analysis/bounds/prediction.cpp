#include "analysis/bounds/prediction.h"

#include "analysis/bounds/simulated_program.h"
#include "analysis/graph/bank_collisions.h"
#include "analysis/graph/failed_forwardings.h"
#include "analysis/graph/grouped_accesses.h"
#include "analysis/graph/late_additions.h"
#include "analysis/graph/line_crossings.h"
#include "analysis/graph/load_banks.h"
#include "analysis/graph/relayed_values.h"
#include "analysis/graph/renaming_demands.h"
#include "base/index.h"
#include "simulation/simulate.h"

#include <algorithm>
#include <tuple>

namespace osaca {

PreparedKernel prepare(CostedKernel kernel, const DependencyOptions &options) {
  PreparedKernel prepared{std::move(kernel), {}, {}};
  prepared.addresses = analyze_addresses(prepared.kernel);
  raise_crossing_loads(prepared.kernel, prepared.addresses);
  raise_colliding_loads(prepared.kernel, prepared.addresses);
  add_bank_demands(prepared.kernel, prepared.addresses);
  raise_grouped_accesses(prepared.kernel);
  prepared.graph = dependency_graph(prepared.kernel, prepared.addresses, options);
  adjust_relayed_values(prepared.kernel, prepared.graph);
  add_renaming_demands(prepared.kernel, prepared.graph);
  add_failed_forwarding_demands(prepared.kernel, prepared.addresses, prepared.graph);
  add_late_additions(prepared.kernel, prepared.graph);
  return prepared;
}

Cycles Prediction::bound(BoundKind kind) const {
  switch (kind) {
  case BoundKind::ports: return ports.execution;
  case BoundKind::divider: return ports.divider;
  case BoundKind::front_end: return front_end.bound();
  case BoundKind::stores: return stores.cycles;
  case BoundKind::loop_carried: return loop_carried.empty() ? Cycles(0) : loop_carried.front().per_iteration();
  case BoundKind::memory: break;
  }
  return {};
}

Cycles Prediction::least_cycles() const {
  Cycles others = std::max(front_end.bound_elsewhere(), simulated.value_or(Cycles(0)));
  for (const BoundKind kind : bound_kinds)
    if (kind != BoundKind::front_end)
      others = std::max(others, bound(kind));
  return others;
}

namespace {

std::vector<TimelineUop> timeline_of(const SimulatedProgram &program, std::vector<UopTimes> times, const Core &core) {
  std::ranges::sort(times, [](const UopTimes &a, const UopTimes &b) {
    return std::tie(a.iteration, a.uop) < std::tie(b.iteration, b.uop);
  });
  int first = 0;
  if (!times.empty())
    first = std::ranges::min_element(times, [](const UopTimes &a, const UopTimes &b) {
              return a.dispatched < b.dispatched;
            })->dispatched;
  std::vector<TimelineUop> timeline;
  for (const UopTimes &time : times)
    timeline.push_back({time.iteration, program.uops[at(time.uop)].instruction, core.ports[at(time.port)].name,
                        time.dispatched - first, std::max(time.ready, time.dispatched) - first, time.issued - first});
  return timeline;
}

void add_simulation(const PreparedKernel &prepared, int timeline_iterations, Prediction &made) {
  const Core &core = prepared.kernel.model.core();
  if (core.schedulers.empty())
    return;
  const SimulatedProgram program = simulated_program(prepared.kernel, prepared.graph);
  auto result = simulate(program, core, {timeline_iterations});
  if (!result)
    return;
  made.timeline = timeline_of(program, std::move(result->timeline), core);
  if (const Cycles margin(51, 50); made.cycles * margin < result->cycles) {
    made.simulated = result->cycles;
    made.cycles = result->cycles;
  }
}

} // namespace

Prediction predict(const PreparedKernel &prepared, const PredictionOptions &options) {
  Prediction made;
  made.ports = port_bounds(prepared.kernel, options.ports);
  made.front_end = front_end(prepared.kernel);
  made.stores = store_throughput(prepared.kernel, prepared.addresses);
  made.loop_carried = loop_carried_dependencies(prepared.graph);
  for (const BoundKind kind : bound_kinds) // of equal ones the first is named
    if (const Cycles cycles = made.bound(kind); made.cycles < cycles) {
      made.cycles = cycles;
      made.bound_by = kind;
    }
  if (options.simulate)
    add_simulation(prepared, options.timeline_iterations, made);
  return made;
}

} // namespace osaca
