#include "measure/from_tables/port_fit.h"

#include "base/name_matching.h"
#include "kernel/instruction.h"
#include "measure/tables/model_figures.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace osaca::measure::from_tables {

namespace {

/// The nearest whole or half number within the scatter of measurements, otherwise hundredths.
Cycles tidy_occupancy(double cycles) {
  const double halves = std::round(cycles * 2);
  constexpr double scatter = 0.03;
  if (halves > 0 && std::abs(cycles * 2 - halves) <= scatter * halves)
    return Cycles(static_cast<std::int64_t>(halves), 2);
  return compose::hundredths(cycles);
}

/// Tables are made with straight-line code.
double width_of_copies(const Core &core) {
  return (core.straight_line_width ? *core.straight_line_width : core.dispatch_width).value.to_double();
}

/// Instead of one of its operations, one of the operation's ports is occupied for the whole time. Of the operation with
/// the fewest ports, it is the last port.
void occupy_one_port(std::vector<PortDemand> &demands, Cycles cycles) {
  const auto narrowest =
      std::ranges::min_element(demands, {}, [](const PortDemand &one) { return std::popcount(one.ports); });
  *narrowest = {std::bit_floor(narrowest->ports), cycles};
}

} // namespace

bool throughputs_agree(double a_cycles, double b_cycles) {
  constexpr double part = 0.06;
  constexpr double cycles = 0.025; // of straight code, which also costs time to fetch
  return std::abs(a_cycles - b_cycles) <= std::max(cycles, part * std::max(a_cycles, b_cycles));
}

PortFitter::PortFitter(const MachineModel &model)
    : plan_(compose::plan_of_model(model)), width_(width_of_copies(model.core())),
      wide_vectors_(model.core().wide_vectors) {}

std::vector<PortDemand> PortFitter::compiler_demands(const KnownForm &form) const {
  std::vector<PortDemand> demands = all_compiler_demands(form);
  if (form.instruction.loads || form.instruction.stores)
    std::erase_if(demands, [&](const PortDemand &one) { return (one.ports & ~plan_.memory()) == 0; });
  return demands;
}

std::vector<PortDemand> PortFitter::pipelined_demands(const KnownForm &form) const {
  std::vector<PortDemand> demands = compiler_demands(form);
  if (form.compiler.uops == 1 && demands.size() == 1)
    demands.front().cycles = std::min(demands.front().cycles, std::max(form.compiler.latency_cycles, Cycles(1)));
  return demands;
}

void PortFitter::learn(const KnownForm &form, const KnownThroughput &throughput) {
  const std::vector<PortDemand> demands = throughput.demands.empty() ? compiler_demands(form) : throughput.demands;
  if (!throughput.is_bound && compose::is_one_uop(demands) &&
      throughputs_agree(port_throughput(demands), throughput.cycles))
    known_sets_.add(demands.front().ports);
}

Cycles PortFitter::slots_of(const KnownForm &form, const std::optional<KnownThroughput> &throughput) const {
  double slots = form.compiler.known ? form.compiler.uops : 1;
  if (form.instruction.loads || form.instruction.stores)
    slots = 1; // the parts that access memory have their own
  if (throughput)
    slots = std::min(slots, std::floor(throughput->cycles * width_ * 1.05));
  return Cycles(static_cast<std::int64_t>(std::max(slots, 1.0)));
}

PortSet PortFitter::closed_ports(const KnownForm &form) const {
  const bool is_wide =
      wide_vectors_ && std::ranges::any_of(form.instruction.operands, [&](const Operand &operand) {
        const Register *reg = as_register(operand);
        return reg != nullptr && reg->kind == RegisterKind::vector && reg->width_bits >= wide_vectors_->from_bits;
      });
  if (!is_wide || std::ranges::any_of(wide_vectors_->moved, [&](const std::string &pattern) {
        return glob_matches(pattern, form.opcode); // it uses other ports instead of the closed ones
      }))
    return 0;
  return wide_vectors_->closed_ports;
}

FittedPorts PortFitter::corrected(const KnownForm &form, std::vector<PortDemand> demands, double cycles) const {
  const Cycles slots = slots_of(form, KnownThroughput{cycles, false});
  if (demands.size() == 1 && cycles < 1.2) {
    const int size = static_cast<int>(std::lround(1 / cycles));
    if (throughputs_agree(1.0 / size, cycles))
      for (const PortSet without : {closed_ports(form), PortSet{0}})
        if (const PortSet set = known_sets_.similar(demands.front().ports, size, without))
          return {{{set, Cycles(1)}}, slots, PortOrigin::similar};
  }
  const double by_ports = port_throughput(demands);
  constexpr double slow = 2.5; // cycles; a unit that is busy for so long is not pipelined
  constexpr int most_uops = 4;
  if (cycles >= slow && cycles > 1.5 * by_ports && form.compiler.uops <= most_uops && plan_.vector_divider != 0 &&
      !demands.empty()) {
    if (!divides(form.instruction)) {
      occupy_one_port(demands, tidy_occupancy(cycles));
      return {demands, slots, PortOrigin::slow_unit};
    }
    const PortSet divider = compose::is_vector_form(form.instruction) ? plan_.vector_divider : plan_.integer_divider;
    std::erase_if(demands, [divider](const PortDemand &one) { return one.ports == divider; });
    demands.push_back({divider, tidy_occupancy(cycles)});
    return {demands, slots, PortOrigin::slow_unit};
  }
  for (PortDemand &demand : demands)
    demand.cycles = tidy_occupancy(demand.cycles.to_double() * cycles / by_ports);
  return {demands, slots, PortOrigin::stretched};
}

FittedPorts PortFitter::fit(const KnownForm &form, const std::optional<KnownThroughput> &throughput) const {
  const bool is_bound = throughput && throughput->is_bound;
  const std::vector<PortDemand> demands = is_bound ? pipelined_demands(form) : compiler_demands(form);
  if (!throughput)
    return {demands, slots_of(form, throughput), PortOrigin::compiler};
  if (!throughput->demands.empty() && !form.instruction.loads && !form.instruction.stores)
    return {throughput->demands, slots_of(form, throughput), PortOrigin::published};
  const bool accesses_memory = form.instruction.loads || form.instruction.stores;
  if (demands.empty() && is_bound && !accesses_memory && !compose::is_vector_form(form.instruction) &&
      known_sets_.widest() != 0) // LLVM's ports are not of this core
    return {{{known_sets_.widest(), Cycles(1)}}, slots_of(form, throughput), PortOrigin::similar};
  const double by_ports = port_throughput(demands);
  constexpr double margin = 1.06;
  const bool agrees = throughputs_agree(by_ports, throughput->cycles) ||
                      (throughput->is_bound && by_ports <= throughput->cycles * margin);
  if (agrees)
    return {demands, slots_of(form, throughput), PortOrigin::confirmed};
  if (demands.empty() && !accesses_memory) {
    const auto slots = std::max<std::int64_t>(1, std::llround(throughput->cycles * width_));
    return {{}, Cycles(slots), PortOrigin::stretched};
  }
  return demands.empty() ? FittedPorts{{}, 1, PortOrigin::compiler} : corrected(form, demands, throughput->cycles);
}

} // namespace osaca::measure::from_tables
