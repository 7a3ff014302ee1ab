// The uops that could issue, by scheduler and by what they need. Of those that need the same only the first in turn has
// to be looked at.
#pragma once

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

  /// `gives_way`: goes after all others.
  void add(int scheduler, int number, Need need, bool gives_way) {
    Waiting &waiting = by_scheduler_[static_cast<std::size_t>(scheduler)];
    std::vector<std::uint32_t> &turns = group(waiting.groups, need).turns;
    const std::uint32_t turn = static_cast<std::uint32_t>(number) | (gives_way ? last : 0);
    auto place = turns.end();
    while (place != turns.begin() && *(place - 1) > turn) // most are the last
      --place;
    turns.insert(place, turn);
    ++waiting.ready;
  }

  /// Offers those of a scheduler to `issue(number, need)`, the oldest first, as long as it finds a port for them.
  template <class Issue> void offer(std::size_t scheduler, const PortsInUse &ports, Issue issue) {
    if (by_scheduler_[scheduler].ready == 0)
      return;
    std::vector<Group> &groups = by_scheduler_[scheduler].groups;
    for (Group *next = first_in_turn(groups, ports); next != nullptr; next = first_in_turn(groups, ports)) {
      next->is_refused = !issue(number_of(next->turns.front()), next->need);
      if (next->is_refused)
        continue;
      next->turns.erase(next->turns.begin());
      --by_scheduler_[scheduler].ready;
    }
    for (Group &group : groups)
      group.is_refused = false;
  }

  /// A divider may serve several schedulers.
  [[nodiscard]] bool has_older_division(int number, PortSet dividers) const {
    return std::any_of(by_scheduler_.begin(), by_scheduler_.end(), [&](const Waiting &waiting) {
      return std::any_of(waiting.groups.begin(), waiting.groups.end(), [&](const Group &group) {
        return (group.need.dividers & dividers) != 0 && !group.turns.empty() && number_of(group.turns.front()) < number;
      });
    });
  }

  [[nodiscard]] std::size_t schedulers() const { return by_scheduler_.size(); }

private:
  struct Group {
    Need need;
    std::vector<std::uint32_t> turns; ///< ascending
    bool is_refused = false;          ///< in this cycle: its divider is busy
  };
  struct Waiting { ///< in a scheduler
    std::vector<Group> groups;
    int ready = 0; ///< in all groups
  };
  static constexpr std::uint32_t last = 1U << 31U; ///< behind all numbers
  static int number_of(std::uint32_t turn) { return static_cast<int>(turn & ~last); }

  static Group &group(std::vector<Group> &groups, Need need) {
    for (Group &group : groups)
      if (group.need == need)
        return group;
    return groups.emplace_back(Group{need, {}});
  }

  static Group *first_in_turn(std::vector<Group> &groups, const PortsInUse &ports) {
    Group *first = nullptr;
    for (Group &group : groups)
      if (!group.turns.empty() && !group.is_refused && ports.free_of(group.need.ports) != 0 &&
          (first == nullptr || group.turns.front() < first->turns.front()))
        first = &group;
    return first;
  }

  std::vector<Waiting> by_scheduler_;
};

} // namespace osaca
