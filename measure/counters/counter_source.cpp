#include "measure/counters/counter_source.h"

#include "base/format.h"

namespace osaca::measure {
namespace {

std::string_view sentence_of(CounterProblem problem) {
  switch (problem) {
  case CounterProblem::no_permission: return "the system does not permit counting";
  case CounterProblem::no_counter: return "this machine does not provide this counter";
  case CounterProblem::too_many: return "there are too many events to count at the same time";
  case CounterProblem::took_turns: return "the counters had to share time and ran only part of it";
  case CounterProblem::never_counted: return "the counters did not run";
  case CounterProblem::overflowed: return "the count exceeds the size of the counter";
  case CounterProblem::workload_failed: return "the workload failed while it was counted";
  case CounterProblem::unreadable: break;
  }
  return "the counters cannot be read";
}

bool smaller_groups_may_do(CounterProblem problem) {
  return problem == CounterProblem::too_many || problem == CounterProblem::took_turns ||
         problem == CounterProblem::never_counted;
}

} // namespace

std::string text_of(const CounterFault &fault) {
  return std::string(sentence_of(fault.problem)) + (fault.detail.empty() ? "" : format_text(" ({})", fault.detail));
}

Counted exact_counts(const CounterReading &reading, std::size_t events) {
  // Counters have at least 48 bits and are read as 64: a value near the end has wrapped around.
  constexpr std::uint64_t most_believed = std::uint64_t{1} << 62U;
  if (reading.counts.size() != events)
    return CounterFault{CounterProblem::unreadable, "the number of counts differs from the number of events"};
  if (reading.running_ns == 0)
    return CounterFault{CounterProblem::never_counted, ""};
  if (reading.running_ns < reading.enabled_ns)
    return CounterFault{CounterProblem::took_turns, format_text("{} of {} ns", reading.running_ns, reading.enabled_ns)};
  std::vector<double> counts;
  for (const std::uint64_t count : reading.counts) {
    if (count > most_believed)
      return CounterFault{CounterProblem::overflowed, ""};
    counts.push_back(static_cast<double>(count));
  }
  return counts;
}

Counted count_in_groups(CounterSource &source, const std::vector<CounterEvent> &events, Workload &workload) {
  Counted all = source.count(events, workload);
  const CounterFault *fault = fault_in(all);
  if (fault == nullptr || !smaller_groups_may_do(fault->problem) || events.size() < 2)
    return all;
  const auto middle = events.begin() + static_cast<std::ptrdiff_t>(events.size() / 2);
  std::vector<double> counts;
  for (const std::vector<CounterEvent> &half :
       {std::vector(events.begin(), middle), std::vector(middle, events.end())}) {
    const Counted part = count_in_groups(source, half, workload);
    if (fault_in(part) != nullptr)
      return part;
    counts.insert(counts.end(), counts_in(part)->begin(), counts_in(part)->end());
  }
  return counts;
}

} // namespace osaca::measure
