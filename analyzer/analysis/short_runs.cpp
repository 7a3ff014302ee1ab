#include "analysis/short_runs.h"

#include "analysis/bind/library_calls.h"
#include "analysis/predicted_loop.h"

#include <algorithm>
#include <optional>

namespace osaca {
AboutShortRuns predict_short_runs(const Kernel &kernel, FormCosts &costs, const PredictionOptions &options,
                                  const Prediction &in_long_runs) {
  // On a core that executes in program order, runs hardly overlap.
  if (!kernel.short_run || costs.model().core().in_order.value)
    return {};
  Cycles throughput;
  for (const BoundKind kind : bound_kinds)
    if (kind != BoundKind::loop_carried)
      throughput = std::max(throughput, in_long_runs.bound(kind));
  if (!is_clearly_less(throughput, in_long_runs.cycles))
    return {};
  PredictionOptions how = options;
  how.timeline_iterations = 0;
  const Kernel around = with_call_operands(*kernel.short_run->around, costs);
  const PreparedKernel prepared = prepare(bind(around, costs), how.preparation);
  if (!prepared.kernel.has_all_figures())
    return {};
  const Prediction outer = predict(prepared, how);
  const Cycles iterations(kernel.short_run->iterations);
  const Cycles share(kernel.short_run->instructions, kernel.short_run->instructions_of_runs);
  // Only the chains of runs overlap. What the core takes for the loop's own instructions remains.
  const Cycles cycles = std::max(outer.cycles * share / iterations, throughput);
  if (!is_clearly_less(cycles, in_long_runs.cycles))
    return {};
  if (kernel.short_run->is_example)
    return ExampleOfShortRuns{kernel.short_run->iterations, cycles};
  ShortRunPrediction made{in_long_runs,
                          {kernel.short_run->iterations, outer.cycles, in_long_runs.cycles, in_long_runs.bound_by}};
  Prediction &shorter = made.prediction;
  shorter.chains_of_runs = outer.bound(BoundKind::loop_carried) * share / iterations;
  shorter.take_largest_bound();
  shorter.take_simulated(cycles);
  return made;
}

} // namespace osaca
