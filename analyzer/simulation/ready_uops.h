// The uops that could issue, by scheduler and by what they need. Of those that need the same only the first in turn has
// to be looked at.
#pragma once

#include "base/index.h"
#include "simulation/ports_in_use.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace osaca {

class ReadyUops {
public:
  /// What a uop needs: one of the ports, and one of the dividers if there are any.
  struct Need {
    PortSet ports = 0;
    PortSet dividers = 0;
    friend bool operator==(const Need &, const Need &) = default;
  };

  explicit ReadyUops(int schedulers) : by_scheduler_(static_cast<std::size_t>(schedulers)) {}

  [[nodiscard]] std::size_t schedulers() const { return by_scheduler_.size(); }

  /// `gives_way`: goes after all others.
  void add(int scheduler, int number, Need need, bool gives_way) {
    Group &own = group(by_scheduler_[at(scheduler)], need);
    const std::uint32_t turn = static_cast<std::uint32_t>(number) | (gives_way ? last : 0);
    auto place = own.turns.end();
    while (place != own.turns.begin() && *(place - 1) > turn) // most are the last
      --place;
    own.turns.insert(place, turn);
    own.next = own.turns.front();
  }

  /// Offers those of a scheduler to `issue(number, need)`, the oldest first, as long as there is a port for them.
  template <class Issue> void offer(std::size_t scheduler, const PortsInUse &ports, Issue issue) {
    std::vector<Group> &groups = by_scheduler_[scheduler];
    bool has_refused = false;
    for (Group *group = first_in_turn(groups, ports); group != nullptr; group = first_in_turn(groups, ports)) {
      if (issue(number_of(group->next), group->need)) {
        group->turns.erase(group->turns.begin());
        group->next = group->turns.empty() ? nobody : group->turns.front();
      } else { // its divider is busy: in this cycle for all of the group
        group->next = nobody;
        has_refused = true;
      }
    }
    if (has_refused)
      for (Group &group : groups)
        group.next = group.turns.empty() ? nobody : group.turns.front();
  }

  /// A divider may serve several schedulers.
  [[nodiscard]] bool has_older_division(int number, PortSet dividers) const {
    return std::ranges::any_of(by_scheduler_, [&](const std::vector<Group> &groups) {
      return std::ranges::any_of(groups, [&](const Group &group) {
        return (group.need.dividers & dividers) != 0 && !group.turns.empty() && number_of(group.turns.front()) < number;
      });
    });
  }

private:
  static constexpr std::uint32_t last = 1U << 31U; ///< behind all numbers
  static constexpr std::uint32_t nobody = ~std::uint32_t{0};
  static int number_of(std::uint32_t turn) { return static_cast<int>(turn & ~last); }

  struct Group {
    Need need;
    std::uint32_t next = nobody;      ///< whose turn it is
    std::vector<std::uint32_t> turns; ///< ascending
  };

  static Group &group(std::vector<Group> &groups, Need need) {
    for (Group &group : groups)
      if (group.need == need)
        return group;
    return groups.emplace_back(Group{need, nobody, {}});
  }

  static Group *first_in_turn(std::vector<Group> &groups, const PortsInUse &ports) {
    Group *first = nullptr;
    std::uint32_t turn = nobody;
    for (Group &group : groups)
      if (group.next < turn && ports.free_of(group.need.ports) != 0) {
        first = &group;
        turn = group.next;
      }
    return first;
  }

  std::vector<std::vector<Group>> by_scheduler_;
};

} // namespace osaca
