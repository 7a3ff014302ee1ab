#include "measure/ports/port_bound.h"

#include <algorithm>
#include <bit>
#include <set>

namespace osaca::measure {
namespace {

/// Beyond this many different sets that hang together not all of their unions are looked at: no mix of ours has them.
constexpr std::size_t most_sets = 12;

/// One entry per set.
std::vector<PipeDemand> joined(std::vector<PipeDemand> demands) {
  std::ranges::sort(demands, [](const PipeDemand &a, const PipeDemand &b) { return a.pipes < b.pipes; });
  std::vector<PipeDemand> made;
  for (const PipeDemand &one : demands) {
    if (one.pipes == 0)
      continue;
    if (!made.empty() && made.back().pipes == one.pipes)
      made.back().cycles += one.cycles;
    else
      made.push_back(one);
  }
  return made;
}

/// The demands that share pipes with the first one, also by way of others; they are taken out of `rest`.
std::vector<PipeDemand> take_connected(std::vector<PipeDemand> &rest) {
  std::vector<PipeDemand> made = {rest.back()};
  rest.pop_back();
  PipeSet reach = made.front().pipes;
  for (bool grew = true; grew;) {
    grew = false;
    for (std::size_t i = 0; i < rest.size(); ++i)
      if ((rest[i].pipes & reach) != 0) {
        reach |= rest[i].pipes;
        made.push_back(rest[i]);
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
        grew = true;
        break;
      }
  }
  return made;
}

double uops_per_cycle_of(PipeSet set, std::span<const SetRate> rates) {
  for (const SetRate &one : rates)
    if (one.pipes == set)
      return one.uops_per_cycle;
  return std::popcount(set);
}

double busiest_union(const std::vector<PipeDemand> &demands, std::span<const SetRate> rates) {
  const std::size_t count = std::min(demands.size(), most_sets);
  double busiest = 0;
  for (std::size_t chosen = 1; chosen < (std::size_t{1} << count); ++chosen) {
    PipeSet set = 0;
    double cycles = 0;
    for (std::size_t i = 0; i < count; ++i)
      if (((chosen >> i) & 1U) != 0) {
        set |= demands[i].pipes;
        cycles += demands[i].cycles;
      }
    busiest = std::max(busiest, cycles / uops_per_cycle_of(set, rates));
  }
  return busiest;
}

} // namespace

double port_bound(std::vector<PipeDemand> demands, std::span<const SetRate> rates) {
  std::vector<PipeDemand> rest = joined(std::move(demands));
  double busiest = 0;
  while (!rest.empty())
    busiest = std::max(busiest, busiest_union(take_connected(rest), rates));
  return busiest;
}

std::vector<PipeSet> connected_unions(const std::vector<PipeSet> &sets, std::size_t most) {
  std::set<PipeSet> made;
  for (const PipeSet one : sets) {
    if (one == 0)
      continue;
    std::set<PipeSet> more = {one};
    for (std::vector<PipeSet> fresh = {one}; !fresh.empty() && made.size() + more.size() < most;) {
      std::vector<PipeSet> next;
      for (const PipeSet grown : fresh)
        for (const PipeSet other : made)
          if ((grown & other) != 0 && more.insert(grown | other).second)
            next.push_back(grown | other);
      fresh = std::move(next);
    }
    for (const PipeSet set : more)
      if (made.size() < most)
        made.insert(set);
  }
  return {made.begin(), made.end()};
}

} // namespace osaca::measure
