#include "analysis/short_runs.h"

#include "analysis/bind/library_calls.h"

#include <algorithm>
#include <optional>

namespace osaca {
namespace {

/// Smaller differences are within the error of a prediction.
bool is_clearly_less(const Cycles &a, const Cycles &b) { return a * Cycles(21, 20) < b; }

} // namespace

std::optional<ShortRunPrediction> predict_short_runs(const Kernel &kernel, FormCosts &costs,
                                                     const PredictionOptions &options, const Prediction &in_long_runs) {
  // On a core that executes in program order, runs hardly overlap.
  if (!kernel.short_run || costs.model().core().in_order.value)
    return std::nullopt;
  Cycles throughput;
  for (const BoundKind kind : bound_kinds)
    if (kind != BoundKind::loop_carried)
      throughput = std::max(throughput, in_long_runs.bound(kind));
  if (!is_clearly_less(throughput, in_long_runs.cycles))
    return std::nullopt;
  PredictionOptions how = options;
  how.timeline_iterations = 0;
  const Kernel around = with_call_operands(*kernel.short_run->around, costs);
  const PreparedKernel prepared = prepare(bind(around, costs), how.dependencies);
  if (!prepared.kernel.has_all_figures())
    return std::nullopt;
  const Prediction outer = predict(prepared, how);
  const Cycles iterations(kernel.short_run->iterations);
  const Cycles share(kernel.short_run->instructions, kernel.short_run->instructions_of_runs);
  const Cycles cycles = outer.cycles * share / iterations;
  if (!is_clearly_less(cycles, in_long_runs.cycles))
    return std::nullopt;
  if (kernel.short_run->is_example)
    return ShortRunPrediction{{}, ExampleOfShortRuns{kernel.short_run->iterations, cycles}};
  Prediction shorter = in_long_runs;
  shorter.chains_of_runs = outer.bound(BoundKind::loop_carried) * share / iterations;
  shorter.take_largest_bound();
  shorter.take_simulated(cycles);
  const ShortRuns runs = {kernel.short_run->iterations, outer.cycles, in_long_runs.cycles, in_long_runs.bound_by};
  return ShortRunPrediction{std::pair{std::move(shorter), runs}, {}};
}

} // namespace osaca
