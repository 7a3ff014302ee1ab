// Where uops wait: which scheduler each is given to, and how many wait for each port.
//
// A uop is bound to a scheduler when it enters, before anybody knows which port will be free: to the one in which the
// fewest uops wait for the ports it can use, of equal ones to the next in turn. Behind a queue the counts are those of
// some cycles ago. Both were found by probes, see docs/simulation.md.
#pragma once

#include "model/machine_model.h"

#include <array>
#include <cstdint>
#include <vector>

namespace osaca {

/// Uops that enter one scheduler together: the parts of a macro-op that some scheduler has all ports for.
struct SchedulerDemand {
  std::uint32_t schedulers = 0; ///< which could hold them: bit i = scheduler i; 0: ports without a scheduler
  PortSet ports = 0;            ///< which any of them could use
  bool is_queued = false;       ///< they go through the queue in front of their schedulers
  int queue_places = 1;         ///< of the queue's width: 2 for a uop that keeps its port for two cycles
};

class Schedulers {
public:
  explicit Schedulers(const Core &core);

  [[nodiscard]] int count() const { return static_cast<int>(all_.size()); }
  /// The schedulers that have one of the ports, bit i = scheduler i.
  [[nodiscard]] std::uint32_t with(PortSet ports) const;
  [[nodiscard]] bool is_queued(std::uint32_t schedulers) const { return (schedulers & queued_) != 0; }
  [[nodiscard]] PortSet ports(int scheduler) const { return all_[static_cast<std::size_t>(scheduler)].ports; }

  /// At the beginning of each cycle.
  void begin_cycle();
  /// The scheduler for this demand; -1: the one it has to go to takes no more in this cycle.
  [[nodiscard]] int choose(const SchedulerDemand &demand);
  void enter(int scheduler) {
    ++all_[static_cast<std::size_t>(scheduler)].occupied;
    ++all_[static_cast<std::size_t>(scheduler)].entered;
  }
  void leave(int scheduler) { --all_[static_cast<std::size_t>(scheduler)].occupied; }
  /// A uop begins (+1) or ceases (-1) to wait in `scheduler`.
  void count_waiting(int scheduler, PortSet uop_ports, int change);
  [[nodiscard]] int waiting_for(int port) const { return waiting_[static_cast<std::size_t>(port)]; }

private:
  struct State {
    PortSet ports = 0;
    int entries = 0;
    int per_cycle = 0; ///< 0: as many as come
    int occupied = 0;
    int entered = 0; ///< in this cycle
  };
  using Counts = std::array<std::int16_t, 64>; ///< by port

  [[nodiscard]] int waiting(const State &scheduler, PortSet wanted, const Counts &counts) const;

  std::vector<State> all_;
  std::uint32_t queued_ = 0;
  Counts waiting_{};
  std::vector<Counts> past_; ///< of the last cycles, a ring: what the queue goes by
  std::size_t now_ = 0;
  int turn_ = 0;
  int queued_turn_ = 0;
};

} // namespace osaca
