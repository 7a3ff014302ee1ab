// The ports of a core that issues in program order.
#pragma once

#include "base/index.h"
#include "simulation/in_order.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace osaca {

/// Assigns port uses to ports. Uses that begin in the same cycle are assigned together: if a later use finds no free
/// port, an earlier one is moved to another of its ports, if possible.
class IssuePorts {
public:
  /// All uses that are placed from now on begin in this cycle.
  void begin_cycle(std::int64_t cycle) {
    for (const Placed &placed : placed_)
      free_at_[at(placed.port)] = std::max(free_at_[at(placed.port)], start()) + placed.busy_ticks;
    placed_.clear();
    cycle_ = cycle;
  }

  /// Assigns a port to each use of an instruction. If one of them finds no port, assigns none and returns false;
  /// blocked() then says which port is missing.
  [[nodiscard]] bool place(std::span<const IssuePortUse> uses) {
    const std::vector<Placed> before = placed_;
    own_from_ = placed_.size();
    for (const IssuePortUse &use : uses) {
      placed_.push_back({use.ports, use.busy_ticks, -1});
      tried_ = 0;
      if (!find_port(placed_.size() - 1) && !queue(placed_.back())) {
        note_blocked(use.ports);
        placed_ = before;
        return false;
      }
    }
    return true;
  }

  /// The ports of the most recent `uses` uses.
  [[nodiscard]] std::vector<int> last_ports(std::size_t uses) const {
    std::vector<int> ports;
    for (std::size_t i = placed_.size() - uses; i < placed_.size(); ++i)
      ports.push_back(placed_[i].port);
    return ports;
  }

  struct Blocked {
    int port = 0;
    std::int64_t cycle = 0; ///< the first later cycle in which the port may be free
  };
  /// After place() has returned false: of the ports that the instruction could use, the one that is free first.
  [[nodiscard]] const Blocked &blocked() const { return blocked_; }

  /// Passes the state to `each`, relative to the current cycle, until `each` returns false.
  template <class Each> bool describe(Each each) const {
    for (const std::int64_t free : free_at_)
      if (!each(std::max<std::int64_t>(free - start(), 0)))
        return false;
    return std::ranges::all_of(placed_, [&](const Placed &placed) { return each(placed.port); });
  }

private:
  struct Placed {
    PortSet ports = 0;
    int busy_ticks = 0;
    int port = -1;
  };

  [[nodiscard]] std::int64_t start() const { return cycle_ * ticks_per_cycle; }

  [[nodiscard]] std::int64_t end_of(int port) const {
    std::int64_t end = free_at_[at(port)];
    for (const Placed &placed : placed_)
      if (placed.port == port)
        end = std::max(end, start()) + placed.busy_ticks;
    return end;
  }

  /// Whether another use of the port can begin in this cycle.
  [[nodiscard]] bool accepts(int port) const { return end_of(port) < start() + ticks_per_cycle; }

  /// Finds a port for a use, and moves other uses if necessary (an augmenting path). Each port is tried once.
  bool find_port(std::size_t use) {
    const PortSet ports = placed_[use].ports & ~tried_;
    for (PortSet rest = ports; rest != 0; rest &= rest - 1)
      if (const int port = std::countr_zero(rest); accepts(port)) {
        placed_[use].port = port;
        return true;
      }
    for (PortSet rest = ports; rest != 0; rest &= rest - 1) {
      const int port = std::countr_zero(rest);
      const PortSet own = PortSet{1} << static_cast<unsigned>(port);
      if ((tried_ & own) != 0)
        continue;
      tried_ |= own;
      for (std::size_t other = 0; other < placed_.size(); ++other) {
        if (placed_[other].port != port || other == use)
          continue;
        placed_[other].port = -1;
        if (accepts(port) && find_port(other)) {
          placed_[use].port = port;
          return true;
        }
        placed_[other].port = port;
      }
    }
    return false;
  }

  /// Several uses of one instruction may have to wait for each other. If nothing else delays this use, it gets the port
  /// that is free first after the instruction's other uses.
  bool queue(Placed &use) {
    int best = -1;
    for (PortSet rest = use.ports; rest != 0; rest &= rest - 1) {
      const int port = std::countr_zero(rest);
      const bool is_own = free_at_[at(port)] < start() + ticks_per_cycle && !is_used_by_others(port);
      if (is_own && (best < 0 || end_of(port) < end_of(best)))
        best = port;
    }
    use.port = best;
    return best >= 0;
  }

  [[nodiscard]] bool is_used_by_others(int port) const {
    return std::any_of(placed_.begin(), placed_.begin() + static_cast<std::ptrdiff_t>(own_from_),
                       [port](const Placed &placed) { return placed.port == port; });
  }

  void note_blocked(PortSet ports) {
    placed_.resize(own_from_); // what the instruction itself needs does not delay it
    blocked_ = {std::countr_zero(ports), 0};
    for (PortSet rest = ports; rest != 0; rest &= rest - 1)
      if (const int port = std::countr_zero(rest); end_of(port) < end_of(blocked_.port))
        blocked_.port = port;
    blocked_.cycle = std::max(cycle_ + 1, end_of(blocked_.port) / ticks_per_cycle);
  }

  std::array<std::int64_t, 64> free_at_{}; ///< by port, without the uses that begin in this cycle
  std::vector<Placed> placed_;             ///< the uses that begin in this cycle
  std::size_t own_from_ = 0;               ///< index of the first use of the instruction that is being placed
  std::int64_t cycle_ = 0;
  PortSet tried_ = 0;
  Blocked blocked_;
};

} // namespace osaca
