#include "analysis/prediction.h"

#include "analysis/line_crossings.h"
#include "analysis/simulated_program.h"
#include "simulation/simulate.h"

namespace osaca {

PreparedKernel prepare(BoundKernel kernel, const DependencyOptions &options) {
  PreparedKernel prepared{std::move(kernel), {}, {}};
  prepared.addresses = analyze_addresses(prepared.kernel);
  raise_crossing_loads(prepared.kernel, prepared.addresses);
  prepared.graph = dependency_graph(prepared.kernel, prepared.addresses, options);
  return prepared;
}

Cycles Prediction::bound(BoundKind kind) const {
  switch (kind) {
  case BoundKind::ports: return ports.execution;
  case BoundKind::divider: return ports.divider;
  case BoundKind::front_end: return front_end.bound();
  case BoundKind::stores: return stores.cycles;
  case BoundKind::loop_carried: return loop_carried.empty() ? Cycles(0) : loop_carried.front().per_iteration();
  }
  return {};
}

namespace {

std::optional<Cycles> simulated_above(const PreparedKernel &prepared, Cycles largest_bound) {
  const Core &core = prepared.kernel.model.core();
  if (core.schedulers.empty())
    return std::nullopt;
  const auto result = simulate(simulated_program(prepared.kernel, prepared.graph), core, {});
  const Cycles margin(51, 50);
  if (!result || result->cycles <= largest_bound * margin)
    return std::nullopt;
  return result->cycles;
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
    made.simulated = simulated_above(prepared, made.cycles);
  if (made.simulated)
    made.cycles = *made.simulated;
  return made;
}

} // namespace osaca
