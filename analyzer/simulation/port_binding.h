// Which port a uop is bound to when it enters a scheduler, on some cores.
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

// Some cores bind a uop to a port when it enters a scheduler, before it is known which port will be free.
//
// In some schedulers, the ports take turns. In others, the core orders the ports by the number of bound uops that
// waited for them one cycle ago. The first macro-op that is dispatched in a cycle gets the port with the fewest waiting
// uops, the second macro-op gets the next port in this order, and so on. A port with many more waiting uops than the
// first port is not chosen. Both rules were derived from measurements (see docs/understand/simulation.md).

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
          rules_[at(std::countr_zero(rest))] = {scheduler.binding_tolerance, scheduler.binding_ranks};
      }
  }

  /// Whether uops for these ports are bound to one of them.
  [[nodiscard]] bool binds(PortSet ports) const { return (ports & ports_) != 0; }

  /// Called between the issue and the dispatch of a cycle. Makes the counts of the previous cycle those that choose()
  /// uses.
  void take_counts() {
    counts_ = latest_;
    latest_ = waiting_;
  }

  /// The port for a uop that may use any of `ports` (at least one, all of the same scheduler). `place` is the position
  /// of its macro-op among those that are dispatched in the cycle, counted from 0. `follows`: the uop belongs to the
  /// same instruction and has the same ports as the previous uop, so it gets the next position.
  [[nodiscard]] int choose(PortSet ports, int place, bool follows) {
    last_place_ = follows ? last_place_ + 1 : place;
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
    const Rule &rule = rules_[at(sorted[0])];
    const int ranks = rule.ranks > 0 ? std::min(rule.ranks, static_cast<int>(count)) : static_cast<int>(count);
    int rank = last_place_ % ranks;
    while (rank > 0 && counts_[at(sorted[at(rank)])] - counts_[at(sorted[0])] >= rule.tolerance)
      --rank;
    return sorted[at(rank)];
  }

  void enter(int port) { ++waiting_[at(port)]; }
  void leave(int port) { --waiting_[at(port)]; }

  /// Passes the state on which later choices depend to `each`, one number at a time, until `each` returns false. The
  /// state of the waiting uops is not included.
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

  struct Rule { ///< of a port's scheduler
    int tolerance = 0;
    int ranks = 0; ///< Scheduler::binding_ranks
  };

  /// The next of the ports after this one; the first port follows the last.
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

  PortSet ports_ = 0;
  std::vector<Turn> turns_;      ///< of the schedulers whose ports take turns
  std::array<Rule, 64> rules_{}; ///< by port
  int last_place_ = 0; ///< not a part of the state between iterations: the first uop of an iteration never follows
  Counts waiting_{};   ///< now
  Counts latest_{};    ///< after the last issue
  Counts counts_{};    ///< after the issue of the previous cycle; choose() uses these
};

} // namespace osaca
