#include "measure/counters/exclusive_events.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace osaca::measure {
namespace {

constexpr double alone_slack = 0.10; // of runs of the same workload
constexpr double few_events = 50;

bool is_the_same(double alone, double together) {
  return std::abs(alone - together) <= std::max(few_events, alone_slack * std::max(alone, together));
}

std::optional<std::string> why_exclusive(CounterSource &source, const CounterEvent &a, double a_alone,
                                         const CounterEvent &b, double b_alone, Workload &workload) {
  const Counted both = source.count({a, b}, workload);
  if (const CounterFault *fault = fault_in(both))
    return text_of(*fault);
  const std::vector<double> &counts = *counts_in(both);
  if (!is_the_same(a_alone, counts[0]) || !is_the_same(b_alone, counts[1]))
    return "together they count something else than alone";
  return std::nullopt;
}

} // namespace

std::vector<ExclusivePair> exclusive_pairs(CounterSource &source, const std::vector<CounterEvent> &events,
                                           Workload &workload) {
  std::vector<std::optional<double>> alone;
  for (const CounterEvent &event : events) {
    const Counted one = source.count({event}, workload);
    alone.push_back(counts_in(one) != nullptr ? std::optional(counts_in(one)->front()) : std::nullopt);
  }
  std::vector<ExclusivePair> made;
  for (std::size_t i = 0; i < events.size(); ++i)
    for (std::size_t k = i + 1; k < events.size(); ++k)
      if (alone[i] && alone[k])
        if (auto reason = why_exclusive(source, events[i], *alone[i], events[k], *alone[k], workload))
          made.push_back({events[i].name, events[k].name, *std::move(reason)});
  return made;
}

} // namespace osaca::measure
