// Counters that exist only here: what they count is known, and they can have one fault at a time.
#pragma once

#include "measure/counters/counter_source.h"

#include <functional>
#include <string>

namespace osaca::measure {

/// Sources that know it by its name need not run it.
struct NamedWorkload : Workload {
  explicit NamedWorkload(std::string name) : name_(std::move(name)) {}
  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] bool run(ProcessObserver &) override { return false; }
  std::string name_;
};

struct SimulatedPmu : CounterSource {
  /// What really happens in a workload, of one event.
  std::function<double(const std::string &workload, const CounterEvent &event)> truth;
  std::size_t counters = 8; ///< more events at a time are refused
  bool is_allowed = true;
  bool is_there = true;
  bool takes_turns = false; ///< always half of the time only
  bool overflows = false;
  int runs = 0;

  [[nodiscard]] Counted count(const std::vector<CounterEvent> &events, Workload &workload) override {
    if (!is_allowed)
      return CounterFault{CounterProblem::no_permission, "perf_event_paranoid is 3"};
    if (!is_there)
      return CounterFault{CounterProblem::no_counter, "No such file or directory"};
    if (events.size() > counters)
      return CounterFault{CounterProblem::too_many, ""};
    ++runs;
    CounterReading reading;
    reading.enabled_ns = 1'000'000;
    reading.running_ns = takes_turns ? reading.enabled_ns / 2 : reading.enabled_ns;
    for (const CounterEvent &event : events)
      reading.counts.push_back(overflows ? ~std::uint64_t{0} - 5
                                         : static_cast<std::uint64_t>(truth(workload.name(), event)));
    return exact_counts(reading, events.size());
  }
};

} // namespace osaca::measure
