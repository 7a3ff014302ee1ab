#include "measure/counters/count_matrix.h"

#include <algorithm>
#include <array>

namespace osaca::measure {
namespace {

constexpr std::size_t runs_of_workload = 3;

Counted median_counts(CounterSource &source, const std::vector<CounterEvent> &events, Workload &workload) {
  std::array<std::vector<double>, runs_of_workload> runs;
  for (std::vector<double> &run : runs) {
    const Counted once = count_in_groups(source, events, workload);
    if (fault_in(once) != nullptr)
      return once;
    run = *counts_in(once);
  }
  std::vector<double> made;
  for (std::size_t i = 0; i < events.size(); ++i) {
    std::array<double, runs_of_workload> figures{};
    std::ranges::transform(runs, figures.begin(), [i](const std::vector<double> &run) { return run[i]; });
    std::ranges::sort(figures);
    made.push_back(figures[runs_of_workload / 2]);
  }
  return made;
}

} // namespace

CountedMatrix counted_matrix(CounterSource &source, const std::vector<CounterEvent> &events,
                             std::span<const StressRun> runs, Workload &idle) {
  CountedMatrix made;
  std::vector<CounterEvent> countable;
  for (const CounterEvent &event : events) {
    const Counted one = source.count({event}, idle);
    if (const CounterFault *fault = fault_in(one))
      made.faults.emplace_back(event.name, *fault);
    else
      countable.push_back(event);
  }
  for (const CounterEvent &event : countable)
    made.matrix.events.push_back(event.name);
  const Counted around = median_counts(source, countable, idle);
  for (const StressRun &run : runs) {
    made.matrix.workloads.push_back(run.facts);
    made.matrix.counts.emplace_back(countable.size());
    const Counted counts = median_counts(source, countable, *run.workload);
    for (std::size_t i = 0; i < countable.size(); ++i)
      if (counts_in(counts) != nullptr && counts_in(around) != nullptr)
        made.matrix.counts.back()[i] = std::max(0.0, (*counts_in(counts))[i] - (*counts_in(around))[i]);
    if (const CounterFault *fault = fault_in(counts))
      made.faults.emplace_back("all events in '" + run.facts.name + "'", *fault);
  }
  return made;
}

} // namespace osaca::measure
