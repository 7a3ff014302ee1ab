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
/// schedulers in program order. A scheduler accepts one uop with a choice, or several without. Of the schedulers that
/// accept a uop, it enters one with the fewest occupied entries, as coarsely as the core compares them. If there are
/// several, the turn decides, and passes on to the next scheduler. Each branch of a group enters another scheduler,
/// whatever other uops enter it.
class DispatchGroup {
public:
  explicit DispatchGroup(const Core &core) {
    for (int s = 0; core.dispatch_groups && s < static_cast<int>(core.schedulers.size()); ++s)
      if (!core.schedulers[at(s)].is_queued)
        in_turn_.push_back(s);
    if (in_turn_.empty())
      return;
    per_scheduler_ = core.dispatch_groups->per_scheduler;
    compared_entries_ = core.dispatch_groups->compared_entries;
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

  /// The group is dispatched now. False if there are not enough free entries for its uops; the group then has to wait.
  [[nodiscard]] bool dispatch(const Schedulers &schedulers) {
    for (int s = 0; s < schedulers.count(); ++s)
      if (uops_[at(s)] > schedulers.free(s))
        return false;
    for (Kind &kind : kinds_)
      kind.next_turn = kind.turn;
    return true;
  }
  /// The scheduler of the next uop, in program order; -1: the group has no more uops.
  [[nodiscard]] int take() { return taken_ == members_.size() ? -1 : members_[taken_++].scheduler; }

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
    const std::uint32_t open = member.schedulers & ~refused;
    const int count = static_cast<int>(in_turn_.size());
    int best = -1; // index into in_turn_
    for (int step = 0, turn = kind.turn; step < count; ++step, turn = turn + 1 == count ? 0 : turn + 1)
      if (const int s = in_turn_[at(turn)]; (open >> static_cast<unsigned>(s) & 1) != 0 &&
                                            uops_[at(s)] < most_[at(s)] &&
                                            (best < 0 || levels_[at(s)] < levels_[at(in_turn_[at(best)])]))
        best = turn;
    if (best < 0)
      return false;
    member.scheduler = in_turn_[at(best)];
    ++uops_[at(member.scheduler)];
    kind.chosen |= 1U << static_cast<unsigned>(member.scheduler);
    if (has_choice)
      kind.turn = best + 1 == count ? 0 : best + 1;
    return true;
  }

  /// Branches and other uops take turns separately, and do not keep each other from a scheduler.
  struct Kind {
    std::uint32_t chosen = 0; ///< the schedulers with such a uop of the group: bit i is scheduler i
    int turn = 0;             ///< index into in_turn_, after this group
    int next_turn = 0;        ///< the same after the groups that have been dispatched
  };

  int per_scheduler_ = 0;
  int compared_entries_ = 1;
  std::vector<int> in_turn_;     ///< the schedulers that take part
  std::array<int, 16> levels_{}; ///< by scheduler: its occupied entries, as the core compares them
  std::array<int, 16> most_{};   ///< by scheduler: the largest number of uops of a group
  std::array<int, 16> uops_{};   ///< by scheduler: uops of the group
  std::vector<Member> members_;
  int most_choices_ = 0;  ///< of the members
  std::size_t taken_ = 0; ///< members
  std::array<Kind, 2> kinds_{};
};

} // namespace osaca
