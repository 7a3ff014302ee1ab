#include "measure/ports/counter_evidence.h"

#include "base/index.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace osaca::measure {
namespace {

constexpr double counting_slack = 0.06; // uops: what else runs in the process, replays
constexpr double relative_slack = 0.03;
constexpr double least_share = 0.02; // of a uop: less than that is noise
constexpr double full_rate = 0.97;   // of what pipes can do: then no pipe can have less than its share by much
constexpr double share_slack = 0.25; // of a pipe's share: schedulers are not quite even

double slack_of(double uops) { return counting_slack + relative_slack * uops; }

CounterSet counters_of(PipeSet pipes, std::span<const int> counter_of_pipe) {
  CounterSet set = 0;
  for (std::size_t pipe = 0; pipe < counter_of_pipe.size(); ++pipe)
    if (((pipes >> pipe) & 1U) != 0 && counter_of_pipe[pipe] >= 0)
      set |= CounterSet{1} << counter_of_pipe[pipe];
  return set;
}

double counted_in(const CounterEvidence &form, CounterSet set) {
  double sum = 0;
  for (std::size_t i = 0; i < form.at.size(); ++i)
    sum += ((set >> i) & 1U) != 0 ? form.at[i] : 0;
  return sum;
}

/// What was not counted because it went there together with something else.
double uncounted_at_most(const CounterEvidence &form, std::span<const CounterOfPorts> counters, CounterSet set) {
  double sum = 0;
  for (std::size_t i = 0; i < counters.size(); ++i)
    if (((set >> i) & 1U) != 0 && counters[i].may_undercount)
      sum += form.at[i] * (counters[i].ports - 1);
  return sum;
}

/// What can go nowhere else than to some counters is counted there (Hall's theorem).
bool is_counted_where_it_must(const CounterEvidence &form, std::span<const CounterOfPorts> counters,
                              std::span<const int> counter_of_pipe) {
  std::vector<std::pair<CounterSet, double>> needs;
  CounterSet all = 0;
  // With fewer uops than cycles, some of these are busy for several.
  const bool is_each_cycle_one = form.counted >= form.inferred - slack_of(form.inferred);
  for (const PipeDemand &one : form.uops) {
    needs.emplace_back(counters_of(one.pipes, counter_of_pipe),
                       is_each_cycle_one ? one.cycles : std::min(one.cycles, 1.0));
    all |= needs.back().first;
  }
  for (CounterSet set = all; set != 0; set = (set - 1) & all) {
    double must = 0;
    for (const auto &[where, uops] : needs)
      must += (where & ~set) == 0 ? uops : 0;
    if (counted_in(form, set) + uncounted_at_most(form, counters, set) < must - slack_of(must))
      return false;
  }
  return true;
}

/// With as many uops as inferred, none is where no pipe of the form is.
bool nothing_is_elsewhere(const CounterEvidence &form, CounterSet own) {
  const double surplus = std::max(0.0, form.counted - form.inferred);
  return form.counted - counted_in(form, own) <= surplus + slack_of(form.counted);
}

/// A form that fills its pipes alone sends each of them the same share.
bool shares_are_even(const CounterEvidence &form, std::span<const CounterOfPorts> counters,
                     std::span<const int> counter_of_pipe) {
  const int pipes = std::popcount(form.pipes);
  std::vector<int> at_counter(counters.size(), 0);
  for (std::size_t pipe = 0; pipe < counter_of_pipe.size(); ++pipe)
    if (((form.pipes >> pipe) & 1U) != 0)
      ++at_counter[at(counter_of_pipe[pipe])];
  for (std::size_t i = 0; i < counters.size(); ++i) {
    if (at_counter[i] == 0)
      continue;
    if (form.at[i] < least_share)
      return false;
    const double share = form.inferred * at_counter[i] / pipes;
    if (form.fills_its_pipes && !counters[i].may_undercount &&
        std::abs(form.at[i] - share) > share_slack * form.inferred / pipes + counting_slack)
      return false;
  }
  return true;
}

} // namespace

std::optional<CounterEvidence> counter_evidence(const FormUsage &usage, const CountedForm &counted) {
  if (usage.kind != FormUsage::Kind::uops || usage.demands.empty())
    return std::nullopt;
  CounterEvidence made{counted.form, 0, usage.demands, 0, 0, 0, counted.uops};
  for (const PipeDemand &one : usage.demands) {
    made.pipes |= one.pipes;
    made.inferred += one.cycles;
    made.least += std::min(one.cycles, 1.0);
  }
  made.counted = std::accumulate(counted.uops.begin(), counted.uops.end(), 0.0);
  const bool is_one = usage.demands.size() == 1 && usage.unit < 0 && usage.solo_cycles.has_value();
  made.fills_its_pipes = is_one && made.inferred >= full_rate * *usage.solo_cycles * std::popcount(made.pipes);
  return made;
}

bool may_be_counted_so(const CounterEvidence &form, std::span<const CounterOfPorts> counters,
                       std::span<const int> counter_of_pipe) {
  if (!is_counted_where_it_must(form, counters, counter_of_pipe) ||
      !nothing_is_elsewhere(form, counters_of(form.pipes, counter_of_pipe)))
    return false;
  const bool is_as_inferred =
      form.uops.size() == 1 && std::abs(form.counted - form.inferred) <= slack_of(form.inferred);
  return !is_as_inferred || shares_are_even(form, counters, counter_of_pipe);
}

CounterVerdict::Kind compared_sums(const CounterEvidence &form, std::span<const CounterOfPorts> counters) {
  if (form.counted > form.inferred + slack_of(form.inferred))
    return CounterVerdict::Kind::more_uops;
  if (form.counted + uncounted_at_most(form, counters, ~CounterSet{0}) < form.least - slack_of(form.least))
    return CounterVerdict::Kind::fewer_uops;
  return CounterVerdict::Kind::agrees;
}

} // namespace osaca::measure
