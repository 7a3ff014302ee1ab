#include "analysis/graph/core_effects.h"

#include "analysis/bind/costed_kernel.h"
#include "base/index.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace osaca {

namespace {

/// Loads whose addresses, or places in their lines, differ by known numbers of bytes in every iteration.
using Group = std::vector<const MemoryAccess *>;

std::int64_t positive_remainder(std::int64_t value, std::int64_t divisor) {
  const std::int64_t rest = value % divisor;
  return rest < 0 ? rest + divisor : rest;
}

std::vector<Group> groups_of(const AddressAnalysis &addresses) {
  std::vector<Group> groups;
  for (const MemoryAccess &access : addresses.accesses) {
    if (!access.reads || !access.comparable || !access.step_bytes || access.width_bytes <= 0)
      continue;
    const auto own = std::ranges::find_if(groups, [&](const Group &group) {
      return (group.front()->from_a_line && access.from_a_line) || group.front()->address.terms == access.address.terms;
    });
    if (own == groups.end())
      groups.push_back({&access});
    else
      own->push_back(&access);
  }
  return groups;
}

/// How often each load of a group uses the bank with the most uses, over `iterations`.
struct BusiestBank {
  std::vector<std::int64_t> asked; ///< by load of the group
  std::int64_t total = 0;
  std::int64_t iterations = 1;
};

BusiestBank busiest_bank(const Group &group, const LoadBanks &rule) {
  const std::int64_t line_bytes = std::int64_t{rule.bank_bytes} * rule.banks;
  std::int64_t shared = line_bytes;
  for (const MemoryAccess *load : group)
    shared = std::gcd(shared, *load->step_bytes % line_bytes);
  const std::int64_t iterations = line_bytes / shared;
  const std::size_t loads = group.size();
  std::vector<std::int64_t> asked(at(rule.banks) * loads); // indexed by bank, then by load
  for (std::int64_t iteration = 0; iteration < iterations; ++iteration)
    for (std::size_t l = 0; l < loads; ++l) {
      const MemoryAccess &load = *group[l];
      const std::int64_t first =
          positive_remainder(load.address.offset + *load.step_bytes % line_bytes * iteration, line_bytes);
      const std::int64_t last = first + std::min<std::int64_t>(load.width_bytes, line_bytes) - 1;
      for (std::int64_t bank = first / rule.bank_bytes; bank <= last / rule.bank_bytes; ++bank)
        ++asked[at(bank % rule.banks) * loads + l];
    }
  BusiestBank busiest{{}, -1, iterations};
  for (auto bank = asked.begin(); bank != asked.end(); bank += static_cast<std::ptrdiff_t>(loads))
    if (const std::int64_t total = std::accumulate(bank, bank + static_cast<std::ptrdiff_t>(loads), std::int64_t{0});
        total > busiest.total) {
      busiest.asked.assign(bank, bank + static_cast<std::ptrdiff_t>(loads));
      busiest.total = total;
    }
  return busiest;
}

} // namespace

void add_bank_demands(CostedKernel &kernel, const AddressAnalysis &addresses) {
  const std::optional<LoadBanks> &rule = kernel.model.core().load_banks;
  if (!rule)
    return;
  const Group *slowest = nullptr;
  BusiestBank most;
  const std::vector<Group> groups = groups_of(addresses);
  for (const Group &group : groups)
    if (BusiestBank bank = busiest_bank(group, *rule);
        slowest == nullptr || Cycles(bank.total, bank.iterations) > Cycles(most.total, most.iterations)) {
      slowest = &group;
      most = std::move(bank);
    }
  if (slowest == nullptr)
    return;
  AddedDemands added;
  for (std::size_t l = 0; l < slowest->size(); ++l)
    if (most.asked[l] > 0)
      added.add((*slowest)[l]->instruction,
                {rule->port, Cycles(most.asked[l], most.iterations * std::int64_t{rule->per_cycle})});
  std::move(added).insert_into(kernel);
}

namespace {

/// If dispatch needs less than this share of the loads' time, it runs ahead of them.
const Cycles most_dispatch_share(17, 20);

/// The loads of an iteration that begin in the same bank.
struct SameBank {
  const MemoryAccess *first = nullptr;
  std::int64_t bank = 0;
  int loads = 0;
};

std::int64_t bank_of(const MemoryAccess &load, const LoadBanks &rule) {
  const std::int64_t line_bytes = std::int64_t{rule.bank_bytes} * rule.banks;
  const std::int64_t place = load.address.offset % line_bytes;
  return (place < 0 ? place + line_bytes : place) / rule.bank_bytes;
}

/// Loads from other, unknown places are assumed to use other banks. Empty: the rule does not apply to some load.
std::optional<std::vector<SameBank>> banks_of(const AddressAnalysis &addresses, const LoadBanks &rule) {
  std::vector<SameBank> banks;
  for (const MemoryAccess &load : addresses.accesses) {
    if (!load.reads)
      continue;
    if (!load.comparable)
      return std::nullopt;
    const std::int64_t bank = bank_of(load, rule);
    const auto same = std::ranges::find_if(banks, [&](const SameBank &one) {
      return one.bank == bank &&
             ((one.first->from_a_line && load.from_a_line) || one.first->address.terms == load.address.terms);
    });
    if (same == banks.end())
      banks.push_back({&load, bank, 1});
    else
      ++same->loads;
  }
  return banks;
}

/// Of `ports` loads that are chosen at random, the mean number that a bank cannot serve, if `share` of all loads use
/// this bank.
double mean_excess(double share, int ports, int served) {
  double excess = 0;
  double ways = 1; // of choosing `asking` loads out of `ports`
  for (int asking = 0; asking <= ports; ++asking) {
    double chance = ways;
    for (int i = 0; i < ports; ++i)
      chance *= i < asking ? share : 1 - share;
    excess += chance * std::max(0, asking - served);
    ways = ways * (ports - asking) / (asking + 1);
  }
  return excess;
}

struct Loads {
  PortSet ports = 0;
  int count = 0;
};

/// Empty: not all loads occupy the same ports for one cycle.
std::optional<Loads> equal_loads(const CostedKernel &kernel, PortSet load_ports) {
  Loads loads;
  for (const PortDemand &demand : kernel.demands) {
    if (demand.ports == 0 || (demand.ports & ~load_ports) != 0)
      continue;
    if (demand.cycles != Cycles(1) || (loads.count > 0 && demand.ports != loads.ports))
      return std::nullopt;
    loads.ports = demand.ports;
    ++loads.count;
  }
  return loads;
}

Cycles dispatched(const CostedKernel &kernel) {
  Cycles slots;
  for (const PlacedInstruction &placed : kernel.instructions)
    if (!placed.shares_slot_with_next)
      slots += placed.dispatch_slots;
  return slots;
}

/// Whether the address of a load was itself loaded.
bool chases_pointers(const CostedKernel &kernel) {
  const auto reads_result_of = [&](const CostedInstruction &load, const CostedRegister &reg,
                                   const CostedInstruction &user) {
    return std::ranges::any_of(load.operands, [&](const CostedOperand &operand) {
      return operand.shape == CostedOperand::Shape::reg && operand.written && operand.reg.kind == RegisterKind::gpr &&
             std::find_first_of(load.units.begin() + operand.reg.first_unit,
                                load.units.begin() + operand.reg.first_unit + operand.reg.unit_count,
                                user.units.begin() + reg.first_unit,
                                user.units.begin() + reg.first_unit + reg.unit_count) !=
                 load.units.begin() + operand.reg.first_unit + operand.reg.unit_count;
    });
  };
  for (std::size_t i = 1; i < kernel.instructions.size(); ++i) {
    const CostedInstruction &user = *kernel.instructions[i].costed;
    if (!user.loads)
      continue;
    for (const CostedAddress &address : user.addresses)
      for (const auto &part : {address.base, address.index})
        for (std::size_t l = 0; part && l < i; ++l)
          if (kernel.instructions[l].costed->loads && reads_result_of(*kernel.instructions[l].costed, *part, user))
            return true;
  }
  return false;
}

} // namespace

void raise_colliding_loads(CostedKernel &kernel, const AddressAnalysis &addresses) {
  const Core &core = kernel.model.core();
  const std::optional<LoadBanks> &rule = core.load_banks;
  if (!rule || rule->collisions.is_zero() || kernel.region != RegionKind::block || core.dispatch_width.value.is_zero())
    return;
  const std::optional<Loads> loads = equal_loads(kernel, core.ports_of_kind(PortKind::load) & ~rule->port);
  if (!loads || loads->count < 2)
    return;
  const int ports = std::popcount(loads->ports);
  const Cycles slots = dispatched(kernel);
  if (loads->count % ports == 0 ||
      slots / core.dispatch_width.value > Cycles(loads->count, ports) * most_dispatch_share)
    return;
  if (slots == Cycles(loads->count) && !chases_pointers(kernel))
    return;
  const auto banks = banks_of(addresses, *rule);
  if (!banks)
    return;
  double lost = 0;
  for (const SameBank &bank : *banks)
    lost += mean_excess(static_cast<double>(bank.loads) / loads->count, ports, rule->per_cycle);
  lost *= rule->collisions.to_double();
  const Cycles factor = Cycles::nearest(ports / (ports - lost));
  for (PortDemand &demand : kernel.demands)
    if (demand.ports == loads->ports)
      demand.cycles = demand.cycles * factor;
}

} // namespace osaca
