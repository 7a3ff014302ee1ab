#include "measure/forms/latency_choice.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace osaca::measure {

bool may_be_quicker(const LatencyChain &next, const std::vector<WayFigure> &so_far, std::optional<double> own_cycles) {
  constexpr double scatter = 0.1;
  constexpr double least_of_any = 1 + scatter;
  if (next.restorer == 0)
    return true;
  std::map<int, double> by_restorer;
  for (const WayFigure &one : so_far)
    if (one.reading == next.reading) {
      const auto [known, is_new] = by_restorer.emplace(one.restorer, one.cycles);
      known->second = std::min(known->second, one.cycles);
    }
  if (by_restorer.empty())
    return true;
  const auto by_cycles = [](const auto &a, const auto &b) { return a.second < b.second; };
  const double best = std::ranges::min_element(by_restorer, by_cycles)->second;
  const auto agreeing =
      std::ranges::count_if(by_restorer, [&](const auto &one) { return one.second <= best + scatter; });
  return agreeing < 2 && best > least_of_any && (!own_cycles || best > *own_cycles + scatter);
}

const WayFigure *counting_way(const std::vector<WayFigure> &all) {
  std::map<int, const WayFigure *> quickest;
  for (const WayFigure &one : all) {
    const auto [known, is_new] = quickest.emplace(one.reading, &one);
    if (one.cycles < known->second->cycles)
      known->second = &one;
  }
  const WayFigure *slowest = nullptr;
  for (const auto &[reading, one] : quickest)
    if (slowest == nullptr || one->cycles > slowest->cycles)
      slowest = one;
  return slowest;
}

} // namespace osaca::measure
