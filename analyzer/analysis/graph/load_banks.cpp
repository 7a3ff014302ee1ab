#include "analysis/graph/load_banks.h"

#include "analysis/graph/added_demands.h"
#include "base/index.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace osaca {
namespace {

/// Loads whose addresses differ by known numbers of bytes in every iteration, or whose places in their lines do.
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

/// How often each load of a group asks the bank that is asked most, over `iterations`.
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
  std::vector<std::int64_t> asked(at(rule.banks) * loads); // the loads of one bank side by side
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
  added.insert_into(kernel);
}

} // namespace osaca
