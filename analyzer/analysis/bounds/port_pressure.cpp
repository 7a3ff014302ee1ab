#include "analysis/bounds/port_pressure.h"

#include "base/index.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>

namespace osaca {

namespace {

/// Above this number, a maximum flow is cheaper than trying all unions. Shipped models have far fewer.
constexpr std::size_t most_unions = 4096;

/// All unions of the sets; empty: there are too many.
std::vector<PortSet> unions_of(std::span<const PortDemand> demands) {
  std::vector<PortSet> unions;
  unions.reserve(64); // enough for most loops
  unions.push_back(0);
  for (const PortDemand &demand : demands) {
    const std::size_t known = unions.size();
    for (std::size_t u = 0; u < known; ++u)
      if (const PortSet joined = unions[u] | demand.ports; joined != unions[u])
        unions.push_back(joined);
    std::ranges::sort(unions);
    unions.erase(std::unique(unions.begin(), unions.end()), unions.end());
    if (unions.size() > most_unions)
      return {};
  }
  return unions;
}

/// A demand in cycles or in smaller parts of the same size.
template <class Number> struct Demand {
  PortSet ports = 0;
  Number parts;
};

struct WholeDemands {
  std::vector<Demand<std::int64_t>> demands;
  std::int64_t parts_per_cycle = 1;
};

/// Whole numbers are added faster than fractions. Empty: they would be too large.
std::optional<WholeDemands> in_whole_parts(std::span<const PortDemand> demands) {
  constexpr std::int64_t most = std::int64_t{1} << 24;
  WholeDemands whole;
  for (const PortDemand &demand : demands) {
    const std::int64_t denominator = demand.cycles.denominator();
    if (demand.cycles.numerator() < 0 || demand.cycles.numerator() > most || denominator > most)
      return std::nullopt;
    if (whole.parts_per_cycle % denominator != 0)
      whole.parts_per_cycle = std::lcm(whole.parts_per_cycle, denominator);
    if (whole.parts_per_cycle > most)
      return std::nullopt;
  }
  whole.demands.reserve(demands.size());
  for (const PortDemand &demand : demands)
    whole.demands.push_back(
        {demand.ports, demand.cycles.numerator() * (whole.parts_per_cycle / demand.cycles.denominator())});
  return whole;
}

/// The union with the largest quotient of the demand inside it and its size.
template <class Number> struct Busiest {
  Number parts = 0;
  int ports = 1;
};

template <class Number>
Busiest<Number> busiest_union(const std::vector<Demand<Number>> &demands, std::span<const PortSet> unions) {
  Busiest<Number> busiest;
  for (const PortSet set : unions) {
    Number inside = 0;
    for (const Demand<Number> &demand : demands)
      if ((demand.ports & ~set) == 0)
        inside += demand.parts;
    const int ports = std::popcount(set);
    if (busiest.parts * Number(ports) < inside * Number(busiest.ports))
      busiest = {inside, ports};
  }
  return busiest;
}

/// Adds them up by their sets of ports.
void add_demands(std::span<const PortDemand> demands, std::vector<PortDemand> &total) {
  for (const PortDemand &demand : demands) {
    if (demand.ports == 0 || demand.cycles.is_zero())
      continue;
    const auto known =
        std::ranges::find_if(total, [&](const PortDemand &other) { return other.ports == demand.ports; });
    if (known == total.end())
      total.push_back(demand);
    else
      known->cycles += demand.cycles;
  }
}

/// The bounds, if the total of each port is known.
PortBounds bounds_of_totals(const std::vector<Port> &ports, const std::vector<Cycles> &totals) {
  PortBounds bounds;
  for (std::size_t port = 0; port < ports.size(); ++port) {
    Cycles &bound = ports[port].kind == PortKind::divider ? bounds.divider : bounds.execution;
    bound = std::max(bound, totals[port]);
  }
  return bounds;
}

PortBounds bounds_of_shares(const std::vector<Port> &ports, const PortShares &shares) {
  std::vector<Cycles> totals(ports.size());
  for (const auto &[set, row] : shares)
    for (std::size_t port = 0; port < ports.size(); ++port)
      totals[port] += row[port];
  return bounds_of_totals(ports, totals);
}

PortBounds optimal_bounds(const Core &core, std::vector<PortDemand> demands) {
  const PortSet divider = core.ports_of_kind(PortKind::divider);
  const auto first_of_divider = std::stable_partition(
      demands.begin(), demands.end(), [divider](const PortDemand &demand) { return (demand.ports & divider) == 0; });
  const std::span<const PortDemand> execution(demands.begin(), first_of_divider);
  const std::span<const PortDemand> dividing(first_of_divider, demands.end());
  const bool is_mixed =
      std::ranges::any_of(dividing, [divider](const PortDemand &demand) { return (demand.ports & ~divider) != 0; });
  if (!is_mixed)
    if (const auto of_execution = busiest_set_cycles(execution))
      if (const auto of_divider = busiest_set_cycles(dividing))
        return {*of_execution, *of_divider};
  std::map<PortSet, Cycles> by_set;
  for (const PortDemand &demand : demands)
    by_set[demand.ports] = demand.cycles;
  return bounds_of_shares(core.ports, balanced_assignment(by_set, static_cast<int>(core.ports.size())));
}

PortBounds split_bounds(const Core &core, const std::vector<PortDemand> &demands) {
  std::vector<Cycles> totals(core.ports.size());
  for (const PortDemand &demand : demands)
    for (std::size_t port = 0; port < totals.size(); ++port)
      if ((demand.ports >> port & 1) != 0)
        totals[port] += demand.cycles / Cycles(std::popcount(demand.ports));
  return bounds_of_totals(core.ports, totals);
}

} // namespace

std::vector<PortDemand> total_demand(const CostedKernel &kernel) {
  std::vector<PortDemand> total;
  total.reserve(std::min<std::size_t>(kernel.demands.size(), 16)); // no loop has many more sets
  add_demands(kernel.demands, total);
  std::ranges::sort(total, [](const PortDemand &a, const PortDemand &b) { return a.ports < b.ports; });
  return total;
}

std::vector<PortDemand> divisions_on_ports(const CostedKernel &kernel) {
  std::vector<PortDemand> total;
  for (std::size_t i = 0; i < kernel.instructions.size(); ++i)
    if (kernel.instructions[i].costed->divides_on_ports)
      add_demands(kernel.demands_of(i), total);
  if (total.empty())
    return total;
  const Core &core = kernel.model.core();
  const PortSet memory = core.ports_of_kind(PortKind::load) | core.ports_of_kind(PortKind::store);
  std::erase_if(total, [memory](const PortDemand &demand) { return (demand.ports & ~memory) == 0; });
  return total;
}

std::optional<Cycles> busiest_set_cycles(std::span<const PortDemand> demands) {
  if (demands.empty())
    return Cycles(0);
  const std::vector<PortSet> unions = unions_of(demands);
  if (unions.empty())
    return std::nullopt;
  if (const std::optional<WholeDemands> whole = in_whole_parts(demands)) {
    const Busiest<std::int64_t> busiest = busiest_union(whole->demands, unions);
    return Cycles(busiest.parts, busiest.ports * whole->parts_per_cycle);
  }
  std::vector<Demand<Cycles>> in_cycles;
  for (const PortDemand &demand : demands)
    in_cycles.push_back({demand.ports, demand.cycles});
  const Busiest<Cycles> busiest = busiest_union(in_cycles, unions);
  return busiest.parts / Cycles(busiest.ports);
}

PortBounds port_bounds(const CostedKernel &kernel, PortAssignment assignment) {
  const Core &core = kernel.model.core();
  std::vector<PortDemand> demands = total_demand(kernel);
  const auto bounds_of = [&](std::vector<PortDemand> of) {
    return assignment == PortAssignment::optimal ? optimal_bounds(core, std::move(of)) : split_bounds(core, of);
  };
  const std::vector<PortDemand> divisions = divisions_on_ports(kernel);
  PortBounds bounds = bounds_of(std::move(demands));
  if (divisions.empty())
    return bounds;
  bounds.divider_on_ports = bounds_of(divisions).execution;
  bounds.divider = std::max(bounds.divider, bounds.divider_on_ports);
  return bounds;
}

namespace {

std::map<PortSet, Cycles> demand_by_set(const std::vector<PortDemand> &demands) {
  std::map<PortSet, Cycles> by_set;
  for (const PortDemand &demand : demands)
    by_set[demand.ports] = demand.cycles;
  return by_set;
}

PortShares equal_shares(const std::map<PortSet, Cycles> &demand, int port_count) {
  PortShares shares;
  for (const auto &[ports, cycles] : demand) {
    auto &row = shares[ports];
    row.resize(static_cast<std::size_t>(port_count));
    for (int port = 0; port < port_count; ++port)
      if ((ports >> port & 1) != 0)
        row[at(port)] = cycles / Cycles(std::popcount(ports));
  }
  return shares;
}

PortShares shares_of(const std::map<PortSet, Cycles> &demand, int port_count, PortAssignment assignment) {
  return assignment == PortAssignment::optimal ? balanced_assignment(demand, port_count)
                                               : equal_shares(demand, port_count);
}

/// A port that is busy for this time is part of the bottleneck if no port is busy for longer.
void count_port(std::size_t port, Cycles busy, Cycles &bound, PortSet &bottleneck) {
  if (busy.is_zero() || busy < bound)
    return;
  if (bound < busy)
    bottleneck = 0;
  bound = busy;
  bottleneck |= PortSet{1} << port;
}

/// Divisions that other ports execute count for the divider as well.
void count_divisions_on_ports(const CostedKernel &kernel, PortAssignment assignment, PortPressure &pressure) {
  const std::vector<PortDemand> divisions = divisions_on_ports(kernel);
  if (divisions.empty())
    return;
  const std::size_t port_count = pressure.total.size();
  std::vector<Cycles> totals(port_count);
  for (const auto &[set, row] : shares_of(demand_by_set(divisions), static_cast<int>(port_count), assignment))
    for (std::size_t port = 0; port < port_count; ++port)
      totals[port] += row[port];
  for (std::size_t port = 0; port < port_count; ++port)
    count_port(port, totals[port], pressure.divider_bound, pressure.divider_bottleneck);
}

} // namespace

PortPressure port_pressure(const CostedKernel &kernel, PortAssignment assignment) {
  const auto &ports = kernel.model.core().ports;
  const int port_count = static_cast<int>(ports.size());
  const auto demand = demand_by_set(total_demand(kernel));
  const PortShares shares = shares_of(demand, port_count, assignment);
  PortPressure pressure;
  pressure.total.resize(ports.size());
  for (std::size_t i = 0; i < kernel.instructions.size(); ++i) {
    std::vector<Cycles> row(ports.size());
    for (const PortDemand &part : kernel.demands_of(i)) {
      if (part.ports == 0 || part.cycles.is_zero())
        continue;
      // Instructions with the same choice of ports share them in proportion to their demands.
      const Cycles fraction = part.cycles / demand.at(part.ports);
      const auto &share = shares.at(part.ports);
      for (std::size_t port = 0; port < ports.size(); ++port)
        if (!share[port].is_zero())
          row[port] += share[port] * fraction;
    }
    for (std::size_t port = 0; port < ports.size(); ++port)
      pressure.total[port] += row[port];
    pressure.per_instruction.push_back(std::move(row));
  }
  for (std::size_t port = 0; port < ports.size(); ++port) {
    const bool divides = ports[port].kind == PortKind::divider;
    count_port(port, pressure.total[port], divides ? pressure.divider_bound : pressure.execution_bound,
               divides ? pressure.divider_bottleneck : pressure.execution_bottleneck);
  }
  count_divisions_on_ports(kernel, assignment, pressure);
  return pressure;
}

} // namespace osaca
