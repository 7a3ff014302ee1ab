#include "analysis/bounds/port_pressure.h"

#include "base/index.h"

#include <algorithm>
#include <bit>
#include <queue>

namespace osaca {
namespace {

/// Demands that are not placed yet, each restricted to the ports that are still free.
struct Group {
  PortSet original = 0; ///< key in the result
  PortSet ports = 0;
  Cycles cycles;
};

int lowest_port(PortSet set) { return std::countr_zero(set); }

template <class Visit> void for_each_port(PortSet set, Visit visit) {
  for (; set != 0; set &= set - 1)
    visit(lowest_port(set));
}

/// Maximum flow of the groups' cycles into ports of equal capacity, by shortest augmenting paths.
class Flow {
public:
  Flow(const std::vector<Group> &groups, int port_count, Cycles capacity)
      : groups_(groups), capacity_(capacity), used_(static_cast<std::size_t>(port_count)),
        placed_(groups.size(), std::vector<Cycles>(static_cast<std::size_t>(port_count))) {
    for (std::size_t g = 0; g < groups.size(); ++g)
      place(g);
  }

  [[nodiscard]] bool complete() const { return stuck_groups_.empty(); }
  [[nodiscard]] const std::vector<std::vector<Cycles>> &placed() const { return placed_; }

  /// The ports that are reachable in the residual network from the given groups: the ports to which their cycles could
  /// go, directly or by moving others.
  [[nodiscard]] PortSet reachable_from(const std::vector<std::size_t> &sources) const {
    PortSet reached = 0;
    std::vector<bool> seen(groups_.size(), false);
    std::queue<std::size_t> open;
    for (std::size_t g : sources) {
      seen[g] = true;
      open.push(g);
    }
    while (!open.empty()) {
      const std::size_t g = open.front();
      open.pop();
      for_each_port(groups_[g].ports & ~reached, [&](int port) {
        reached |= PortSet{1} << port;
        for (std::size_t other = 0; other < groups_.size(); ++other)
          if (!seen[other] && !placed_[other][at(port)].is_zero()) {
            seen[other] = true;
            open.push(other);
          }
      });
    }
    return reached;
  }
  [[nodiscard]] PortSet overloaded_ports() const { return reachable_from(stuck_groups_); }

  /// The ports that must carry the full capacity: those from which no path leads to a port with free capacity.
  [[nodiscard]] PortSet tight_ports(PortSet all) const {
    // Walk backwards from ports with free capacity: a port is loose if one of its groups could move to a loose port.
    PortSet loose = 0;
    for_each_port(all, [&](int port) {
      if (used_[at(port)] < capacity_)
        loose |= PortSet{1} << port;
    });
    for (bool grew = true; grew;) {
      grew = false;
      for (std::size_t g = 0; g < groups_.size(); ++g) {
        if ((groups_[g].ports & loose) == 0)
          continue;
        for_each_port(groups_[g].ports & ~loose, [&](int port) {
          if (!placed_[g][at(port)].is_zero()) {
            loose |= PortSet{1} << port;
            grew = true;
          }
        });
      }
    }
    return all & ~loose;
  }

private:
  void place(std::size_t group) {
    Cycles rest = groups_[group].cycles;
    while (!rest.is_zero()) {
      const Cycles sent = augment(group, rest);
      if (sent.is_zero()) {
        stuck_groups_.push_back(group);
        return;
      }
      rest -= sent;
    }
  }

  /// Pushes cycles, at most `wanted`, along one shortest path group -> port -> (group -> port)* to a port with free
  /// capacity.
  Cycles augment(std::size_t group, Cycles wanted) {
    struct Step {
      int port = -1;
      std::size_t through = 0; ///< the group that moves onto the port
      int previous = -1;       ///< index of the step whose port that group leaves; -1: the source group
    };
    std::vector<Step> steps;
    PortSet seen = 0;
    const auto visit = [&](std::size_t g, int previous) {
      for_each_port(groups_[g].ports & ~seen, [&](int port) {
        seen |= PortSet{1} << port;
        steps.push_back({port, g, previous});
      });
    };
    visit(group, -1);
    for (std::size_t s = 0; s < steps.size(); ++s) {
      const auto port = static_cast<std::size_t>(steps[s].port);
      if (used_[port] < capacity_) {
        Cycles amount = std::min(wanted, capacity_ - used_[port]);
        for (int k = static_cast<int>(s); steps[at(k)].previous >= 0;) {
          const Step &step = steps[at(k)];
          const auto left = static_cast<std::size_t>(steps[at(step.previous)].port);
          amount = std::min(amount, placed_[step.through][left]);
          k = step.previous;
        }
        used_[port] += amount;
        for (int k = static_cast<int>(s); k >= 0;) {
          const Step &step = steps[at(k)];
          placed_[step.through][at(step.port)] += amount;
          if (step.previous >= 0)
            placed_[step.through][at(steps[at(step.previous)].port)] -= amount;
          k = step.previous;
        }
        return amount;
      }
      for (std::size_t g = 0; g < groups_.size(); ++g)
        if (!placed_[g][port].is_zero())
          visit(g, static_cast<int>(s));
    }
    return Cycles(0);
  }

  const std::vector<Group> &groups_;
  Cycles capacity_;
  std::vector<Cycles> used_;
  std::vector<std::vector<Cycles>> placed_;
  std::vector<std::size_t> stuck_groups_;
};

PortSet all_ports(const std::vector<Group> &groups) {
  PortSet all = 0;
  for (const Group &group : groups)
    all |= group.ports;
  return all;
}

/// The cycles that only the ports of `set` can serve, divided by the number of ports.
Cycles load_of(const std::vector<Group> &groups, PortSet set) {
  Cycles inside;
  for (const Group &group : groups)
    if ((group.ports & ~set) == 0)
      inside += group.cycles;
  return inside / Cycles(std::popcount(set));
}

/// The load of the busiest set of ports, or a lower limit of it.
Cycles first_limit(const std::vector<Group> &groups) {
  std::vector<PortDemand> demands;
  for (const Group &group : groups)
    demands.push_back({group.ports, group.cycles});
  const std::optional<Cycles> busiest = busiest_set_cycles(demands);
  return busiest ? *busiest : load_of(groups, all_ports(groups));
}

} // namespace

PortShares balanced_assignment(const std::map<PortSet, Cycles> &demand, int port_count) {
  PortShares shares;
  std::vector<Group> groups;
  for (const auto &[ports, cycles] : demand) {
    shares[ports].resize(static_cast<std::size_t>(port_count));
    if (ports != 0 && !cycles.is_zero())
      groups.push_back({ports, ports, cycles});
  }
  while (!groups.empty()) {
    Cycles limit = first_limit(groups);
    while (true) {
      const Flow flow(groups, port_count, limit);
      if (!flow.complete()) {
        limit = load_of(groups, flow.overloaded_ports());
        continue;
      }
      const PortSet bottleneck = flow.tight_ports(all_ports(groups));
      std::vector<Group> rest;
      for (std::size_t g = 0; g < groups.size(); ++g) {
        if ((groups[g].ports & ~bottleneck) == 0) {
          for_each_port(groups[g].ports,
                        [&](int port) { shares[groups[g].original][at(port)] += flow.placed()[g][at(port)]; });
        } else {
          rest.push_back({groups[g].original, groups[g].ports & ~bottleneck, groups[g].cycles});
        }
      }
      groups = std::move(rest);
      break;
    }
  }
  return shares;
}

} // namespace osaca
