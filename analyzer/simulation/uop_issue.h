// The issue of uops: in which cycle they may issue, which of the ready uops is first, and which ports can accept a uop.
#pragma once

#include "base/index.h"
#include "simulation/plan.h"
#include "simulation/simulation.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace osaca {

// Uops by the cycle in which they may issue, as a ring buffer with one list for each cycle. The lists are linked
// through an array, so that adding a uop is fast.

class Calendar {
public:
  explicit Calendar(std::size_t uops) : next_(std::make_unique_for_overwrite<int[]>(uops)) { heads_.fill(-1); }

  /// If `cycle` is beyond the horizon of the ring, take() returns the uop too early, and the caller has to file it
  /// again.
  void file(int uop, int cycle, int now) {
    int &head = heads_[place(std::min(cycle, now + horizon - 1))];
    next_[at(uop)] = head;
    head = uop;
  }

  /// Removes the uops that are filed under `now`, one by one.
  template <class Found> void take(int now, Found found) {
    int uop = std::exchange(heads_[place(now)], -1);
    while (uop >= 0) {
      const int next = next_[at(uop)];
      found(uop);
      uop = next;
    }
  }

private:
  static constexpr int horizon = 256;
  static std::size_t place(int cycle) { return static_cast<unsigned>(cycle) % horizon; }

  std::array<int, horizon> heads_{};
  std::unique_ptr<int[]> next_; ///< by uop; written when it is filed
};

// Which ports can accept a uop in this cycle, and how long the others are occupied.

class PortsInUse {
public:
  explicit PortsInUse(const ResultConflicts &conflicts)
      : results_due_(at(std::max(conflicts.latency, 2))), conflicts_(conflicts) {
    for (BlockedSince &since : blocked_since_)
      since.fill(not_blocked);
  }

  void begin_cycle(int now) {
    now_ticks_ = now * ticks_per_cycle;
    std::ranges::rotate(results_due_, results_due_.begin() + 1);
    results_due_.back() = 0;
    flags_due_now_ = std::exchange(flags_due_, 0);
    for (PortSet rest = taken_; rest != 0; rest &= rest - 1)
      if (is_free(std::countr_zero(rest)))
        taken_ &= ~lowest(rest);
  }

  /// The ports on which a uop can begin in this cycle. A port begins at most one uop per cycle, however short the uop
  /// is.
  [[nodiscard]] PortSet free_of(PortSet ports) const { return ports & ~taken_; }
  /// The ports on which an operation of one cycle with these results may begin, because no other result of the same
  /// kind is written there at the same time.
  [[nodiscard]] PortSet without_results(PortSet ports, WrittenResults own) const {
    return ports & ~(own.in_register ? results_due_.front() : 0) & ~(own.in_flags ? flags_due_now_ : 0);
  }
  /// An operation of one cycle cannot begin on any of these ports because of such results. If that has lasted for too
  /// long, no other uop begins there in this cycle.
  void note_blocked(PortSet ports, WrittenResults own) {
    ever_used_ |= ports;
    for (PortSet rest = ports; rest != 0; rest &= rest - 1) {
      int &since = blocked_since(own)[at(std::countr_zero(rest))];
      if (since == not_blocked)
        since = now_ticks_;
      if (has_waited(since, conflicts_.longest_wait))
        taken_ |= lowest(rest);
    }
  }
  /// An operation of one cycle with these results has begun on this port.
  void note_short(int port, WrittenResults own) { blocked_since(own)[at(port)] = not_blocked; }
  /// Of these ports, those where an operation of one cycle has waited for so long that no other uop may write its
  /// results through them. That operation may have begun on another port since.
  [[nodiscard]] PortSet overdue(PortSet through) const {
    PortSet found = 0;
    for (PortSet rest = through; rest != 0; rest &= rest - 1)
      for (const BlockedSince &since : blocked_since_)
        if (has_waited(since[at(std::countr_zero(rest))], conflicts_.longest_wait_for_vectors))
          found |= lowest(rest);
    return found;
  }
  /// A uop that writes these results through these ports has begun. They end there together with an operation of one
  /// cycle that begins in the next cycle.
  void note_written(WrittenResults results, PortSet through) {
    if (results.in_register)
      results_due_[1] |= through;
    if (results.in_flags)
      flags_due_ |= through;
  }
  /// A uop with a blocking result has begun on this port.
  void note_result(int port) { results_due_.back() |= PortSet{1} << port; }

  void begin_uop(int port, int ticks) {
    occupy(port, ticks);
    taken_ |= PortSet{1} << port;
  }

  /// Occupies a unit, such as a divider, in addition to the port. The unit may begin another operation in the same
  /// cycle.
  void occupy(int unit, int ticks) {
    int &until = busy_until_[at(unit)];
    until = std::max(until, now_ticks_) + ticks;
    ever_used_ |= PortSet{1} << unit;
    if (!is_free(unit))
      taken_ |= PortSet{1} << unit;
  }

  /// Passes the state on which later cycles depend to `each`: for how long each port is still occupied after this
  /// cycle.
  template <class Each> bool describe(Each each) const {
    const int next_ticks = now_ticks_ + ticks_per_cycle;
    for (PortSet rest = ever_used_; rest != 0; rest &= rest - 1)
      if (const int port = std::countr_zero(rest); !each(std::max(busy_until_[at(port)] - next_ticks, 0)) ||
                                                   !each(cycles_blocked(blocked_since_[0][at(port)])) ||
                                                   !each(cycles_blocked(blocked_since_[1][at(port)])))
        return false;
    return std::all_of(results_due_.begin() + 1, results_due_.end(), each) && each(flags_due_);
  }

private:
  static PortSet lowest(PortSet ports) { return ports & (~ports + 1); }
  [[nodiscard]] bool is_free(int port) const { return busy_until_[at(port)] < now_ticks_ + ticks_per_cycle; }

  /// By port: when an operation of one cycle was first kept from beginning there. Since then, none has begun.
  using BlockedSince = std::array<int, 64>;

  /// Operations with a result in a register, and those with results in flags only.
  [[nodiscard]] BlockedSince &blocked_since(WrittenResults own) { return blocked_since_[own.in_register ? 0 : 1]; }

  [[nodiscard]] bool has_waited(int since, int cycles) const {
    return since != not_blocked && now_ticks_ - since >= cycles * ticks_per_cycle;
  }

  /// As many cycles as make a difference.
  [[nodiscard]] int cycles_blocked(int since) const {
    const int most = std::max(conflicts_.longest_wait, conflicts_.longest_wait_for_vectors);
    return since == not_blocked ? -1 : std::min((now_ticks_ - since) / ticks_per_cycle, most);
  }

  static constexpr int not_blocked = -1;

  std::array<int, 64> busy_until_{}; ///< by port, ticks
  std::array<BlockedSince, 2> blocked_since_{};
  /// The ports at which a blocking result ends one cycle after this cycle, two cycles after it, and so on.
  std::vector<PortSet> results_due_;
  ResultConflicts conflicts_;
  PortSet flags_due_now_ = 0; ///< the ports at which a result for flags is written one cycle after this cycle
  PortSet flags_due_ = 0;     ///< the same for the next cycle
  int now_ticks_ = 0;
  PortSet taken_ = 0;
  PortSet ever_used_ = 0;
};

// The uops whose inputs are available, grouped by scheduler and by what they need. In each group, only the first uop
// has to be checked.

class ReadyUops {
public:
  /// What a uop needs: one of the ports, and one of the dividers if `dividers` is not empty.
  struct Need {
    PortSet ports = 0;
    PortSet dividers = 0;
    WrittenResults delayed; ///< of an operation of one cycle: its results, which can delay it
    PortSet through = 0;    ///< another port through which its results are written
    friend bool operator==(const Need &, const Need &) = default;
  };

  explicit ReadyUops(int schedulers) : by_scheduler_(static_cast<std::size_t>(schedulers)) {}

  [[nodiscard]] std::size_t schedulers() const { return by_scheduler_.size(); }

  /// `gives_way`: the uop is issued after all others.
  void add(int scheduler, int number, Need need, bool gives_way) {
    Group &own = group(by_scheduler_[at(scheduler)], need);
    const std::uint32_t turn = static_cast<std::uint32_t>(number) | (gives_way ? last : 0);
    auto place = own.turns.end();
    while (place != own.turns.begin() && *(place - 1) > turn) // most uops belong at the end
      --place;
    own.turns.insert(place, turn);
    own.next = own.turns.front();
  }

  /// Passes the uops of a scheduler that have a free port to `issue(number, need)`, the oldest first.
  template <class Issue> void offer(std::size_t scheduler, const PortsInUse &ports, Issue issue) {
    std::vector<Group> &groups = by_scheduler_[scheduler];
    bool has_refused = false;
    for (Group *group = first_in_turn(groups, ports); group != nullptr; group = first_in_turn(groups, ports)) {
      if (issue(number_of(group->next), group->need)) {
        group->turns.erase(group->turns.begin());
        group->next = group->turns.empty() ? nobody : group->turns.front();
      } else { // its divider is busy, so the whole group waits for the next cycle
        group->next = nobody;
        has_refused = true;
      }
    }
    if (has_refused)
      for (Group &group : groups)
        group.next = group.turns.empty() ? nobody : group.turns.front();
  }

  /// Whether there is an older ready uop that needs one of these dividers. Checks all schedulers, because several
  /// schedulers may use the same divider.
  [[nodiscard]] bool has_older_division(int number, PortSet dividers) const {
    return std::ranges::any_of(by_scheduler_, [&](const std::vector<Group> &groups) {
      return std::ranges::any_of(groups, [&](const Group &group) {
        return (group.need.dividers & dividers) != 0 && !group.turns.empty() && number_of(group.turns.front()) < number;
      });
    });
  }

  /// Whether an operation of one cycle that may use one of these ports is ready.
  [[nodiscard]] bool has_short_operation(PortSet ports) const {
    return std::ranges::any_of(by_scheduler_, [&](const std::vector<Group> &groups) {
      return std::ranges::any_of(groups, [&](const Group &group) {
        return group.need.delayed != WrittenResults() && (group.need.ports & ports) != 0 && !group.turns.empty();
      });
    });
  }

private:
  static constexpr std::uint32_t last = 1U << 31U; ///< after all numbers
  static constexpr std::uint32_t nobody = ~std::uint32_t{0};
  static int number_of(std::uint32_t turn) { return static_cast<int>(turn & ~last); }

  struct Group {
    Need need;
    std::uint32_t next = nobody;      ///< the next turn to offer
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
