// The schedulers of a core, and the choice of the scheduler that a uop enters.
#pragma once

#include "base/index.h"
#include "model/machine_model.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace osaca {

// The choice of a scheduler, and how many uops wait for each port.
//
// A uop is assigned to a scheduler when it is dispatched, before it is known which port will be free. The rules for
// this choice were derived from measurements (see docs/understand/simulation.md).

/// The rule by which one of the schedulers with a suitable port is chosen for a uop. If several of them are equally
/// good, they take turns.
enum class SchedulerChoice {
  in_turn, ///< the scheduler whose turn it is; if it is not suitable, the next suitable one. The turn passes to the
           ///< next scheduler with each uop. A small scheduler that has only one port for the uop accepts one such uop
           ///< per cycle
  branch_unit,        ///< for taken branches: a scheduler that has a branch port and another port
  open_least_awaited, ///< for loads and stores: of the schedulers with a free entry, the one in which the fewest uops
                      ///< wait for the ports of this uop
  least_awaited, ///< for schedulers that are filled from a queue: the one in which, some cycles ago, the fewest uops
                 ///< waited for the ports of this uop
};

struct SimulatedUop;

/// What determines the scheduler of a uop.
struct SchedulerDemand {
  std::uint32_t schedulers =
      0; ///< the schedulers that have a port for the uop: bit i is scheduler i; 0: there are none
  PortSet ports = 0;
  SchedulerChoice choice = SchedulerChoice::in_turn;
  std::uint32_t turn_set = 0; ///< if the choice is in_turn: the schedulers that take turns with each other
  bool avoids_last = false; ///< the uop belongs to the same instruction and has the same ports as the previous uop, so
                            ///< it enters another scheduler if possible
  bool is_branch = false;   ///< taken or not
  int queue_places = 1;     ///< its share of the queue's width: 2 for a uop that occupies its port for two cycles

  [[nodiscard]] bool is_queued() const { return choice == SchedulerChoice::least_awaited; }
};

class Schedulers {
public:
  explicit Schedulers(const Core &core);

  [[nodiscard]] int count() const { return static_cast<int>(all_.size()); }
  /// The schedulers that have one of the ports: bit i is scheduler i.
  [[nodiscard]] std::uint32_t with(PortSet ports) const;
  /// The schedulers that have a port for this taken branch, and another port. For other uops: none.
  [[nodiscard]] std::uint32_t with_branch_unit(const SimulatedUop &uop) const;
  /// The demand of each uop of a program. The uops also determine the sets of schedulers that take turns with each
  /// other: two schedulers are in the same set if there are uops that can enter either of them, directly or through a
  /// chain of such pairs.
  [[nodiscard]] std::vector<SchedulerDemand> demands_of(const std::vector<SimulatedUop> &uops) const;
  [[nodiscard]] PortSet ports(int scheduler) const { return all_[at(scheduler)].ports; }
  [[nodiscard]] int occupied(int scheduler) const { return all_[at(scheduler)].occupied; }
  [[nodiscard]] int free(int scheduler) const { return all_[at(scheduler)].entries - all_[at(scheduler)].occupied; }

  /// Called at the beginning of each cycle.
  void begin_cycle();
  /// Whether each scheduler that binds ports has free entries for this number of uops.
  [[nodiscard]] bool have_room(int uops) const {
    return std::ranges::all_of(all_, [&](const State &one) {
      return !one.binds_ports || one.occupied + std::min(uops, one.entries) <= one.entries;
    });
  }
  /// The scheduler for this demand; -1: the chosen scheduler accepts no more uops in this cycle.
  [[nodiscard]] int choose(const SchedulerDemand &demand) const;
  /// Records that a uop enters the scheduler that was chosen for it. It waits there for its ports until leave() is
  /// called.
  void enter(int scheduler, const SchedulerDemand &demand);
  void leave(int scheduler, const SchedulerDemand &demand);
  [[nodiscard]] int waiting_for(int port) const { return waiting_[at(port)]; }

  /// Passes the state on which later choices depend to `each`, one number at a time, until `each` returns false. The
  /// waiting uops are not included. Their number is included, although it follows from the uops, because this number
  /// reveals most differences sooner.
  template <class Each> bool describe(Each each) const {
    return std::ranges::all_of(turn_, each) && std::ranges::all_of(turn_in_set_, each) &&
           std::ranges::all_of(all_, [&](const State &scheduler) { return each(scheduler.occupied); });
  }
  /// Like describe(), for the past counts that SchedulerChoice::least_awaited uses.
  template <class Each> bool describe_past(Each each) const {
    using Packed = std::array<std::int64_t, sizeof(Counts) / sizeof(std::int64_t)>;
    for (std::size_t ago = 1; queued_ != 0 && ago < past_.size(); ++ago) { // the oldest one is not used any more
      const auto packed = std::bit_cast<Packed>(past_[(now_ + ago) % past_.size()]);
      if (!std::all_of(packed.begin(), packed.begin() + packed_counts_, each))
        return false;
    }
    return true;
  }

private:
  struct State {
    PortSet ports = 0;
    int entries = 0;
    int per_cycle = 0; ///< 0: no limit
    int occupied = 0;
    int entered = 0; ///< in this cycle
    bool binds_ports = false;
    bool takes_one_per_port = false; ///< of the uops that can use only one of its ports, it accepts one per cycle
  };
  using Counts = std::array<std::int16_t, 64>; ///< by port

  [[nodiscard]] SchedulerDemand demand_of(const SimulatedUop &uop) const;
  /// If the uop's scheduler is chosen in turn, and the uop can use only one port of this scheduler: this port.
  [[nodiscard]] PortSet only_port(int scheduler, const SchedulerDemand &demand) const;
  /// The schedulers that accept another uop with this demand in this cycle.
  [[nodiscard]] std::uint32_t accepting(const SchedulerDemand &demand) const;
  /// The best of these schedulers (at least one) by the rule in SchedulerDemand::choice; if several are equally good,
  /// the next one in turn.
  [[nodiscard]] int best(std::uint32_t schedulers, const SchedulerDemand &demand) const;
  template <class Rank>
  [[nodiscard]] int least(std::uint32_t schedulers, const SchedulerDemand &demand, Rank rank) const;
  void take_turn(int scheduler, const SchedulerDemand &demand);
  void count_waiting(int scheduler, PortSet ports, int change);

  std::vector<State> all_;
  std::uint32_t queued_ = 0;
  PortSet memory_ports_ = 0;
  PortSet received_ = 0;             ///< in this cycle: the only_port() of the uops that entered
  std::ptrdiff_t packed_counts_ = 0; ///< how many 64-bit numbers hold the counts of all ports
  Counts waiting_{};
  std::vector<Counts> past_; ///< of the last cycles, as a ring; used for choices after the queue
  std::size_t now_ = 0;
  std::array<int, 4>
      turn_{}; ///< by SchedulerChoice, except in_turn: the scheduler that is chosen first if several are equally good
  std::vector<int> turn_in_set_; ///< by the first scheduler of a set: whose turn it is
  int last_ = 0; ///< the scheduler that the previous uop entered. Not a part of the state between iterations, because
                 ///< the first uop of an iteration does not avoid it
};

// The functions that run for each cycle or uop.

inline void Schedulers::begin_cycle() {
  for (State &scheduler : all_)
    scheduler.entered = 0;
  received_ = 0;
  if (queued_ == 0)
    return; // past counts are not used
  past_[now_] = waiting_;
  now_ = now_ + 1 == past_.size() ? 0 : now_ + 1;
}

inline PortSet Schedulers::only_port(int scheduler, const SchedulerDemand &demand) const {
  const State &state = all_[at(scheduler)];
  const PortSet ports = state.ports & demand.ports;
  return demand.choice == SchedulerChoice::in_turn && state.takes_one_per_port && (ports & (ports - 1)) == 0 ? ports
                                                                                                             : 0;
}

inline std::uint32_t Schedulers::accepting(const SchedulerDemand &demand) const {
  std::uint32_t found = demand.schedulers;
  if (demand.choice != SchedulerChoice::in_turn)
    return found;
  for (std::uint32_t rest = received_ != 0 ? found : 0; rest != 0; rest &= rest - 1)
    if (const int s = std::countr_zero(rest); (only_port(s, demand) & received_) != 0)
      found &= ~(1U << static_cast<unsigned>(s));
  const std::uint32_t others = found & ~(1U << static_cast<unsigned>(last_));
  return demand.avoids_last && others != 0 ? others : found;
}

inline int Schedulers::choose(const SchedulerDemand &demand) const {
  const std::uint32_t schedulers = accepting(demand);
  if (schedulers == 0)
    return -1;
  const bool is_only_one = (schedulers & (schedulers - 1)) == 0;
  const int chosen = is_only_one ? std::countr_zero(schedulers) : best(schedulers, demand);
  const State &scheduler = all_[at(chosen)];
  const bool takes_it =
      scheduler.occupied < scheduler.entries && (scheduler.per_cycle == 0 || scheduler.entered < scheduler.per_cycle);
  return takes_it ? chosen : -1;
}

inline void Schedulers::enter(int scheduler, const SchedulerDemand &demand) {
  State &entered = all_[at(scheduler)];
  ++entered.occupied;
  ++entered.entered;
  received_ |= only_port(scheduler, demand);
  take_turn(scheduler, demand);
  last_ = scheduler;
  count_waiting(scheduler, demand.ports, 1);
}

inline void Schedulers::take_turn(int scheduler, const SchedulerDemand &demand) {
  if (demand.choice != SchedulerChoice::in_turn) {
    turn_[at(demand.choice)] = scheduler + 1 == count() ? 0 : scheduler + 1;
    return;
  }
  int &turn = turn_in_set_[at(std::countr_zero(demand.turn_set))];
  const std::uint32_t later = demand.turn_set & ~((2U << static_cast<unsigned>(turn)) - 1);
  turn = std::countr_zero(later != 0 ? later : demand.turn_set);
}

inline void Schedulers::leave(int scheduler, const SchedulerDemand &demand) {
  --all_[at(scheduler)].occupied;
  count_waiting(scheduler, demand.ports, -1);
}

inline void Schedulers::count_waiting(int scheduler, PortSet ports, int change) {
  for (PortSet rest = all_[at(scheduler)].ports & ports; rest != 0; rest &= rest - 1) {
    std::int16_t &count = waiting_[at(std::countr_zero(rest))];
    count = static_cast<std::int16_t>(count + change);
  }
}

} // namespace osaca
