#include "analysis/graph/core_effects.h"

#include "analysis/bind/costed_kernel.h"
#include "base/index.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace osaca {

namespace {

constexpr int narrowest_vector_bytes = 16;

bool is_moving_vector_load(const MemoryAccess &access) {
  return access.reads && access.comparable && access.width_bytes >= narrowest_vector_bytes &&
         access.step_bytes.value_or(0) != 0 && *access.step_bytes % access.width_bytes == 0;
}

bool is_off(const MemoryAccess &access) { return access.address.offset % access.width_bytes != 0; }

/// The offset in its line of the first load that is not aligned to its width.
std::optional<std::int64_t> bytes_off(const AddressAnalysis &addresses, int line_bytes) {
  for (const MemoryAccess &access : addresses.accesses)
    if (is_moving_vector_load(access) && is_off(access))
      return (access.address.offset % line_bytes + line_bytes) % line_bytes;
  return std::nullopt;
}

} // namespace

std::vector<std::int64_t> stencil_shifts(const CostedKernel &kernel, const AddressAnalysis &addresses, int line_bytes) {
  std::vector<std::int64_t> shifts(addresses.accesses.size());
  if (kernel.region == RegionKind::block)
    return shifts;
  const std::optional<std::int64_t> off = bytes_off(addresses, line_bytes);
  if (!off)
    return shifts;
  for (std::size_t a = 0; a < shifts.size(); ++a) {
    const MemoryAccess &access = addresses.accesses[a];
    const bool is_placed = std::ranges::any_of(addresses.accesses, [&](const MemoryAccess &other) {
      return is_moving_vector_load(other) && is_off(other) && other.address.terms == access.address.terms;
    });
    if (is_moving_vector_load(access) && !is_placed)
      shifts[a] = *off;
  }
  return shifts;
}

namespace {

/// `shift` is the assumed place of its pointer, in bytes after the beginning of a line.
std::int64_t place_in_line(const MemoryAccess &access, std::int64_t shift, std::int64_t iteration, int line_bytes) {
  const std::int64_t place = (access.address.offset + shift + *access.step_bytes % line_bytes * iteration) % line_bytes;
  return place < 0 ? place + line_bytes : place;
}

/// The number of iterations after which the places in a line repeat.
std::int64_t period_of(const MemoryAccess &access, int line_bytes) {
  return line_bytes / std::gcd(*access.step_bytes % line_bytes, std::int64_t{line_bytes});
}

/// The share of iterations in which the access crosses a line, from 0 to 1.
Cycles share_that_crosses(const MemoryAccess &access, std::int64_t shift, int line_bytes) {
  if (access.width_bytes <= 1)
    return Cycles(0);
  const std::int64_t period = period_of(access, line_bytes);
  std::int64_t crossings = 0;
  for (std::int64_t iteration = 0; iteration < period; ++iteration)
    crossings += place_in_line(access, shift, iteration, line_bytes) + access.width_bytes > line_bytes ? 1 : 0;
  return Cycles(crossings, period);
}

struct VectorLoad {
  const MemoryAccess *access = nullptr;
  std::int64_t shift = 0;
};

/// How often per iteration each vector load pays for crossing a line, found by stepping through the loads in program
/// order until their places repeat. A load directly after one that paid does not pay: both are repeated together. For
/// loads in several parts, this only applies to equal parts that begin in the same cycle. As this is so in half of the
/// cases, the second load pays half.
class VectorCrossings {
public:
  VectorCrossings(const std::vector<VectorLoad> &loads, const LineCrossing &rule)
      : loads_(loads), rule_(rule), paid_halves_(loads.size()) {
    for (const VectorLoad &load : loads)
      if (is_known(*load.access))
        period_ = std::lcm(period_, period_of(*load.access, rule.line_bytes)); // at most line_bytes, because both are
                                                                               // powers of two
    period_ = std::min<std::int64_t>(period_, rule.line_bytes);
    // The first period sets the state in which the others begin. Two periods are counted because, with an odd number of
    // crossings in a period, the loads that pay alternate.
    for (std::int64_t iteration = 0; iteration < 3 * period_; ++iteration) {
      if (iteration == period_)
        std::ranges::fill(paid_halves_, 0);
      for (std::size_t l = 0; l < loads.size(); ++l)
        pass(l, iteration);
    }
  }

  [[nodiscard]] Cycles per_iteration(std::size_t load) const { return Cycles(paid_halves_[load], 4 * period_); }

private:
  static bool is_known(const MemoryAccess &load) { return load.comparable && load.step_bytes && load.width_bytes > 0; }

  void pass(std::size_t l, std::int64_t iteration) {
    const MemoryAccess &load = *loads_[l].access;
    const std::int64_t begin = is_known(load) ? place_in_line(load, loads_[l].shift, iteration, rule_.line_bytes) : 0;
    const int parts = (std::max(load.width_bytes, 1) + rule_.vector_part_bytes - 1) / rule_.vector_part_bytes;
    if (has_paid_.size() != static_cast<std::size_t>(parts))
      has_paid_.assign(static_cast<std::size_t>(parts), false);
    for (int part = 0; part < parts; ++part) {
      const int from = part * rule_.vector_part_bytes;
      const int width = std::min(rule_.vector_part_bytes, load.width_bytes - from);
      const bool crosses = is_known(load) && (begin + from) % rule_.line_bytes + width > rule_.line_bytes;
      const bool follows = has_paid_[at(part)];
      if (crosses)
        paid_halves_[l] += !follows ? 2 : parts > 1 ? 1 : 0;
      has_paid_[at(part)] = crosses && !follows;
    }
  }

  const std::vector<VectorLoad> &loads_;
  const LineCrossing &rule_;
  std::vector<std::int64_t> paid_halves_; ///< by load
  std::int64_t period_ = 1;
  std::vector<bool> has_paid_; ///< for each part of the previous load
};

void raise_vector_load(CostedKernel &kernel, int instruction, Cycles times, const std::vector<PortDemand> &by) {
  const PlacedInstruction &placed = kernel.instructions[at(instruction)];
  for (std::uint32_t d = placed.first_demand; d < placed.end_demand; ++d)
    for (const PortDemand &extra : by)
      if (PortDemand &demand = kernel.demands[d]; extra.ports == demand.ports)
        demand.cycles += extra.cycles * times;
}

void raise_load(CostedKernel &kernel, int instruction, Cycles share, PortSet load_ports) {
  const PlacedInstruction &placed = kernel.instructions[at(instruction)];
  for (std::uint32_t d = placed.first_demand; d < placed.end_demand; ++d)
    if (PortDemand &demand = kernel.demands[d]; demand.ports != 0 && (demand.ports & ~load_ports) == 0)
      demand.cycles += demand.cycles * share;
}

/// For models in which all loads that cross a line pay the same.
void add_crossing_demands(CostedKernel &kernel, const AddressAnalysis &addresses, const LineCrossing &rule) {
  AddedDemands added;
  const std::vector<std::int64_t> shifts = stencil_shifts(kernel, addresses, rule.line_bytes);
  for (std::size_t a = 0; a < addresses.accesses.size(); ++a) {
    const MemoryAccess &access = addresses.accesses[a];
    if (!access.reads || !access.comparable || !access.step_bytes)
      continue;
    if (const Cycles share = share_that_crosses(access, shifts[a], rule.line_bytes); !share.is_zero())
      for (const PortDemand &demand : rule.crossing_demands)
        added.add(access.instruction, {demand.ports, demand.cycles * share});
  }
  std::move(added).insert_into(kernel);
}

/// Whether there are stores of whole lines. The model's figure for loads of whole lines was measured together with
/// moving loads, and includes their additional time.
bool stores_whole_lines(const AddressAnalysis &addresses, int line_bytes) {
  return std::ranges::any_of(addresses.accesses, [&](const MemoryAccess &access) {
    return access.writes && access.width_bytes == line_bytes;
  });
}

bool moves_by_whole_lines(const MemoryAccess &load, int line_bytes) {
  return load.comparable && load.step_bytes.value_or(0) != 0 && *load.step_bytes % line_bytes == 0 &&
         load.width_bytes == line_bytes && place_in_line(load, 0, 0, line_bytes) == 0;
}

} // namespace

void raise_crossing_loads(CostedKernel &kernel, const AddressAnalysis &addresses) {
  const std::optional<LineCrossing> &rule = kernel.model.core().line_crossing;
  if (!rule)
    return;
  if (!rule->crossing_demands.empty())
    return add_crossing_demands(kernel, addresses, *rule);
  const PortSet load_ports = kernel.model.core().ports_of_kind(PortKind::load);
  const std::vector<std::int64_t> shifts = stencil_shifts(kernel, addresses, rule->line_bytes);
  std::vector<VectorLoad> vector_loads;
  for (std::size_t a = 0; a < addresses.accesses.size(); ++a) {
    const MemoryAccess &access = addresses.accesses[a];
    if (!access.reads || access.writes)
      continue;
    const bool is_vector = kernel.instructions[at(access.instruction)].costed->uses_vector_registers;
    if (is_vector && !rule->vector_demands.empty())
      vector_loads.push_back({&access, shifts[a]});
    else if (access.comparable && access.step_bytes)
      if (const Cycles share = share_that_crosses(access, shifts[a], rule->line_bytes); !share.is_zero())
        raise_load(kernel, access.instruction, share, load_ports);
  }
  const VectorCrossings crossings(vector_loads, *rule);
  const bool only_loads = !stores_whole_lines(addresses, rule->line_bytes);
  for (std::size_t l = 0; l < vector_loads.size(); ++l)
    if (const Cycles times = crossings.per_iteration(l); !times.is_zero())
      raise_vector_load(kernel, vector_loads[l].access->instruction, times, rule->vector_demands);
    else if (only_loads && moves_by_whole_lines(*vector_loads[l].access, rule->line_bytes))
      raise_vector_load(kernel, vector_loads[l].access->instruction, Cycles(1), rule->whole_line_demands);
}

} // namespace osaca
