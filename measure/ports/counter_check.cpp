#include "measure/ports/counter_check.h"

#include "base/index.h"
#include "measure/ports/counter_evidence.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>

namespace osaca::measure {
namespace {

constexpr long most_tried_steps = 400'000;

/// Forms that say the same of pipes count together.
struct WeighedEvidence {
  CounterEvidence evidence;
  int forms = 1;
};

bool say_the_same(const CounterEvidence &a, const CounterEvidence &b) {
  constexpr double nearly = 0.02;
  return a.uops == b.uops && a.fills_its_pipes == b.fills_its_pipes &&
         std::ranges::equal(a.at, b.at, [](double x, double y) { return x - y < nearly && y - x < nearly; });
}

/// Pipe by pipe, with the fewest forms that disagree so far; ways that cannot be better than the best are not followed.
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
    // Small sets first: they are told soonest.
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

  /// Whether no form tells the two apart: then their names may be exchanged, and only one way needs to be tried.
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
          !may_be_counted_so(one.evidence, counters_, names_))
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
  std::vector<int> free_; ///< ports of each counter that no pipe has
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
    made.unavailable = "there is no usable list of counters";
    return made;
  }
  std::vector<CounterEvidence> evidence;
  for (const CountedForm &one : counted)
    if (one.form >= 0 && at(one.form) < map.forms.size() && one.uops.size() == counters.size())
      if (auto said = counter_evidence(map.forms[at(one.form)], one))
        evidence.push_back(*std::move(said));
  // Sums that are off say nothing of the ports; the rest decides how pipes are named.
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
        (!has_names || !may_be_counted_so(one, counters, made.counter_of_pipe)))
      verdict.kind = CounterVerdict::Kind::other_ports;
    made.forms.push_back(std::move(verdict));
  }
  return made;
}

std::string counter_summary(const CounterCheck &check) {
  if (!check.unavailable.empty())
    return "not checked with counters of ports: " + check.unavailable;
  std::map<CounterVerdict::Kind, int> forms;
  for (const CounterVerdict &one : check.forms)
    ++forms[one.kind];
  std::string text = "counters of ports agree with " + std::to_string(agreeing_forms(check)) + " of " +
                     std::to_string(check.forms.size()) + " forms";
  for (const auto &[kind, count] : forms)
    if (kind != CounterVerdict::Kind::agrees)
      text += ", " + std::string(name_of(kind)) + ": " + std::to_string(count);
  if (!check.uncounted.empty())
    text += "; not counted: " + std::to_string(check.uncounted.size()) + " (" + check.uncounted.front().second + ")";
  return text;
}

} // namespace osaca::measure
