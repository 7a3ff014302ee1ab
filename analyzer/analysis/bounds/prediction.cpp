#include "analysis/bounds/prediction.h"

#include "analysis/bounds/dependency_chains.h"
#include "base/index.h"
#include "simulation/simulation.h"

#include <algorithm>
#include <tuple>

namespace osaca {

Cycles Prediction::bound(BoundKind kind) const {
  switch (kind) {
  case BoundKind::ports: return ports.execution;
  case BoundKind::divider: return ports.divider;
  case BoundKind::front_end: return front_end.bound();
  case BoundKind::stores: return stores.cycles;
  case BoundKind::loop_carried:
    if (chains_of_runs)
      return *chains_of_runs;
    return loop_carried.empty() ? Cycles(0) : loop_carried.front().per_iteration();
  case BoundKind::memory: break;
  }
  return {};
}

void Prediction::take_largest_bound() {
  simulated.reset();
  cycles = 0;
  bound_by = BoundKind::ports;
  for (const BoundKind kind : bound_kinds) // of equal bounds the first is named
    if (cycles < bound(kind)) {
      cycles = bound(kind);
      bound_by = kind;
    }
  if (bound_by == BoundKind::ports && ports.divisions_fill_ports())
    bound_by = BoundKind::divider;
}

void Prediction::take_simulated(Cycles cycles_of_simulation) {
  if (const Cycles margin(51, 50); cycles * margin < cycles_of_simulation) {
    simulated = cycles_of_simulation;
    cycles = cycles_of_simulation;
  }
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

Stall::Cause cause_of(IssueDelay delay) {
  switch (delay) {
  case IssueDelay::value: return Stall::Cause::value;
  case IssueDelay::port: return Stall::Cause::port;
  case IssueDelay::pairing: return Stall::Cause::pairing;
  case IssueDelay::write_order: return Stall::Cause::write_order;
  case IssueDelay::width: break;
  }
  return Stall::Cause::width;
}

std::vector<Stall> stalls_of(const InOrderProgram &program, const std::vector<InOrderStall> &stalls, const Core &core) {
  std::vector<Stall> made;
  for (const InOrderStall &stall : stalls) {
    Stall &added = made.emplace_back();
    added.instruction = stall.instruction;
    added.cause = cause_of(stall.cause);
    added.cycles = stall.cycles;
    if (stall.cause == IssueDelay::value) {
      const InOrderInput &input = program.instructions[at(stall.instruction)].inputs[at(stall.of)];
      added.of = input.instruction;
      added.distance = input.distance;
    } else if (stall.cause == IssueDelay::port) {
      added.port = core.ports[at(stall.of)].name;
    }
  }
  return made;
}

std::vector<TimelineUop> timeline_of(const std::vector<IssueTimes> &times, const Core &core) {
  std::vector<TimelineUop> timeline;
  for (const IssueTimes &time : times) {
    const int first = times.front().next;
    const auto add = [&](const std::string &port) {
      timeline.push_back(
          {time.iteration, time.instruction, port, time.next - first, time.ready - first, time.issued - first});
    };
    for (const int port : time.ports)
      add(core.ports[at(port)].name);
    if (time.ports.empty())
      add("-");
  }
  return timeline;
}

void add_in_order(const PreparedKernel &prepared, int timeline_iterations, Prediction &made) {
  const Core &core = prepared.kernel.model.core();
  const InOrderProgram program = in_order_program(prepared.kernel, prepared.graph);
  const auto result = simulate_in_order(program, core, {timeline_iterations});
  if (!result)
    return;
  made.timeline = timeline_of(result->timeline, core);
  made.stalls = stalls_of(program, result->stalls, core);
  if (made.cycles < result->cycles) {
    made.simulated = result->cycles;
    made.cycles = result->cycles;
  }
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
  made.take_simulated(result->cycles);
}

} // namespace

Prediction predict(const PreparedKernel &prepared, const PredictionOptions &options) {
  Prediction made;
  made.ports = port_bounds(prepared.kernel, options.ports);
  made.front_end = front_end(prepared.kernel);
  made.stores = store_throughput(prepared.kernel, prepared.addresses);
  made.loop_carried = loop_carried_dependencies(prepared.graph);
  made.take_largest_bound();
  if (prepared.kernel.model.core().in_order.value)
    add_in_order(prepared, options.timeline_iterations, made);
  else if (options.simulate)
    add_simulation(prepared, options.timeline_iterations, made);
  return made;
}

namespace {

class Waits {
public:
  Waits(const Kernel &kernel, const PreparedKernel &prepared)
      : kernel_(kernel), costed_(prepared.kernel), graph_(prepared.graph), ready_(ready_cycles(prepared.graph)) {}

  std::vector<std::optional<Cycles>> find() {
    std::vector<std::optional<Cycles>> waits(kernel_.instructions.size());
    for (std::size_t i = 0; i < waits.size(); ++i)
      if (kernel_.instructions[i].is_conditional)
        waits[i] = executed(i);
    return waits;
  }

private:
  /// When the branch's inputs are ready, plus its own cycle. A fused instruction is executed in the same cycle.
  Cycles executed(std::size_t branch) {
    const bool is_fused = branch > 0 && costed_.instructions[branch - 1].fused_with_next;
    Cycles wait = is_fused ? ready(branch - 1) : Cycles(0);
    const CostedInstruction &costed = *costed_.instructions[branch].costed;
    for (const CostedOperand &operand : costed.operands)
      if (operand.read && operand.shape == CostedOperand::Shape::reg)
        wait = std::max(wait, written_before(branch, costed, operand.reg));
    return is_fused ? wait : wait + Cycles(1);
  }

  /// 0: it is not written in this iteration.
  Cycles written_before(std::size_t branch, const CostedInstruction &reader, const CostedRegister &reg) {
    for (std::size_t i = branch; i-- > 0;)
      for (const CostedOperand &operand : costed_.instructions[i].costed->operands)
        if (operand.written && operand.shape == CostedOperand::Shape::reg &&
            overlap(*costed_.instructions[i].costed, operand.reg, reader, reg))
          return ready(i);
    return 0;
  }

  static bool overlap(const CostedInstruction &a, const CostedRegister &of_a, const CostedInstruction &b,
                      const CostedRegister &of_b) {
    const auto first = a.units.begin() + of_a.first_unit;
    const auto other = b.units.begin() + of_b.first_unit;
    return std::find_first_of(first, first + of_a.unit_count, other, other + of_b.unit_count) !=
           first + of_a.unit_count;
  }

  /// When the last of the instruction's results is ready.
  Cycles ready(std::size_t instruction) {
    Cycles last = 0;
    for (const NodeIndex n : graph_.nodes.indices())
      if (at(graph_.nodes[n].instruction) == instruction && graph_.nodes[n].kind == ValueKind::result)
        last = std::max(last, ready_[n]);
    return last;
  }

  const Kernel &kernel_;
  const CostedKernel &costed_;
  const DependencyGraph &graph_;
  const Indexed<ValueNode, Cycles> ready_;
};

} // namespace

std::vector<std::optional<Cycles>> branch_waits(const Kernel &kernel, const PreparedKernel &prepared) {
  return Waits(kernel, prepared).find();
}

std::optional<Mispredictions> mispredictions(const Kernel &kernel, const PreparedKernel &prepared,
                                             std::optional<double> user_rate) {
  if (!user_rate && kernel.frequency.source != LoopFrequency::Source::profile)
    return std::nullopt;
  Mispredictions found;
  found.rate_source = user_rate ? Mispredictions::RateSource::user : Mispredictions::RateSource::profile;
  const std::optional<SourcedCycles> &restart = prepared.kernel.model.core().misprediction_cycles;
  const std::vector<std::optional<Cycles>> waits = branch_waits(kernel, prepared);
  double cycles = 0;
  for (std::size_t i = 0; i < waits.size(); ++i) {
    if (!waits[i] || kernel.instructions[i].is_of_inner_loop) // they are reported for the inner loops
      continue;
    const std::optional<double> &taken = kernel.instructions[i].taken_probability;
    if (!user_rate && !taken)
      return std::nullopt;
    const double often = user_rate ? *user_rate : std::min(*taken, 1 - *taken);
    ++found.branches;
    found.per_iteration += often;
    if (restart)
      cycles += often * (restart->value + *waits[i]).to_double();
  }
  if (found.branches == 0)
    return std::nullopt;
  found.rate = found.per_iteration / found.branches;
  if (restart)
    found.cycles_each = found.per_iteration > 0 ? cycles / found.per_iteration : restart->value.to_double();
  return found;
}

} // namespace osaca
