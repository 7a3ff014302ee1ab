#include "analysis/uncertainty.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace osaca {
namespace {

using Kind = RangeCause::Kind;

/// In a linked program the address is known.
std::optional<CyclesRange> range_by_alignment(const KernelReport &report) {
  if (!report.placement || report.placement->known == CodePlacement::Known::address)
    return std::nullopt;
  return CyclesRange{report.placement->least, report.placement->most};
}

/// If uops got their ports in the best order, the loop would take no longer than its largest bound. On a core that
/// executes in program order, the simulated cycles are stalls, which do not depend on such an order. For short runs,
/// the bounds are not those of the loop around them.
std::optional<CyclesRange> range_by_port_order(const Prediction &prediction) {
  if (!prediction.simulated || !prediction.stalls.empty() || prediction.chains_of_runs)
    return std::nullopt;
  return CyclesRange{prediction.bound(prediction.bound_by), prediction.cycles};
}

/// The other prediction is that for the same loop if none of the uncertain loads is renamed. It is one for a long run.
std::optional<CyclesRange> range_by_renaming(const PredictedLoop &predicted) {
  if (predicted.prepared.graph.renamed_sometimes.empty() || predicted.prediction.chains_of_runs)
    return std::nullopt;
  PredictionOptions options = predicted.options;
  options.preparation.dependencies.renamed_sometimes = false;
  options.timeline_iterations = 0;
  const PreparedKernel without = prepare(bind(predicted.kernel, predicted.costs), options.preparation);
  const Cycles other = predict(without, options).cycles;
  return CyclesRange{std::min(predicted.prediction.cycles, other), std::max(predicted.prediction.cycles, other)};
}

std::vector<int> loads_renamed_sometimes(const DependencyGraph &graph) {
  std::vector<int> loads = graph.renamed_sometimes;
  std::ranges::sort(loads);
  const auto rest = std::ranges::unique(loads);
  loads.erase(rest.begin(), rest.end());
  return loads;
}

/// Without the binary digits that a division adds: 0.911 for 91.1.
double share_of(double percent) { return std::round(percent * 1e4) / 1e6; }

} // namespace

std::optional<Uncertainty> uncertainty(const PredictedLoop &predicted, const KernelReport &report) {
  if (!is_whole_time_in_core(predicted, report))
    return std::nullopt;
  Uncertainty found{{report.cycles_per_iteration, report.cycles_per_iteration}, {}};
  const auto add = [&](Kind kind, const std::optional<CyclesRange> &range, const std::vector<int> &instructions) {
    if (!range || !is_clearly_less(range->low, range->high))
      return;
    found.range.low = std::min(found.range.low, range->low);
    found.range.high = std::max(found.range.high, range->high);
    found.causes.push_back({kind, *range, instructions});
  };
  add(Kind::alignment, range_by_alignment(report), {});
  add(Kind::port_order, range_by_port_order(predicted.prediction), {});
  add(Kind::memory_renaming, range_by_renaming(predicted), loads_renamed_sometimes(predicted.prepared.graph));
  return found.causes.empty() ? std::nullopt : std::optional(std::move(found));
}

std::optional<Confidence> confidence(const Kernel &kernel, const MachineModel &model) {
  const bool is_block = kernel.region == RegionKind::block || kernel.way_back == WayBack::none;
  const Validation::Code code = is_block ? Validation::Code::blocks : Validation::Code::loops;
  const std::vector<Validation> &all = model.data().validations;
  const auto found = std::ranges::find(all, code, &Validation::code);
  if (found == all.end())
    return std::nullopt;
  return Confidence{is_block ? "blocks" : "loops", found->rows, share_of(found->close_percent),
                    share_of(found->mean_error_percent), found->provenance.text};
}

} // namespace osaca
