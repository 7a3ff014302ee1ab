#include "analysis/graph/added_demands.h"

#include "base/index.h"

#include <algorithm>

namespace osaca {

void AddedDemands::insert_into(CostedKernel &kernel) const {
  if (all_.empty())
    return;
  std::vector<std::pair<int, PortDemand>> sorted = all_;
  std::ranges::stable_sort(sorted, [](const auto &a, const auto &b) { return a.first < b.first; });
  std::vector<PortDemand> demands;
  demands.reserve(kernel.demands.size() + sorted.size());
  auto next = sorted.begin();
  for (std::size_t i = 0; i < kernel.instructions.size(); ++i) {
    PlacedInstruction &placed = kernel.instructions[i];
    const auto first = static_cast<std::uint32_t>(demands.size());
    for (const PortDemand &own : kernel.demands_of(i))
      demands.push_back(own);
    for (; next != sorted.end() && at(next->first) == i; ++next)
      demands.push_back(next->second);
    placed.first_demand = first;
    placed.end_demand = static_cast<std::uint32_t>(demands.size());
  }
  kernel.demands = std::move(demands);
}

} // namespace osaca
