#include "simulation/schedulers.h"

#include <bit>

namespace osaca {

Schedulers::Schedulers(const Core &core) {
  for (const Scheduler &scheduler : core.schedulers) {
    if (scheduler.is_queued)
      queued_ |= 1U << all_.size();
    all_.push_back({scheduler.ports, scheduler.entries, scheduler.per_cycle, 0, 0});
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

void Schedulers::begin_cycle() {
  for (State &scheduler : all_)
    scheduler.entered = 0;
  past_[now_] = waiting_;
  now_ = now_ + 1 == past_.size() ? 0 : now_ + 1;
}

int Schedulers::waiting(const State &scheduler, PortSet wanted, const Counts &counts) const {
  int sum = 0;
  for (PortSet rest = scheduler.ports & wanted; rest != 0; rest &= rest - 1)
    sum += counts[static_cast<std::size_t>(std::countr_zero(rest))];
  return sum;
}

int Schedulers::choose(const SchedulerDemand &demand) {
  // The oldest entry of the ring is the next that will be overwritten.
  const Counts &counts = demand.is_queued ? past_[now_] : waiting_;
  int &turn = demand.is_queued ? queued_turn_ : turn_;
  int best = -1;
  int least = 0;
  for (int k = 0; k < count(); ++k) {
    const int s = (k + turn) % count();
    if ((demand.schedulers >> s & 1U) == 0)
      continue;
    const int here = waiting(all_[static_cast<std::size_t>(s)], demand.ports, counts);
    if (best < 0 || here < least) {
      best = s;
      least = here;
    }
  }
  if (best < 0)
    return -1;
  const State &chosen = all_[static_cast<std::size_t>(best)];
  if (chosen.occupied >= chosen.entries || (chosen.per_cycle > 0 && chosen.entered >= chosen.per_cycle))
    return -1;
  turn = (best + 1) % count();
  return best;
}

void Schedulers::count_waiting(int scheduler, PortSet uop_ports, int change) {
  for (PortSet rest = all_[static_cast<std::size_t>(scheduler)].ports & uop_ports; rest != 0; rest &= rest - 1) {
    std::int16_t &count = waiting_[static_cast<std::size_t>(std::countr_zero(rest))];
    count = static_cast<std::int16_t>(count + change);
  }
}

} // namespace osaca
