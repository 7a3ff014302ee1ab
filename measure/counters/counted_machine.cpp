#include "measure/counters/counted_machine.h"

#include "base/format.h"
#include "measure/counters/event_list.h"
#include "measure/counters/event_verdict.h"
#include "measure/counters/program_shares.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>

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
      made.faults.emplace_back(format_text("all events in '{}'", run.facts.name), *fault);
  }
  return made;
}

namespace {

constexpr double alone_slack = 0.10; // for runs of the same workload
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
    return "their counts together differ from their counts alone";
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

namespace {

constexpr std::size_t most_named = 5;
constexpr std::size_t most_tried_in_pairs = 6; // per resource, since each pair needs a run

bool is_of_processor(const CounterEvent &event) { return event.type != software_event_type; }

std::vector<CounterEvent> named_ones(const std::vector<CounterEvent> &events, const std::vector<std::string> &names) {
  std::vector<CounterEvent> found;
  std::ranges::copy_if(events, std::back_inserter(found),
                       [&](const CounterEvent &one) { return std::ranges::find(names, one.name) != names.end(); });
  return found;
}

/// Notes the events with the same fault in one line; of many events only the first ones.
void add_faults(std::vector<std::string> &notes, const std::vector<std::pair<std::string, CounterFault>> &faults) {
  std::vector<std::pair<std::string, std::vector<std::string>>> events_of;
  for (const auto &[event, fault] : faults) {
    const auto known =
        std::ranges::find_if(events_of, [said = text_of(fault)](const auto &one) { return one.first == said; });
    if (known == events_of.end())
      events_of.push_back({text_of(fault), {event}});
    else
      known->second.push_back(event);
  }
  for (const auto &[said, events] : events_of) {
    std::string names = events.front();
    for (std::size_t i = 1; i < std::min(events.size(), most_named); ++i)
      names += ", " + events[i];
    if (events.size() > most_named)
      names += format_text(" and {} more", events.size() - most_named);
    notes.push_back(format_text("{}: {}", names, said));
  }
}

/// Adds the cycles per load in the three workloads; nothing if one of them was not counted.
void add_chase(CountedMachine &made, CounterSource &source, const std::vector<CounterEvent> &events,
               const StressedChase &chase, Workload &idle) {
  CountedMatrix counted = counted_matrix(source, events, chase.runs, idle);
  add_faults(made.notes, counted.faults);
  const EventMatrix &matrix = counted.matrix;
  for (const std::string &event : matrix.events) {
    const auto per_load = [&](std::size_t run) -> std::optional<double> {
      const auto count = matrix.value(run, single_event(event));
      return count && matrix.workloads[run].units > 0 ? std::optional(*count / matrix.workloads[run].units)
                                                      : std::nullopt;
    };
    const auto alone = per_load(0);
    const auto independent = per_load(1);
    const auto dependent = per_load(2);
    if (!alone || !independent || !dependent)
      continue;
    RecordedChase one{event, chase.level, chase.timed};
    one.counts.chase = *alone;
    one.counts.with_independent = *independent;
    one.counts.with_dependent = *dependent;
    made.recording.chases.push_back(std::move(one));
  }
}

/// The events that count something of a resource, whatever the verdict.
std::vector<CounterEvent> candidates_of(const std::string &resource, const EventMatrix &matrix,
                                        const std::vector<CounterEvent> &events) {
  std::vector<CounterEvent> found;
  for (const CountedPart &part : parts_of(matrix))
    for (const EventVerdict &verdict : ranked_events(matrix, {}, part)) {
      const bool counts = part.resource == resource && verdict.kind != EventVerdict::Kind::counts_nothing &&
                          verdict.kind != EventVerdict::Kind::not_counted;
      if (counts)
        for (const CounterEvent &event : named_ones(events, {verdict.formula.name}))
          if (is_of_processor(event) && std::ranges::find(found, event) == found.end() &&
              found.size() < most_tried_in_pairs)
            found.push_back(event);
    }
  return found;
}

void add_pairs(CounterRecording &recording, CounterSource &source, const std::vector<CounterEvent> &events,
               Workload &workload) {
  for (ExclusivePair &pair : exclusive_pairs(source, events, workload)) {
    const bool is_known = std::ranges::any_of(recording.exclusive, [&](const ExclusivePair &other) {
      return other.first == pair.first && other.second == pair.second;
    });
    if (!is_known)
      recording.exclusive.push_back(std::move(pair));
  }
}

} // namespace

std::size_t countable_together(CounterSource &source, const std::vector<CounterEvent> &events, Workload &workload) {
  for (std::size_t count = events.size(); count > 0; --count)
    if (counts_in(source.count({events.begin(), events.begin() + static_cast<std::ptrdiff_t>(count)}, workload)) !=
        nullptr)
      return count;
  return 0;
}

CountedMachine count_machine(CounterSource &source, const std::vector<CounterEvent> &events,
                             const MachineStress &stress) {
  CountedMachine made;
  CountedMatrix counted = counted_matrix(source, events, stress.runs, *stress.idle);
  add_faults(made.notes, counted.faults);
  CounterRecording &recording = made.recording;
  recording.matrix = std::move(counted.matrix);
  const std::vector<CounterEvent> countable = named_ones(events, recording.matrix.events);
  std::vector<CounterEvent> of_stalls;
  for (const CounterEvent &event : countable)
    if (event.role) {
      of_stalls.push_back(event);
      recording.roles.push_back({event.name, *event.role});
    }
  for (const StressedChase &chase : stress.chases)
    if (!of_stalls.empty())
      add_chase(made, source, of_stalls, chase, *stress.idle);
  std::vector<std::string> tried;
  for (const StressRun &run : stress.runs)
    if (const std::string &resource = run.facts.resource;
        !resource.empty() && std::ranges::find(tried, resource) == tried.end()) {
      tried.push_back(resource);
      add_pairs(recording, source, candidates_of(resource, recording.matrix, countable), *run.workload);
    }
  std::vector<std::string> used; // used together when a program's time is divided
  for (const RoledEvent &event : stall_events_of(recording))
    used.push_back(event.event);
  if (!stress.chases.empty())
    add_pairs(recording, source, named_ones(countable, used), *stress.chases.back().runs.front().workload);
  return made;
}

} // namespace osaca::measure
