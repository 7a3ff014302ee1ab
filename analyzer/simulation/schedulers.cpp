#include "simulation/schedulers.h"

#include "base/index.h"
#include "simulation/simulation.h"

namespace osaca {
namespace {

constexpr long behind_all = 1'000'000; ///< more than the number of waiting uops ever is

/// An execution unit and a branch unit. Schedulers of more units accept several uops for one of them: a loop of eight
/// stores of vectors on a core with one scheduler for them takes as long as its ports
/// (tests/accuracy/kernels/published.yml).
constexpr int most_ports_of_small_scheduler = 2;

} // namespace

Schedulers::Schedulers(const Core &core)
    : memory_ports_(core.ports_of_kind(PortKind::load) | core.ports_of_kind(PortKind::store)),
      packed_counts_(static_cast<std::ptrdiff_t>(core.ports.size() * sizeof(std::int16_t) + sizeof(std::int64_t) - 1) /
                     static_cast<std::ptrdiff_t>(sizeof(std::int64_t))) {
  for (const Scheduler &scheduler : core.schedulers) {
    if (scheduler.is_queued)
      queued_ |= 1U << all_.size();
    const bool is_small = std::popcount(scheduler.ports & ~memory_ports_) <= most_ports_of_small_scheduler;
    turn_in_set_.push_back(count());
    const bool binds = scheduler.binds_ports || scheduler.ports_in_turn;
    all_.push_back(
        {scheduler.ports, scheduler.entries, scheduler.per_cycle, 0, 0, scheduler.binds_ports, is_small && !binds});
  }
  past_.resize(static_cast<std::size_t>(core.scheduler_queue ? core.scheduler_queue->counted_cycles_ago : 0) + 1);
}

std::uint32_t Schedulers::with(PortSet ports) const {
  std::uint32_t found = 0;
  for (std::size_t s = 0; s < all_.size(); ++s)
    if ((all_[s].ports & ports) != 0)
      found |= 1U << s;
  return found;
}

std::uint32_t Schedulers::with_branch_unit(const SimulatedUop &uop) const {
  std::uint32_t found = 0;
  for (std::size_t s = 0; uop.is_taken_branch && s < all_.size(); ++s)
    if ((all_[s].ports & uop.ports) != 0 && (all_[s].ports & ~uop.ports & ~memory_ports_) != 0)
      found |= 1U << s;
  return found;
}

SchedulerDemand Schedulers::demand_of(const SimulatedUop &uop) const {
  const std::uint32_t eligible = with(uop.ports);
  SchedulerDemand demand{eligible, uop.ports, SchedulerChoice::in_turn, 1};
  if ((eligible & queued_) != 0)
    demand.choice = SchedulerChoice::least_awaited;
  else if ((uop.ports & ~memory_ports_) == 0)
    demand.choice = SchedulerChoice::open_least_awaited;
  else if (const std::uint32_t beside = with_branch_unit(uop); beside != 0) {
    demand.choice = SchedulerChoice::branch_unit;
    demand.schedulers = beside;
  }
  demand.is_branch = uop.is_branch;
  if (uop.busy_ticks >= 2 * ticks_per_cycle)
    demand.queue_places = 2;
  return demand;
}

std::vector<SchedulerDemand> Schedulers::demands_of(const std::vector<SimulatedUop> &uops) const {
  std::vector<SchedulerDemand> demands;
  demands.reserve(uops.size());
  std::vector<std::uint32_t> sets; // disjoint
  for (std::size_t u = 0; u < uops.size(); ++u) {
    SchedulerDemand &demand = demands.emplace_back(demand_of(uops[u]));
    demand.avoids_last = u > 0 && uops[u].instruction == uops[u - 1].instruction && uops[u].ports == uops[u - 1].ports;
    if (demand.choice != SchedulerChoice::in_turn || demand.schedulers == 0)
      continue;
    std::uint32_t joined = demand.schedulers;
    std::erase_if(sets, [&](std::uint32_t set) {
      const bool overlaps = (set & joined) != 0;
      joined |= overlaps ? set : 0;
      return overlaps;
    });
    sets.push_back(joined);
  }
  for (SchedulerDemand &demand : demands)
    for (const std::uint32_t set : sets)
      if (demand.choice == SchedulerChoice::in_turn && (set & demand.schedulers) != 0)
        demand.turn_set = set;
  return demands;
}

int Schedulers::best(std::uint32_t schedulers, const SchedulerDemand &demand) const {
  const auto sum_of = [&](const Counts &counts, const State &scheduler) {
    long sum = 0;
    for (PortSet rest = scheduler.ports & demand.ports; rest != 0; rest &= rest - 1)
      sum += counts[at(std::countr_zero(rest))];
    return sum;
  };
  switch (demand.choice) {
  case SchedulerChoice::in_turn:
  case SchedulerChoice::branch_unit: return least(schedulers, demand, [](const State &) { return 0L; });
  case SchedulerChoice::open_least_awaited:
    return least(schedulers, demand, [&](const State &scheduler) {
      return sum_of(waiting_, scheduler) + (scheduler.occupied < scheduler.entries ? 0 : behind_all);
    });
  case SchedulerChoice::least_awaited: break;
  }
  const Counts &counts = past_[now_]; // the oldest entry of the ring is the next one to be overwritten
  return least(schedulers, demand, [&](const State &scheduler) { return sum_of(counts, scheduler); });
}

template <class Rank> int Schedulers::least(std::uint32_t schedulers, const SchedulerDemand &demand, Rank rank) const {
  const int turn = demand.choice == SchedulerChoice::in_turn ? turn_in_set_[at(std::countr_zero(demand.turn_set))]
                                                             : turn_[at(demand.choice)];
  const std::uint32_t before_turn = (1U << static_cast<unsigned>(turn)) - 1;
  int best = -1;
  long least = 0;
  for (const std::uint32_t part : {schedulers & ~before_turn, schedulers & before_turn})
    for (std::uint32_t rest = part; rest != 0; rest &= rest - 1) {
      const int s = std::countr_zero(rest);
      const long here = rank(all_[at(s)]);
      if (best < 0 || here < least) {
        best = s;
        least = here;
      }
    }
  return best;
}

} // namespace osaca
