#include "measure/ports/counter_check.h"

#include "base/format.h"
#include "base/index.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace osaca::measure {

namespace {

constexpr double counting_slack = 0.06; // uops: other code in the process, and replays
constexpr double relative_slack = 0.03;
constexpr double least_share = 0.02; // of a uop; less is noise
constexpr double full_rate = 0.97;   // of the rate of the pipes: then no pipe can be far below its share
constexpr double share_slack = 0.25; // of a pipe's share: schedulers do not distribute uops quite evenly

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

/// The most uops that were not counted because they were dispatched together with others.
double uncounted_at_most(const CounterEvidence &form, std::span<const CounterOfPorts> counters, CounterSet set) {
  double sum = 0;
  for (std::size_t i = 0; i < counters.size(); ++i)
    if (((set >> i) & 1U) != 0 && counters[i].may_undercount)
      sum += form.at[i] * (counters[i].ports - 1);
  return sum;
}

/// Uops that can only use the pipes of some counters must be counted there (Hall's theorem).
bool is_counted_where_it_must(const CounterEvidence &form, std::span<const CounterOfPorts> counters,
                              std::span<const int> counter_of_pipe) {
  std::vector<std::pair<CounterSet, double>> needs;
  CounterSet all = 0;
  // If fewer uops than cycles were counted, some of them are busy for several cycles.
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

/// If as many uops were counted as inferred, there are none at counters without a pipe of the form.
bool nothing_is_elsewhere(const CounterEvidence &form, CounterSet own) {
  const double surplus = std::max(0.0, form.counted - form.inferred);
  return form.counted - counted_in(form, own) <= surplus + slack_of(form.counted);
}

/// A form that fills its pipes alone sends the same share to each of them.
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

bool is_consistent_with_counters(const CounterEvidence &form, std::span<const CounterOfPorts> counters,
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

namespace {

constexpr long most_tried_steps = 400'000;

/// Forms with the same evidence about pipes are counted together.
struct WeighedEvidence {
  CounterEvidence evidence;
  int forms = 1;
};

bool say_the_same(const CounterEvidence &a, const CounterEvidence &b) {
  constexpr double nearly = 0.02;
  return a.uops == b.uops && a.fills_its_pipes == b.fills_its_pipes &&
         std::ranges::equal(a.at, b.at, [](double x, double y) { return x - y < nearly && y - x < nearly; });
}

/// Assigns pipe after pipe, and keeps the assignment with the fewest disagreeing forms. Partial assignments that cannot
/// become better than the best one are dropped.
class PipeNames {
public:
  PipeNames(int pipes, const std::vector<CounterOfPorts> &counters, const std::vector<CounterEvidence> &forms)
      : counters_(counters), names_(at(pipes), -1), free_(counters.size()) {
    for (const CounterEvidence &form : forms)
      add(form);
    for (std::size_t i = 0; i < counters.size(); ++i)
      free_[i] = counters[i].ports;
    for (int pipe = 0; pipe < pipes; ++pipe)
      if (is_used(pipe))
        order_.push_back(pipe);
    // Small sets first: they are decided soonest.
    std::ranges::stable_sort(order_, [&](int a, int b) { return smallest_set(a) < smallest_set(b); });
    least_ = std::numeric_limits<int>::max();
  }

  void find() { go_on(0, 0); }
  [[nodiscard]] bool is_complete() const { return steps_ < most_tried_steps; }
  [[nodiscard]] const std::vector<int> &best() const { return best_; }

private:
  void add(const CounterEvidence &form) {
    for (WeighedEvidence &one : evidence_)
      if (say_the_same(one.evidence, form)) {
        ++one.forms;
        return;
      }
    evidence_.push_back({form});
  }

  [[nodiscard]] static bool has(PipeSet set, int pipe) { return ((set >> pipe) & 1U) != 0; }

  [[nodiscard]] bool is_used(int pipe) const {
    return std::ranges::any_of(evidence_, [pipe](const WeighedEvidence &one) { return has(one.evidence.pipes, pipe); });
  }

  [[nodiscard]] int smallest_set(int pipe) const {
    int least = most_pipes;
    for (const WeighedEvidence &one : evidence_)
      if (has(one.evidence.pipes, pipe))
        least = std::min(least, std::popcount(one.evidence.pipes));
    return least;
  }

  /// Whether no form distinguishes the two pipes. Then they are interchangeable, and only one order needs to be tried.
  [[nodiscard]] bool are_alike(int a, int b) const {
    return std::ranges::all_of(evidence_, [a, b](const WeighedEvidence &one) {
      return std::ranges::all_of(one.evidence.uops,
                                 [a, b](const PipeDemand &uop) { return has(uop.pipes, a) == has(uop.pipes, b); });
    });
  }

  [[nodiscard]] int disagreeing_with_last(std::size_t depth) const {
    PipeSet named = 0;
    for (std::size_t i = 0; i <= depth; ++i)
      named |= PipeSet{1} << order_[i];
    int forms = 0;
    for (const WeighedEvidence &one : evidence_)
      if (has(one.evidence.pipes, order_[depth]) && (one.evidence.pipes & ~named) == 0 &&
          !is_consistent_with_counters(one.evidence, counters_, names_))
        forms += one.forms;
    return forms;
  }

  void go_on(std::size_t depth, int disagreeing) {
    if (disagreeing >= least_)
      return;
    if (depth == order_.size()) {
      least_ = disagreeing;
      best_ = names_;
      return;
    }
    const int pipe = order_[depth];
    const bool is_like_last = depth > 0 && are_alike(order_[depth - 1], pipe);
    const std::size_t first = is_like_last ? at(names_[at(order_[depth - 1])]) : 0;
    for (std::size_t counter = first; counter < counters_.size() && steps_ < most_tried_steps; ++counter) {
      if (free_[counter] == 0)
        continue;
      ++steps_;
      --free_[counter];
      names_[at(pipe)] = static_cast<int>(counter);
      go_on(depth + 1, disagreeing + disagreeing_with_last(depth));
      names_[at(pipe)] = -1;
      ++free_[counter];
    }
  }

  const std::vector<CounterOfPorts> &counters_;
  std::vector<WeighedEvidence> evidence_;
  std::vector<int> order_;
  std::vector<int> names_;
  std::vector<int> free_; ///< ports of each counter that are not assigned to a pipe
  std::vector<int> best_;
  int least_ = 0;
  long steps_ = 0;
};

} // namespace

std::string_view name_of(CounterVerdict::Kind kind) {
  switch (kind) {
  case CounterVerdict::Kind::agrees: return "agrees";
  case CounterVerdict::Kind::more_uops: return "more uops";
  case CounterVerdict::Kind::fewer_uops: return "fewer uops";
  case CounterVerdict::Kind::other_ports: break;
  }
  return "other ports";
}

int agreeing_forms(const CounterCheck &check) {
  return static_cast<int>(std::ranges::count_if(
      check.forms, [](const CounterVerdict &one) { return one.kind == CounterVerdict::Kind::agrees; }));
}

CounterCheck check_with_counters(const PortMap &map, const std::vector<CounterOfPorts> &counters,
                                 const std::vector<CountedForm> &counted) {
  CounterCheck made;
  made.counters = counters;
  if (counters.empty() || counters.size() > most_port_counters) {
    made.unavailable = "the list of port counters is empty or too long";
    return made;
  }
  std::vector<CounterEvidence> evidence;
  for (const CountedForm &one : counted)
    if (one.form >= 0 && at(one.form) < map.forms.size() && one.uops.size() == counters.size())
      if (auto said = counter_evidence(map.forms[at(one.form)], one))
        evidence.push_back(*std::move(said));
  // Forms with a wrong sum show nothing about ports; the others decide how pipes are named.
  std::vector<CounterEvidence> telling;
  std::ranges::copy_if(evidence, std::back_inserter(telling), [&](const CounterEvidence &one) {
    return compared_sums(one, counters) == CounterVerdict::Kind::agrees;
  });
  PipeNames names(map.pipes, counters, telling.empty() ? evidence : telling);
  names.find();
  made.is_complete = names.is_complete();
  made.counter_of_pipe = names.best().empty() ? std::vector<int>(at(map.pipes), -1) : names.best();
  const bool has_names = !names.best().empty();
  for (const CounterEvidence &one : evidence) {
    CounterVerdict verdict{one.form, compared_sums(one, counters), one.inferred, one.counted, one.at};
    if (verdict.kind == CounterVerdict::Kind::agrees &&
        (!has_names || !is_consistent_with_counters(one, counters, made.counter_of_pipe)))
      verdict.kind = CounterVerdict::Kind::other_ports;
    made.forms.push_back(std::move(verdict));
  }
  return made;
}

std::string counter_summary(const CounterCheck &check) {
  if (!check.unavailable.empty())
    return "not compared with port counters: " + check.unavailable;
  std::map<CounterVerdict::Kind, int> forms;
  for (const CounterVerdict &one : check.forms)
    ++forms[one.kind];
  std::string text = format_text("port counters agree with {} of {} forms", agreeing_forms(check), check.forms.size());
  for (const auto &[kind, count] : forms)
    if (kind != CounterVerdict::Kind::agrees)
      text += format_text(", {}: {}", name_of(kind), count);
  if (!check.uncounted.empty())
    text += format_text("; not counted: {} ({})", check.uncounted.size(), check.uncounted.front().second);
  return text;
}

} // namespace osaca::measure
