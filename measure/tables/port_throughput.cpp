#include "measure/tables/port_throughput.h"

#include <algorithm>
#include <bit>
#include <set>

namespace osaca::measure {
namespace {

/// All unions of the demands' port sets: only they can be the busiest set. Bounded, because a model file may be
/// anything; instructions have few kinds of uops.
std::set<PortSet> unions_of(const std::vector<PortDemand> &demands) {
  constexpr std::size_t most = 4096;
  std::set<PortSet> made;
  for (const PortDemand &demand : demands) {
    std::vector<PortSet> more = {demand.ports};
    for (const PortSet set : made)
      more.push_back(set | demand.ports);
    if (made.size() + more.size() > most)
      break;
    made.insert(more.begin(), more.end());
  }
  return made;
}

} // namespace

double port_throughput(const std::vector<PortDemand> &demands) {
  double busiest = 0;
  for (const PortSet set : unions_of(demands)) {
    if (set == 0)
      continue;
    double cycles = 0;
    for (const PortDemand &demand : demands)
      if ((demand.ports & ~set) == 0)
        cycles += demand.cycles.to_double();
    busiest = std::max(busiest, cycles / std::popcount(set));
  }
  return busiest;
}

} // namespace osaca::measure
