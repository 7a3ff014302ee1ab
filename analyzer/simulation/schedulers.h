// Where uops wait: which scheduler a uop enters and, on some cores, which port it is bound to at that moment.
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

// The choice of a scheduler, and how many uops wait for each port.
//
// A uop is bound to a scheduler when it enters, before the core knows which port will be free. The rules for this
// choice were found by measurements (see docs/understand/simulation.md).

/// The rule by which one of the schedulers with a suitable port is chosen for a uop. If several of them are equally
/// good, they take turns.
enum class SchedulerChoice {
  in_turn,            ///< the next scheduler from the one whose turn it is; it is the next one's turn for each uop. A
                      ///< small scheduler with only one port for the uop accepts one such uop per cycle
  branch_unit,        ///< for taken branches: a scheduler that has a port for them and another port, too
  open_least_awaited, ///< for loads and stores: among the schedulers with a free entry, the one in which the fewest
                      ///< uops wait for this uop's ports
  least_awaited,      ///< for schedulers that are filled from a queue: the one in which the fewest uops waited for this
                      ///< uop's ports some cycles ago
};

struct SimulatedUop;

/// What a uop needs when it enters.
struct SchedulerDemand {
  std::uint32_t schedulers = 0; ///< those that could hold it: bit i is scheduler i; 0: its ports have no scheduler
  PortSet ports = 0;
  SchedulerChoice choice = SchedulerChoice::in_turn;
  std::uint32_t turn_set = 0; ///< if the choice is in_turn: the schedulers that take turns
  bool avoids_last = false;   ///< it belongs to the same instruction as the uop before it, has the same ports, and goes
                              ///< to another scheduler if it can
  int queue_places = 1;       ///< its share of the queue's width: 2 for a uop that occupies its port for two cycles

  [[nodiscard]] bool is_queued() const { return choice == SchedulerChoice::least_awaited; }
};

class Schedulers {
public:
  explicit Schedulers(const Core &core);

  [[nodiscard]] int count() const { return static_cast<int>(all_.size()); }
  /// The schedulers that have one of the ports: bit i is scheduler i.
  [[nodiscard]] std::uint32_t with(PortSet ports) const;
  /// The schedulers that have a port for the uop and another port, too; none if it is not a taken branch.
  [[nodiscard]] std::uint32_t with_branch_unit(const SimulatedUop &uop) const;
  /// For each of the uops of a program. The sets of schedulers that take turns follow from them: two schedulers are in
  /// the same set if there are uops for either of them, also through other schedulers.
  [[nodiscard]] std::vector<SchedulerDemand> demands_of(const std::vector<SimulatedUop> &uops) const;
  [[nodiscard]] PortSet ports(int scheduler) const { return all_[at(scheduler)].ports; }

  /// Called at the beginning of each cycle.
  void begin_cycle();
  /// The scheduler for this demand; -1: the chosen scheduler accepts no more uops in this cycle.
  [[nodiscard]] int choose(const SchedulerDemand &demand) const;
  /// A uop enters the scheduler that was chosen for it, and waits there for its ports until it leaves.
  void enter(int scheduler, const SchedulerDemand &demand);
  void leave(int scheduler, const SchedulerDemand &demand);
  [[nodiscard]] int waiting_for(int port) const { return waiting_[at(port)]; }

  /// Passes the state that later choices depend on to `each`, one number at a time, until `each` returns false. The
  /// waiting uops are left out. Their number is included, although it follows from the uops, because comparing it
  /// finds most differences sooner.
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
    int entered = 0;                 ///< in this cycle
    bool takes_one_per_port = false; ///< it accepts one uop per cycle of those that have only one port in it
  };
  using Counts = std::array<std::int16_t, 64>; ///< by port

  [[nodiscard]] SchedulerDemand demand_of(const SimulatedUop &uop) const;
  /// The port of the scheduler that the uop needs, if it has no other one there and its scheduler is chosen in turn.
  [[nodiscard]] PortSet only_port(int scheduler, const SchedulerDemand &demand) const;
  /// The schedulers that accept one more such uop in this cycle.
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
  std::array<int, 4> turn_{};    ///< by SchedulerChoice, except in_turn: which scheduler is first among equal ones
  std::vector<int> turn_in_set_; ///< by the first scheduler of a set: whose turn it is
  int last_ = 0; ///< the scheduler that the last uop entered. No part of the state between iterations, because the
                 ///< first uop of an iteration does not avoid it
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

// Cores that bind a uop to a port when it enters a scheduler, before the core knows which port will be free.
//
// In some schedulers, the ports take turns. In others, the core uses the number of bound uops that wait for each port,
// as it was a cycle ago. Of the uops that enter in one cycle with the same choice of ports, the first gets the port
// with the fewest waiting uops, the next gets the second port, and so on. A port with many more waiting uops than the
// least used port is not chosen. Both rules were found by measurements (see docs/understand/simulation.md).

class PortBinding {
public:
  explicit PortBinding(const Core &core) {
    for (const Scheduler &scheduler : core.schedulers)
      if (scheduler.ports_in_turn) {
        ports_ |= scheduler.ports;
        turns_.push_back({scheduler.ports, std::countr_zero(scheduler.ports)});
      } else if (scheduler.binds_ports) {
        ports_ |= scheduler.ports;
        for (PortSet rest = scheduler.ports; rest != 0; rest &= rest - 1)
          tolerance_[at(std::countr_zero(rest))] = scheduler.binding_tolerance;
      }
  }

  /// Whether uops for these ports are bound to one of them.
  [[nodiscard]] bool binds(PortSet ports) const { return (ports & ports_) != 0; }

  void begin_cycle() { entered_.clear(); }
  /// Called between the issue and the dispatch of a cycle. From here on, the counts of the previous cycle are used.
  void take_counts() {
    counts_ = latest_;
    latest_ = waiting_;
  }

  /// The port for a uop that may use any of `ports` (at least one, all of the same scheduler).
  [[nodiscard]] int choose(PortSet ports) {
    for (Turn &turn : turns_)
      if ((turn.ports & ports) != 0)
        return take_turn(turn, ports);
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

  /// Passes the state that later choices depend on to `each`, one number at a time, until `each` returns false. The
  /// waiting uops are left out.
  template <class Each> bool describe(Each each) const {
    if (ports_ == 0)
      return true;
    return std::ranges::all_of(turns_, [&](const Turn &turn) { return each(turn.port) && each(turn.instead); }) &&
           std::ranges::all_of(latest_, each) && std::ranges::all_of(counts_, each);
  }

private:
  using Counts = std::array<std::int16_t, 64>; ///< by port
  struct Turn {
    PortSet ports = 0; ///< of the scheduler
    int port = 0;      ///< whose turn it is
    int instead = 63;  ///< the port of the last uop that could not use the port whose turn it was
  };

  /// The first of the ports after this one, in a circle.
  static int next_of(PortSet ports, int port) {
    const PortSet later = ports & ~((PortSet{2} << static_cast<unsigned>(port)) - 1);
    return std::countr_zero(later != 0 ? later : ports);
  }

  static int take_turn(Turn &turn, PortSet ports) {
    const int own = std::exchange(turn.port, next_of(turn.ports, turn.port));
    if ((ports >> static_cast<unsigned>(own) & 1) != 0)
      return own;
    return turn.instead = next_of(ports, turn.instead);
  }

  /// The number of uops with this choice of ports that have entered in this cycle.
  int next_rank(PortSet ports) {
    const auto found = std::ranges::find_if(entered_, [&](const auto &one) { return one.first == ports; });
    if (found != entered_.end())
      return found->second++;
    entered_.emplace_back(ports, 1);
    return 0;
  }

  PortSet ports_ = 0;
  std::vector<Turn> turns_;         ///< of the schedulers whose ports take turns
  std::array<int, 64> tolerance_{}; ///< by port
  Counts waiting_{};                ///< now
  Counts latest_{};                 ///< after the last issue
  Counts counts_{};                 ///< after the issue before that
  std::vector<std::pair<PortSet, int>> entered_;
};

} // namespace osaca
