#include "measure/ports/counter_check.h"

#include "base/format.h"
#include "base/index.h"

#include <algorithm>

namespace osaca::measure {
namespace {

constexpr int counted_runs = 3; // the median counts

class FormWorkload : public Workload {
public:
  FormWorkload(FormRunner &runner, int form, bool is_long) : runner_(runner), form_(form), is_long_(is_long) {}
  [[nodiscard]] std::string name() const override { return counted_name(form_, is_long_); }
  [[nodiscard]] bool run(ProcessObserver &observer) override { return runner_.run(form_, is_long_, observer); }

private:
  FormRunner &runner_;
  int form_;
  bool is_long_;
};

/// The counts of one execution at each counter: the difference between the long and the short run.
Counted counted_once(CounterSource &source, const std::vector<CounterEvent> &events, FormRunner &runner, int form,
                     double executions) {
  FormWorkload shorter(runner, form, false);
  Counted less = count_in_groups(source, events, shorter);
  if (fault_in(less) != nullptr)
    return less;
  FormWorkload longer(runner, form, true);
  Counted more = count_in_groups(source, events, longer);
  if (fault_in(more) != nullptr)
    return more;
  std::vector<double> made;
  for (std::size_t i = 0; i < events.size(); ++i)
    made.push_back(std::max(0.0, ((*counts_in(more))[i] - (*counts_in(less))[i]) / executions));
  return made;
}

Counted counted_form(CounterSource &source, const std::vector<CounterEvent> &events, FormRunner &runner, int form) {
  const auto executions = runner.extra_executions(form);
  if (!executions || *executions <= 0)
    return CounterFault{CounterProblem::workload_failed, "this form cannot be run"};
  std::vector<std::vector<double>> at_counter(events.size());
  for (int i = 0; i < counted_runs; ++i) {
    Counted once = counted_once(source, events, runner, form, *executions);
    if (fault_in(once) != nullptr)
      return once;
    for (std::size_t k = 0; k < events.size(); ++k)
      at_counter[k].push_back((*counts_in(once))[k]);
  }
  std::vector<double> made;
  for (std::vector<double> &figures : at_counter) {
    std::nth_element(figures.begin(), figures.begin() + counted_runs / 2, figures.end());
    made.push_back(figures[counted_runs / 2]);
  }
  return made;
}

/// Whether the fault also applies to all other forms.
bool holds_for_all(CounterProblem problem) {
  return problem == CounterProblem::no_permission || problem == CounterProblem::no_counter ||
         problem == CounterProblem::took_turns || problem == CounterProblem::never_counted;
}

} // namespace

std::string counted_name(int form, bool is_long) { return format_text("{}{}", form, is_long ? " long" : " short"); }

CounterCheck count_and_check(CounterSource &source, const PortCounters &known, FormRunner &runner, const PortMap &map,
                             const std::function<void(std::size_t done)> &progress) {
  CounterCheck made;
  if (known.counters.empty()) {
    made.unavailable = known.reason;
    return made;
  }
  std::vector<CounterEvent> events;
  std::vector<CounterOfPorts> counters;
  for (const PortCounter &one : known.counters) {
    events.push_back(one.event);
    counters.push_back({one.event.name, one.ports, one.may_undercount});
  }
  std::vector<CountedForm> counted;
  std::vector<std::pair<int, std::string>> uncounted;
  for (std::size_t i = 0; i < map.forms.size(); ++i) {
    if (map.forms[i].kind != FormUsage::Kind::uops)
      continue;
    if (progress)
      progress(i);
    const Counted one = counted_form(source, events, runner, static_cast<int>(i));
    if (const CounterFault *fault = fault_in(one)) {
      if (counted.empty() && holds_for_all(fault->problem)) {
        made.unavailable = text_of(*fault);
        return made;
      }
      uncounted.emplace_back(static_cast<int>(i), text_of(*fault));
    } else {
      counted.push_back({static_cast<int>(i), *counts_in(one)});
    }
  }
  made = check_with_counters(map, counters, counted);
  made.uncounted = std::move(uncounted);
  return made;
}

} // namespace osaca::measure
