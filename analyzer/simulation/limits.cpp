#include "simulation/limits.h"

#include <algorithm>
#include <cmath>

namespace osaca {
namespace {

constexpr int warm_up_macro_ops = 700; ///< until the buffers are as full as they get
constexpr int measured_macro_ops = 1000;
constexpr int fewest_iterations = 6; ///< of either

int whole(Cycles value) { return static_cast<int>(std::lround(value.to_double())); }

int iterations_of(int macro_ops, int of_one) { return std::max(fewest_iterations, (macro_ops + of_one - 1) / of_one); }

} // namespace

CoreLimits::CoreLimits(const Core &core)
    : width_ticks(whole(core.dispatch_width.value * Cycles(ticks_per_cycle))),
      early_ticks(core.dispatch_splits ? (core.dispatch_splits->among_first - 1) * ticks_per_cycle : width_ticks),
      splits_ticks(core.dispatch_splits ? core.dispatch_splits->per_cycle * ticks_per_cycle : width_ticks) {
  if (core.reorder_buffer)
    reorder_entries = whole(core.reorder_buffer->value);
  if (core.retire_width)
    retire_width = whole(core.retire_width->value);
  if (core.scheduler_queue) {
    queue_entries = core.scheduler_queue->entries;
    queue_width = core.scheduler_queue->per_cycle;
  }
}

SimulatedTime::SimulatedTime(int macro_ops, const CoreLimits &core, const SimulationOptions &options)
    : may_end_early(options.measured_iterations == 0), warm_up(iterations_of(warm_up_macro_ops, macro_ops)),
      measured(may_end_early ? iterations_of(measured_macro_ops, macro_ops) : options.measured_iterations) {
  if (options.timeline_iterations > 0)
    recorded_until = warm_up + std::min(options.timeline_iterations, measured + 1);
  most = warm_up + measured + 2 + core.reorder_entries / macro_ops;
}

} // namespace osaca
