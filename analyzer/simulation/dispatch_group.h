// The uops of a dispatch group, and the schedulers that they enter together.
#pragma once

#include "base/index.h"
#include "model/machine_model.h"
#include "simulation/schedulers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace osaca {

/// On cores with the field `dispatch_groups`: distributes the uops of a group over the schedulers. Uops that can enter
/// only one scheduler are placed first, then those that can enter two, and so on; uops with the same number of
/// schedulers in program order. A scheduler accepts only one uop with a choice in each group. Of the schedulers that
/// accept a uop, it enters one with the fewest occupied entries, as coarsely as the core compares them. If there are
/// several, the turn decides. The turn then passes on to the next scheduler. Of the branches of a group, each enters
/// another scheduler.
class DispatchGroup {
public:
  explicit DispatchGroup(const Core &core) {
    if (core.dispatch_groups) {
      per_scheduler_ = core.dispatch_groups->per_scheduler;
      compared_entries_ = core.dispatch_groups->compared_entries;
    }
  }

  /// Whether the core dispatches in groups.
  [[nodiscard]] bool is_used() const { return per_scheduler_ > 0; }
  /// Whether a uop with this demand takes part.
  [[nodiscard]] bool distributes(const SchedulerDemand &demand) const {
    return is_used() && demand.schedulers != 0 &&
           (demand.choice == SchedulerChoice::in_turn || demand.choice == SchedulerChoice::branch_unit);
  }

  /// Begins a new group, which is distributed by the entries that are occupied now.
  void begin(const Schedulers &schedulers) {
    for (int s = 0; s < schedulers.count(); ++s) {
      levels_[at(s)] = schedulers.occupied(s) / compared_entries_;
      most_[at(s)] = std::min(per_scheduler_, schedulers.occupied(s) + schedulers.free(s));
    }
    members_.clear();
    taken_ = 0;
    restart();
  }

  /// Adds the next uop. False if the group has no place for it; the group then ends before it.
  [[nodiscard]] bool add(const SchedulerDemand &demand) {
    members_.push_back({demand.schedulers, std::popcount(demand.schedulers), demand.is_branch, -1});
    Member &added = members_.back();
    if (added.choices >= most_choices_ ? place(added) : place_all()) {
      most_choices_ = std::max(most_choices_, added.choices);
      return true;
    }
    shorten(members_.size() - 1);
    return false;
  }

  [[nodiscard]] std::size_t size() const { return members_.size(); }
  /// Keeps only the first `size` uops.
  void shorten(std::size_t size) {
    members_.resize(size);
    (void)place_all(); // was possible before
  }

  /// Whether there are free entries for all its uops.
  [[nodiscard]] bool has_room(const Schedulers &schedulers) const {
    for (int s = 0; s < schedulers.count(); ++s)
      if (uops_[at(s)] > schedulers.free(s))
        return false;
    return true;
  }

  /// The scheduler of the next uop, in program order; -1: the group has no more uops.
  [[nodiscard]] int take() {
    if (taken_ == members_.size())
      return -1;
    for (Kind &kind : kinds_)
      kind.next_turn = kind.turn;
    return members_[taken_++].scheduler;
  }

  /// Passes the state on which later groups depend to `each`, until it returns false.
  template <class Each> bool describe(Each each) const {
    return std::ranges::all_of(kinds_, [&](const Kind &kind) { return each(kind.next_turn); });
  }

private:
  struct Member {
    std::uint32_t schedulers = 0; ///< that it can enter
    int choices = 0;              ///< their number
    bool is_branch = false;
    int scheduler = -1;
  };

  void restart() {
    uops_.fill(0);
    for (Kind &kind : kinds_) {
      kind.chosen = 0;
      kind.turn = kind.next_turn;
    }
    most_choices_ = 0;
  }

  bool place_all() {
    restart();
    int placed = 0;
    for (int choices = 1; placed < static_cast<int>(members_.size()); ++choices)
      for (Member &member : members_)
        if (member.choices == choices) {
          if (!place(member))
            return false;
          ++placed;
          most_choices_ = choices;
        }
    return true;
  }

  bool place(Member &member) {
    const bool has_choice = member.choices > 1;
    Kind &kind = kinds_[member.is_branch ? 1 : 0];
    const std::uint32_t refused = has_choice || member.is_branch ? kind.chosen : 0;
    const std::uint32_t before_turn = (1U << static_cast<unsigned>(kind.turn)) - 1;
    const std::uint32_t open = member.schedulers & ~refused;
    member.scheduler = -1;
    for (const std::uint32_t part : {open & ~before_turn, open & before_turn})
      for (std::uint32_t rest = part; rest != 0; rest &= rest - 1)
        if (const int s = std::countr_zero(rest);
            uops_[at(s)] < most_[at(s)] && (member.scheduler < 0 || levels_[at(s)] < levels_[at(member.scheduler)]))
          member.scheduler = s;
    if (member.scheduler < 0)
      return false;
    ++uops_[at(member.scheduler)];
    kind.chosen |= 1U << static_cast<unsigned>(member.scheduler);
    if (has_choice)
      kind.turn = member.scheduler + 1;
    return true;
  }

  /// Branches and other uops take turns separately, and do not keep each other from a scheduler.
  struct Kind {
    std::uint32_t chosen = 0; ///< the schedulers with such a uop of the group: bit i is scheduler i
    int turn = 0;             ///< after this group
    int next_turn = 0;        ///< after the groups that have been dispatched
  };

  int per_scheduler_ = 0;
  int compared_entries_ = 1;
  std::array<int, 16> levels_{}; ///< by scheduler: its occupied entries, as the core compares them
  std::array<int, 16> most_{};   ///< by scheduler: the largest number of uops of a group
  std::array<int, 16> uops_{};   ///< by scheduler: uops of the group
  std::vector<Member> members_;
  int most_choices_ = 0;  ///< of the members
  std::size_t taken_ = 0; ///< members
  std::array<Kind, 2> kinds_{};
};

} // namespace osaca
