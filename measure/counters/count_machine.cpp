#include "measure/counters/count_machine.h"

#include "measure/counters/event_fields.h"
#include "measure/counters/event_verdict.h"
#include "measure/counters/exclusive_events.h"
#include "measure/counters/program_shares.h"

#include <algorithm>
#include <iterator>

namespace osaca::measure {
namespace {

constexpr std::size_t most_named = 5;
constexpr std::size_t most_tried_in_pairs = 6; // of one resource: each pair is a run

bool is_of_processor(const CounterEvent &event) { return event.type != software_event_type; }

std::vector<CounterEvent> named_ones(const std::vector<CounterEvent> &events, const std::vector<std::string> &names) {
  std::vector<CounterEvent> found;
  std::ranges::copy_if(events, std::back_inserter(found),
                       [&](const CounterEvent &one) { return std::ranges::find(names, one.name) != names.end(); });
  return found;
}

/// Events with the same fault in one line; of many, the first ones.
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
      names += " and " + std::to_string(events.size() - most_named) + " more";
    notes.push_back(names + ": " + said);
  }
}

/// Cycles per load in the three workloads; nothing where one of them was not counted.
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

/// What counts something of a resource, whatever the verdict.
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
  std::vector<std::string> used; // together, when a program's time is taken apart
  for (const RoledEvent &event : stall_events_of(recording))
    used.push_back(event.event);
  if (!stress.chases.empty())
    add_pairs(recording, source, named_ones(countable, used), *stress.chases.back().runs.front().workload);
  return made;
}

} // namespace osaca::measure
