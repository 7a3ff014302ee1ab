#include "measure/from_tables/port_fit.h"

#include "measure/tables/model_figures.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace osaca::measure::from_tables {

namespace {

bool uses_vectors(const Instruction &instruction) {
  return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    const Register *reg = as_register(operand);
    return reg != nullptr && (reg->kind == RegisterKind::vector || reg->kind == RegisterKind::register_stack);
  });
}

bool is_one_uop(const std::vector<PortDemand> &demands) {
  return demands.size() == 1 && demands.front().cycles == Cycles(1);
}

/// The nearest whole or half number within the scatter of measurements, otherwise hundredths.
Cycles tidy_occupancy(double cycles) {
  const double halves = std::round(cycles * 2);
  constexpr double scatter = 0.03;
  if (halves > 0 && std::abs(cycles * 2 - halves) <= scatter * halves)
    return Cycles(static_cast<std::int64_t>(halves), 2);
  return Cycles(std::max<std::int64_t>(std::llround(cycles * 100), 1), 100);
}

} // namespace

bool throughputs_agree(double a_cycles, double b_cycles) {
  constexpr double part = 0.06;
  constexpr double cycles = 0.025; // of straight code, which also costs time to fetch
  return std::abs(a_cycles - b_cycles) <= std::max(cycles, part * std::max(a_cycles, b_cycles));
}

PortFitter::PortFitter(const MachineModel &model) : model_(model) {
  const std::vector<Port> &ports = model.core().ports;
  for (const auto &[unit, names] : model.data().compiler_ports)
    for (std::size_t i = 0; i < ports.size(); ++i)
      if (std::ranges::find(names, ports[i].name) != names.end())
        of_unit_[unit] |= PortSet(1) << i;
  for (std::size_t i = 0; i < ports.size(); ++i)
    if (ports[i].kind == PortKind::divider)
      dividers_.push_back(PortSet(1) << i);
  memory_ = model.core().ports_of_kind(PortKind::load) | model.core().ports_of_kind(PortKind::store);
}

PortSet PortFitter::ports_of(const CompilerCost::ResourceUse &use, const Instruction &instruction) const {
  (void)instruction;
  PortSet set = 0;
  for (const std::string &unit : use.units)
    if (const auto found = of_unit_.find(unit); found != of_unit_.end())
      set |= found->second;
  return set;
}

std::vector<PortDemand> PortFitter::compiler_demands(const KnownForm &form) const {
  std::vector<PortDemand> made;
  const bool accesses = form.instruction.loads || form.instruction.stores;
  for (const CompilerCost::ResourceUse &use : form.compiler.uses) {
    const PortSet set = ports_of(use, form.instruction);
    if (set == 0 || !(Cycles(0) < use.cycles) || (accesses && (set & ~memory_) == 0))
      continue;
    const auto same = std::ranges::find_if(made, [set](const PortDemand &one) { return one.ports == set; });
    if (same != made.end())
      same->cycles += use.cycles;
    else
      made.push_back({set, use.cycles});
  }
  return made;
}

void PortFitter::learn(const KnownForm &form, const KnownThroughput &throughput) {
  const std::vector<PortDemand> demands = compiler_demands(form);
  if (!throughput.is_bound && is_one_uop(demands) && throughputs_agree(port_throughput(demands), throughput.cycles))
    ++known_sets_[demands.front().ports];
}

PortSet PortFitter::similar_set(PortSet ports, int size) const {
  PortSet best = 0;
  int most = 0;
  for (const auto &[set, count] : known_sets_)
    if (std::popcount(set) == size && ((set & ports) == set || (set & ports) == ports) && count > most) {
      best = set;
      most = count;
    }
  return best;
}

PortSet PortFitter::widest_set() const {
  const auto wider = [](const auto &a, const auto &b) { return std::popcount(a.first) < std::popcount(b.first); };
  const auto found = std::ranges::max_element(known_sets_, wider);
  return found == known_sets_.end() ? 0 : found->first;
}

Cycles PortFitter::slots_of(const KnownForm &form, const std::optional<KnownThroughput> &throughput) const {
  double slots = form.compiler.known ? form.compiler.uops : 1;
  if (form.instruction.loads || form.instruction.stores)
    slots = 1; // the parts that access memory have their own
  const double width = model_.core().dispatch_width.value.to_double();
  if (throughput)
    slots = std::min(slots, std::floor(throughput->cycles * width * 1.05));
  return Cycles(static_cast<std::int64_t>(std::max(slots, 1.0)));
}

FittedPorts PortFitter::corrected(const KnownForm &form, std::vector<PortDemand> demands, double cycles) const {
  const Cycles slots = slots_of(form, KnownThroughput{cycles, false});
  if (demands.size() == 1 && cycles < 1.2) {
    const int size = static_cast<int>(std::lround(1 / cycles));
    if (throughputs_agree(1.0 / size, cycles))
      if (const PortSet set = similar_set(demands.front().ports, size))
        return {{{set, Cycles(1)}}, slots, PortOrigin::similar};
  }
  const double by_ports = port_throughput(demands);
  constexpr double slow = 2.5; // cycles; a unit that is busy for so long is not pipelined
  constexpr int most_uops = 4;
  if (cycles >= slow && cycles > 1.5 * by_ports && form.compiler.uops <= most_uops && !dividers_.empty()) {
    const PortSet divider = uses_vectors(form.instruction) ? dividers_.front() : dividers_.back();
    std::erase_if(demands, [divider](const PortDemand &one) { return one.ports == divider; });
    demands.push_back({divider, tidy_occupancy(cycles)});
    return {demands, slots, PortOrigin::slow_unit};
  }
  for (PortDemand &demand : demands)
    demand.cycles = tidy_occupancy(demand.cycles.to_double() * cycles / by_ports);
  return {demands, slots, PortOrigin::stretched};
}

FittedPorts PortFitter::fit(const KnownForm &form, const std::optional<KnownThroughput> &throughput) const {
  const std::vector<PortDemand> demands = compiler_demands(form);
  if (!throughput)
    return {demands, slots_of(form, throughput), PortOrigin::compiler};
  const double by_ports = port_throughput(demands);
  constexpr double margin = 1.06;
  const bool agrees = throughputs_agree(by_ports, throughput->cycles) ||
                      (throughput->is_bound && by_ports <= throughput->cycles * margin);
  if (agrees)
    return {demands, slots_of(form, throughput), PortOrigin::confirmed};
  if (demands.empty() && !form.instruction.loads && !form.instruction.stores) {
    const double width = model_.core().dispatch_width.value.to_double();
    const auto slots = std::max<std::int64_t>(1, std::llround(throughput->cycles * width));
    return {{}, Cycles(slots), PortOrigin::stretched};
  }
  return demands.empty() ? FittedPorts{{}, 1, PortOrigin::compiler} : corrected(form, demands, throughput->cycles);
}

} // namespace osaca::measure::from_tables
