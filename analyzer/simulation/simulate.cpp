#include "simulation/simulate.h"

#include "simulation/calendar.h"
#include "simulation/plan.h"
#include "simulation/schedulers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

namespace osaca {
namespace {

constexpr int most_macro_ops = 2000;   ///< of an iteration
constexpr int warm_up_macro_ops = 700; ///< until the buffers are as full as they get
constexpr int measured_macro_ops = 1000;
constexpr int fewest_iterations = 12;
constexpr int most_cycles = 60'000;

class Simulation {
public:
  Simulation(const SimulatedProgram &program, const Core &core, const SimulationOptions &options)
      : program_(program), options_(options), schedulers_(core), plan_(plan_simulation(program, schedulers_)),
        uop_count_(static_cast<int>(program.uops.size())), macro_count_(static_cast<int>(program.macro_ops.size())),
        width_ticks_(whole(core.dispatch_width.value.to_double() * ticks_per_cycle)),
        reorder_entries_(core.reorder_buffer ? whole(core.reorder_buffer->value.to_double()) : most_macro_ops),
        retire_width_(core.retire_width ? whole(core.retire_width->value.to_double()) : most_macro_ops),
        queue_entries_(core.scheduler_queue ? core.scheduler_queue->entries : 0),
        queue_width_(core.scheduler_queue ? core.scheduler_queue->per_cycle : 0),
        unscheduled_((core.ports.size() < 64 ? (PortSet{1} << core.ports.size()) - 1 : ~PortSet{0}) &
                     ~std::accumulate(core.schedulers.begin(), core.schedulers.end(), PortSet{0},
                                      [](PortSet sum, const Scheduler &scheduler) { return sum | scheduler.ports; })) {
    plan_iterations();
  }

  std::optional<SimulationResult> run() {
    const long total = static_cast<long>(iterations_) * macro_count_;
    for (; retired_ < total; ++now_) {
      if (now_ >= most_cycles)
        return std::nullopt;
      schedulers_.begin_cycle();
      file_ready();
      issue();
      retire();
      leave_queue();
      dispatch(total);
    }
    SimulationResult result;
    const int first = warm_up_;
    const int last = iterations_ - 1;
    result.cycles = Cycles(retired_at_[static_cast<std::size_t>(last)] - retired_at_[static_cast<std::size_t>(first)],
                           last - first);
    result.timeline = std::move(timeline_);
    return result;
  }

private:
  struct Instance {        ///< one uop of one iteration
    int pending = 0;       ///< inputs that have not issued yet
    int ready_ticks = 0;   ///< when the others let it go
    int issued_ticks = -1; ///< when; not before it was ready, so that parts of cycles add up along a chain
    int dispatched = -1;
    std::int16_t scheduler = -1;
    bool is_placed = false; ///< in a scheduler
  };
  static int whole(double value) { return static_cast<int>(std::lround(value)); }
  [[nodiscard]] Instance &instance(long sequence) { return instances_[static_cast<std::size_t>(sequence)]; }
  [[nodiscard]] const SimulatedUop &uop_of(long sequence) const {
    return program_.uops[static_cast<std::size_t>(sequence % uop_count_)];
  }

  [[nodiscard]] const SchedulerDemand &demand_of(long sequence) const {
    return plan_.demands[static_cast<std::size_t>(sequence % uop_count_)];
  }

  void plan_iterations() {
    warm_up_ = std::max(fewest_iterations / 2, (warm_up_macro_ops + macro_count_ - 1) / macro_count_);
    const int measured = std::max(fewest_iterations / 2, (measured_macro_ops + macro_count_ - 1) / macro_count_);
    iterations_ = warm_up_ + measured + 1;
    instances_.resize(static_cast<std::size_t>(iterations_) * static_cast<std::size_t>(uop_count_));
    left_.reserve(static_cast<std::size_t>(iterations_) * static_cast<std::size_t>(macro_count_));
    for (int i = 0; i < iterations_; ++i)
      for (const MacroOp &macro_op : program_.macro_ops)
        left_.push_back(macro_op.uop_count);
    retired_at_.resize(static_cast<std::size_t>(iterations_));
    calendar_.emplace(instances_.size());
    ready_.resize(static_cast<std::size_t>(schedulers_.count()) + 1);
  }

  // ---- dispatch: in order, as much as the width takes, unless something has no place

  void dispatch(long total) {
    int credit = width_ticks_ - owed_ticks_;
    while (dispatched_ < total && credit > 0 && dispatched_ - retired_ < reorder_entries_) {
      const int m = static_cast<int>(dispatched_ % macro_count_);
      const long iteration = dispatched_ / macro_count_;
      const MacroOp &macro_op = program_.macro_ops[static_cast<std::size_t>(m)];
      while (placed_uops_ < macro_op.uop_count && place(iteration * uop_count_ + macro_op.first_uop + placed_uops_))
        ++placed_uops_;
      if (placed_uops_ < macro_op.uop_count)
        break;
      placed_uops_ = 0;
      credit -= macro_op.slot_ticks;
      ++dispatched_;
    }
    owed_ticks_ = std::max(0, -credit); // a macro-op of more slots than are left goes on in the next cycle
  }

  /// False where there is no place.
  bool place(long sequence) {
    const SchedulerDemand &demand = demand_of(sequence);
    int scheduler = schedulers_.count(); // where those without a scheduler wait
    if (demand.is_queued()) {
      const int waiting = static_cast<int>(queue_.size() - queue_head_);
      if (waiting > 0 && waiting >= queue_entries_)
        return false;
    } else if (demand.schedulers != 0) {
      scheduler = schedulers_.choose(demand);
      if (scheduler < 0)
        return false;
    }
    instance(sequence).dispatched = now_;
    if (demand.is_queued())
      queue_.push_back(sequence);
    else
      enter(sequence, scheduler);
    return true;
  }

  void enter(long sequence, int scheduler) {
    if (scheduler < schedulers_.count())
      schedulers_.enter(scheduler, demand_of(sequence));
    Instance &entering = instance(sequence);
    entering.scheduler = static_cast<std::int16_t>(scheduler);
    entering.is_placed = true;
    await_inputs(entering, uop_of(sequence), sequence / uop_count_);
    if (entering.pending == 0)
      file(sequence, std::max(entering.ready_ticks, (now_ + 1) * ticks_per_cycle));
  }

  void await_inputs(Instance &waiting, const SimulatedUop &uop, long iteration) {
    for (const UopInput &input : uop.inputs) {
      if (input.distance > iteration)
        continue; // from before the first iteration: there since long
      const Instance &producer = instance((iteration - input.distance) * uop_count_ + input.uop);
      if (producer.issued_ticks < 0)
        ++waiting.pending;
      else
        waiting.ready_ticks = std::max(waiting.ready_ticks, producer.issued_ticks + input.offset_ticks);
    }
  }

  void leave_queue() {
    int credit = queue_width_;
    for (; queue_head_ < queue_.size() && credit > 0; ++queue_head_) {
      const SchedulerDemand &demand = demand_of(queue_[queue_head_]);
      if (demand.queue_places > credit && credit < queue_width_)
        break;
      const int scheduler = schedulers_.choose(demand);
      if (scheduler < 0)
        break;
      credit -= demand.queue_places;
      enter(queue_[queue_head_], scheduler);
    }
  }

  // ---- ready uops, filed under the cycle in which they may issue

  void file(long sequence, int ready_ticks) {
    instance(sequence).ready_ticks = ready_ticks;
    calendar_->file(static_cast<int>(sequence), ready_ticks / ticks_per_cycle, now_);
  }

  void file_ready() {
    calendar_->take(now_, [&](int sequence) {
      const Instance &found = instance(sequence);
      if (found.ready_ticks >= (now_ + 1) * ticks_per_cycle)
        return file(sequence, found.ready_ticks);
      auto &list = ready_[static_cast<std::size_t>(found.scheduler)];
      list.insert(std::upper_bound(list.begin(), list.end(), sequence, [&](int a, int b) { return goes_before(a, b); }),
                  sequence);
    });
  }

  // ---- issue: in each scheduler the oldest first

  /// Jumps give way to others, see docs/simulation.md.
  [[nodiscard]] bool goes_before(long a, long b) const {
    const bool a_jumps = uop_of(a).is_jump;
    return a_jumps == uop_of(b).is_jump ? a < b : !a_jumps;
  }

  void issue() {
    issued_ports_ = 0;
    for (std::size_t s = 0; s < ready_.size(); ++s) {
      auto &list = ready_[s];
      const PortSet ports = s < ready_.size() - 1 ? schedulers_.ports(static_cast<int>(s)) : unscheduled_;
      std::size_t kept = 0;
      std::size_t seen = 0;
      for (PortSet open = free_ports(ports); seen < list.size() && open != 0; ++seen) {
        if (try_issue(list[seen]))
          open &= ~issued_ports_;
        else
          list[kept++] = list[seen];
      }
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(kept), list.begin() + static_cast<std::ptrdiff_t>(seen));
    }
  }

  [[nodiscard]] PortSet free_ports(PortSet ports) const {
    PortSet found = 0;
    for (PortSet rest = ports; rest != 0; rest &= rest - 1)
      if (busy_until_[static_cast<std::size_t>(std::countr_zero(rest))] < (now_ + 1) * ticks_per_cycle)
        found |= rest & (~rest + 1);
    return found;
  }

  /// Of the free ports that for which the fewest others wait.
  [[nodiscard]] int free_port(PortSet ports) const {
    int best = -1;
    for (PortSet rest = ports & ~issued_ports_; rest != 0; rest &= rest - 1) {
      const int port = std::countr_zero(rest);
      if (busy_until_[static_cast<std::size_t>(port)] < (now_ + 1) * ticks_per_cycle &&
          (best < 0 || schedulers_.waiting_for(port) < schedulers_.waiting_for(best)))
        best = port;
    }
    return best;
  }

  bool try_issue(int sequence) {
    Instance &issuing = instance(sequence);
    const SimulatedUop &uop = uop_of(sequence);
    const bool counts = issuing.scheduler < schedulers_.count();
    const int port = free_port(counts ? uop.ports & schedulers_.ports(issuing.scheduler) : uop.ports);
    const int divider = uop.divider == 0 ? -1 : free_port(uop.divider);
    if (port < 0 || (uop.divider != 0 && (divider < 0 || !is_oldest_division(sequence, uop.divider))))
      return false;
    occupy(port, uop.busy_ticks);
    issued_ports_ |= PortSet{1} << port;
    if (divider >= 0)
      occupy(divider, uop.divider_ticks);
    issuing.issued_ticks = std::max(issuing.ready_ticks, now_ * ticks_per_cycle);
    if (counts)
      schedulers_.leave(issuing.scheduler, demand_of(sequence));
    const long iteration = sequence / uop_count_;
    const auto u = static_cast<std::size_t>(sequence % uop_count_);
    --left_[static_cast<std::size_t>(iteration * macro_count_ + plan_.macro_of[u])];
    wake_users(u, iteration, issuing.issued_ticks);
    record(sequence, port);
    return true;
  }

  /// A divider may serve several schedulers.
  [[nodiscard]] bool is_oldest_division(int sequence, PortSet divider) const {
    return std::none_of(ready_.begin(), ready_.end(), [&](const std::vector<int> &list) {
      return std::any_of(list.begin(), list.end(), [&](int other) {
        return other < sequence && instances_[static_cast<std::size_t>(other)].issued_ticks < 0 &&
               (uop_of(other).divider & divider) != 0;
      });
    });
  }

  void occupy(int port, int ticks) {
    int &until = busy_until_[static_cast<std::size_t>(port)];
    until = std::max(until, now_ * ticks_per_cycle) + ticks;
  }

  void wake_users(std::size_t uop, long iteration, int issued_ticks) {
    for (const SimulationPlan::User &user : plan_.users[uop]) {
      if (iteration + user.distance >= iterations_)
        continue;
      const long sequence = (iteration + user.distance) * uop_count_ + user.uop;
      Instance &waiting = instance(sequence);
      if (!waiting.is_placed)
        continue; // it will look for itself
      waiting.ready_ticks = std::max(waiting.ready_ticks, issued_ticks + user.offset_ticks);
      if (--waiting.pending == 0)
        file(sequence, std::max(waiting.ready_ticks, (now_ + 1) * ticks_per_cycle));
    }
  }

  void record(int sequence, int port) {
    const int iteration = sequence / uop_count_;
    if (iteration < warm_up_ || iteration >= warm_up_ + options_.timeline_iterations)
      return;
    const Instance &done = instance(sequence);
    timeline_.push_back(
        {iteration - warm_up_, sequence % uop_count_, done.dispatched, done.ready_ticks / ticks_per_cycle, now_, port});
  }

  void retire() {
    for (int r = 0; r < retire_width_ && retired_ < dispatched_ && left_[static_cast<std::size_t>(retired_)] == 0;
         ++r) {
      if ((retired_ + 1) % macro_count_ == 0)
        retired_at_[static_cast<std::size_t>(retired_ / macro_count_)] = now_;
      ++retired_;
    }
  }

  const SimulatedProgram &program_;
  const SimulationOptions &options_;
  Schedulers schedulers_;
  SimulationPlan plan_;
  int uop_count_;
  int macro_count_;
  int width_ticks_;
  int reorder_entries_;
  int retire_width_;
  int queue_entries_;
  int queue_width_;
  PortSet unscheduled_; ///< ports that belong to no scheduler
  int iterations_ = 0;
  int warm_up_ = 0; ///< iterations

  int now_ = 0; ///< cycle
  long dispatched_ = 0;
  long retired_ = 0;
  int owed_ticks_ = 0;
  int placed_uops_ = 0;             ///< of the macro-op that is being dispatched
  std::vector<Instance> instances_; ///< by sequence: iteration * uops + uop
  std::vector<int> left_;           ///< by macro-op: uops that have not issued
  std::vector<int> retired_at_;     ///< by iteration: the cycle of its last macro-op
  std::vector<long> queue_;         ///< sequences
  std::size_t queue_head_ = 0;
  std::optional<Calendar> calendar_;
  std::vector<std::vector<int>> ready_; ///< by scheduler, oldest first; the last for ports without one
  std::array<int, 64> busy_until_{};    ///< by port, ticks
  PortSet issued_ports_ = 0;            ///< in this cycle
  std::vector<UopTimes> timeline_;
};

} // namespace

std::optional<SimulationResult> simulate(const SimulatedProgram &program, const Core &core,
                                         const SimulationOptions &options) {
  if (core.schedulers.empty() || program.macro_ops.empty() || program.uops.empty() ||
      program.macro_ops.size() > most_macro_ops)
    return std::nullopt;
  return Simulation(program, core, options).run();
}

} // namespace osaca
