// Cores that bind a uop to a port when it enters a scheduler, before anybody knows which port will be free.
//
// They go by how many bound uops wait for each port, by counts that are a cycle old. Of the uops that enter in one
// cycle with the same choice of ports the first gets the least awaited of them, the next the second, and so on, but
// none that is much more awaited than the least. Found by probes, see docs/understand/simulation.md.
#pragma once

#include "base/index.h"
#include "model/machine_model.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace osaca {

class PortBinding {
public:
  explicit PortBinding(const Core &core) {
    for (const Scheduler &scheduler : core.schedulers)
      if (scheduler.binds_ports) {
        ports_ |= scheduler.ports;
        for (PortSet rest = scheduler.ports; rest != 0; rest &= rest - 1)
          tolerance_[at(std::countr_zero(rest))] = scheduler.binding_tolerance;
      }
  }

  /// Whether uops for these ports are bound to one.
  [[nodiscard]] bool binds(PortSet ports) const { return (ports & ports_) != 0; }

  void begin_cycle() { entered_.clear(); }
  /// Behind the issue of a cycle and before its dispatch: the counts go by those of the cycle before from here on.
  void take_counts() {
    counts_ = latest_;
    latest_ = waiting_;
  }

  /// The port for a uop that may use any of `ports` (one at least, all of one scheduler).
  [[nodiscard]] int choose(PortSet ports) {
    if ((ports & (ports - 1)) == 0)
      return std::countr_zero(ports);
    std::array<int, 64> sorted{};
    std::size_t count = 0;
    for (PortSet rest = ports; rest != 0; rest &= rest - 1)
      sorted[count++] = std::countr_zero(rest);
    std::stable_sort(sorted.begin(), sorted.begin() + count,
                     [&](int a, int b) { return counts_[at(a)] < counts_[at(b)]; });
    std::size_t rank = static_cast<std::size_t>(next_rank(ports)) % count;
    while (rank > 0 && counts_[at(sorted[rank])] - counts_[at(sorted[0])] >= tolerance_[at(sorted[0])])
      --rank;
    return sorted[rank];
  }

  void enter(int port) { ++waiting_[at(port)]; }
  void leave(int port) { --waiting_[at(port)]; }

  /// What later choices depend on, but for the uops that wait: number by number, until `each` returns false.
  template <class Each> bool describe(Each each) const {
    if (ports_ == 0)
      return true;
    return std::ranges::all_of(latest_, each) && std::ranges::all_of(counts_, each);
  }

private:
  using Counts = std::array<std::int16_t, 64>; ///< by port

  /// How many with this choice have entered in this cycle.
  int next_rank(PortSet ports) {
    const auto found = std::ranges::find_if(entered_, [&](const auto &one) { return one.first == ports; });
    if (found != entered_.end())
      return found->second++;
    entered_.emplace_back(ports, 1);
    return 0;
  }

  PortSet ports_ = 0;
  std::array<int, 64> tolerance_{}; ///< by port
  Counts waiting_{};                ///< now
  Counts latest_{};                 ///< behind the last issue
  Counts counts_{};                 ///< behind the issue before that
  std::vector<std::pair<PortSet, int>> entered_;
};

} // namespace osaca
