#include "analysis/short_runs.h"

#include "analysis/bind/library_calls.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace osaca {
namespace {

bool has_known_time(const CostedKernel &kernel) {
  return kernel.follows_register_stack &&
         std::ranges::none_of(kernel.instructions, [](const PlacedInstruction &placed) {
           return placed.costed->unknown || placed.costed->is_unknown_call;
         });
}

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
  if (!has_known_time(prepared.kernel))
    return std::nullopt;
  const Prediction outer = predict(prepared, how);
  const Cycles iterations(kernel.short_run->iterations);
  const Cycles share(kernel.short_run->instructions, kernel.short_run->instructions_of_runs);
  const Cycles cycles = outer.cycles * share / iterations;
  if (!is_clearly_less(cycles, in_long_runs.cycles))
    return std::nullopt;
  ShortRunPrediction made{in_long_runs,
                          {kernel.short_run->iterations, outer.cycles, in_long_runs.cycles, in_long_runs.bound_by}};
  Prediction &shorter = made.prediction;
  shorter.chains_of_runs = outer.bound(BoundKind::loop_carried) * share / iterations;
  shorter.cycles = cycles;
  shorter.bound_by = BoundKind::ports;
  for (const BoundKind kind : bound_kinds)
    if (shorter.bound(shorter.bound_by) < shorter.bound(kind))
      shorter.bound_by = kind;
  const bool is_above_bounds = shorter.bound(shorter.bound_by) * Cycles(51, 50) < cycles;
  shorter.simulated = is_above_bounds ? std::optional(cycles) : std::nullopt;
  return made;
}

} // namespace osaca
