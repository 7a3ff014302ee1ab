#include "measure/compose/form_entries.h"

#include "measure/tables/model_figures.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure::compose {
namespace {

std::vector<PortDemand> scaled(std::vector<PortDemand> demands, double factor) {
  for (PortDemand &demand : demands)
    demand.cycles = hundredths(demand.cycles.to_double() * factor);
  return demands;
}

} // namespace

bool throughputs_agree(double a_cycles, double b_cycles) {
  constexpr double part = 0.08;
  constexpr double cycles = 0.03;
  return std::abs(a_cycles - b_cycles) <= std::max(cycles, part * std::max(a_cycles, b_cycles));
}

PortChooser::PortChooser(const PipePlan &plan, const PipeMatching &inferred, const std::vector<FormFacts> &facts,
                         double dispatch_width)
    : plan_(plan), inferred_(inferred), width_(dispatch_width) {
  for (const FormFacts &form : facts) {
    if (form.accesses_memory() || !form.throughput || form.throughput_is_bound)
      continue;
    const std::vector<PortDemand> demands = plan.demands(form.compiler);
    if (is_one_uop(demands) && throughputs_agree(port_throughput(demands), *form.throughput))
      known_sets_.add(demands.front().ports);
  }
}

std::vector<PortDemand> PortChooser::operation_demands(const FormFacts &form) const {
  std::vector<PortDemand> demands = plan_.demands(form.compiler);
  if (form.accesses_memory())
    std::erase_if(demands, [&](const PortDemand &demand) { return (demand.ports & ~plan_.memory()) == 0; });
  return demands;
}

Cycles PortChooser::slots_of(const FormFacts &form, const std::vector<PortDemand> &demands) const {
  double uops = 0;
  for (const PortDemand &demand : demands)
    uops += demand.cycles.to_double();
  double slots = form.compiler.known && !form.accesses_memory() ? form.compiler.uops : std::max(1.0, std::round(uops));
  if (form.throughput)
    slots = std::min(slots, std::floor(*form.throughput * width_ + 0.2));
  return Cycles(static_cast<std::int64_t>(std::max(slots, 1.0)));
}

FormPorts PortChooser::fitted(const FormFacts &form, std::vector<PortDemand> demands, double by_ports,
                              double measured) const {
  if (demands.size() == 1 && measured < 1.2) {
    const int size = static_cast<int>(std::lround(1 / measured));
    if (throughputs_agree(1.0 / size, measured))
      if (const PortSet set = known_sets_.similar(demands.front().ports, size))
        return {{{set, Cycles(1)}}, 1, PortBasis::narrowed};
  }
  constexpr double slow = 2.5; // cycles; a unit that is busy for so long is not pipelined
  if (measured >= slow && measured > 1.5 * by_ports && form.compiler.uops <= 4) {
    demands.push_back(
        {is_vector_form(form.instruction) ? plan_.vector_divider : plan_.integer_divider, hundredths(measured)});
    return {demands, slots_of(form, plan_.demands(form.compiler)), PortBasis::slow_unit};
  }
  std::vector<PortDemand> stretched = scaled(demands, measured / by_ports);
  return {stretched, slots_of(form, demands), PortBasis::stretched};
}

FormPorts PortChooser::choose(const FormFacts &form) const {
  const std::vector<PortDemand> demands = operation_demands(form);
  if (form.accesses_memory() || !form.throughput)
    return {demands, slots_of(form, demands), PortBasis::compiler};
  const double measured = *form.throughput;
  constexpr double margin = 1.08;
  if (measured <= margin / width_ && !form.instruction.computes_address) // lea may have to add more than in the example
    return {{}, 1, PortBasis::at_rename};
  if (form.instruction.computes_address && measured < 1)
    return {{{known_sets_.widest(), Cycles(1)}}, 1, PortBasis::narrowed};
  const double by_ports = port_throughput(demands);
  const bool agrees = form.throughput_is_bound ? by_ports <= measured * margin : throughputs_agree(by_ports, measured);
  if (agrees)
    return {demands, slots_of(form, demands), PortBasis::confirmed};
  if (const auto mixes = inferred_.demands(form); mixes && throughputs_agree(port_throughput(*mixes), measured))
    return {*mixes, slots_of(form, *mixes), PortBasis::inferred};
  if (demands.empty())
    return {{}, std::max<std::int64_t>(1, std::llround(measured * width_)), PortBasis::stretched};
  return fitted(form, demands, by_ports, measured);
}

} // namespace osaca::measure::compose
