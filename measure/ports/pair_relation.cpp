#include "measure/ports/class_finder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace osaca::measure {
namespace {

constexpr double clear_lead = 5;       // of misfit
constexpr double most_solo_misfit = 7; // for a number of pipes that explains the time alone
constexpr double most_slack = 0.3;
constexpr int most_pipes_of_one_uop = 8;
constexpr std::array<std::pair<int, int>, 6> ratios = {
    {{1, 1}, {1, 2}, {2, 1}, {2, 3}, {3, 2}, {3, 4}}}; // multiples of the numbers of pipes

} // namespace

std::vector<int> plausible_sizes(double solo_cycles, double spread) {
  std::vector<std::pair<double, int>> found;
  for (int size = 1; size <= most_pipes_of_one_uop; ++size) {
    const double cost = misfit({1.0 / size}, {solo_cycles, true, spread});
    if (cost <= most_solo_misfit)
      found.emplace_back(cost, size);
  }
  std::ranges::sort(found);
  std::vector<int> made;
  for (const auto &[cost, size] : found)
    if (cost <= found.front().first + clear_lead && std::abs(std::log(solo_cycles * size)) <= most_slack)
      made.push_back(size);
  return made;
}

double filling_slack(double solo_cycles, int size) { return std::clamp(std::log(solo_cycles * size), 0.0, most_slack); }

MixPrediction PairEvidence::predicted(const Trial &trial, const Answer &answer) const {
  const double together = std::max(1, answer.size_a + answer.size_b - answer.shared);
  const double all = trial.a + trial.b;
  const double pipes = std::max(
      {static_cast<double>(trial.a) / answer.size_a, static_cast<double>(trial.b) / answer.size_b, all / together});
  if (all / width_ >= pipes)
    return {all / width_, dispatch_slack};
  return {pipes, std::max(filling_slack(a_.solo_cycles, answer.size_a), filling_slack(b_.solo_cycles, answer.size_b))};
}

double PairEvidence::cost(int size_a, int size_b, int shared) const {
  double sum = 0;
  for (const Trial &trial : trials_)
    sum += misfit(predicted(trial, {size_a, size_b, shared, 0}), trial.figure);
  return sum;
}

std::vector<PairEvidence::Answer> PairEvidence::answers() const {
  std::vector<Answer> made;
  for (const int size_a : a_.sizes)
    for (const int size_b : b_.sizes)
      for (int shared = 0; shared <= std::min(size_a, size_b); ++shared)
        made.push_back(
            {size_a, size_b, shared, cost(size_a, size_b, shared) + misfit({1.0 / size_a}, {a_.solo_cycles, true, 0})});
  std::ranges::sort(made, [](const Answer &a, const Answer &b) { return a.cost < b.cost; });
  return made;
}

double PairEvidence::sameness() const {
  double same = std::numeric_limits<double>::infinity();
  double other = std::numeric_limits<double>::infinity();
  for (const Answer &one : answers()) {
    double &best = one.shared == one.size_a && one.shared == one.size_b ? same : other;
    best = std::min(best, one.cost);
  }
  return same < std::numeric_limits<double>::infinity() ? other - same : -clear_lead;
}

/// Whether the trial would distinguish the best answer from another one that is nearly as good.
bool PairEvidence::tells(const Trial &trial, const std::vector<Answer> &answers) const {
  const double best = predicted(trial, answers.front()).cycles;
  return std::ranges::any_of(answers, [&](const Answer &one) {
    return one.cost < answers.front().cost + clear_lead &&
           std::abs(std::log(predicted(trial, one).cycles / best)) >= std::log(distinguishable_ratio);
  });
}

void PairEvidence::measure(MixLog &log) {
  for (const auto &[times_a, times_b] : ratios) {
    const std::vector<Answer> sofar = answers();
    Trial trial{times_a * a_.sizes.front(), times_b * b_.sizes.front(), {}};
    // Sharing may only be apparent, so it is measured twice.
    const bool again = trials_.size() == 1 && sofar.front().shared > 0;
    if (!trials_.empty() && !again && !tells(trial, sofar))
      continue;
    trial.figure = log.measured({{a_.form, trial.a}, {b_.form, trial.b}});
    if (trial.figure.is_reliable)
      trials_.push_back(trial);
  }
}

} // namespace osaca::measure
