#include "measure/ports/class_finder.h"

#include "base/index.h"
#include "measure/ports/pipe_assignment.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

namespace osaca::measure {

namespace {

constexpr std::size_t most_candidates = 48;
constexpr std::size_t most_ways = 512; // to add a form
constexpr std::size_t most_compared_ways = 64;
constexpr int most_distinguishing_mixes = 16; // per form
constexpr double hopeless = 9;                // misfit above that of the best way
constexpr double still_possible = 5;          // misfit above that of the best way for which another mix may compensate
constexpr double at_once = 6;                 // lead of "the same pipes" over all other answers
constexpr double new_class_cost = 1.5;        // a new class needs evidence, otherwise a known class is preferred ...
constexpr double shared_pipe_cost = 0.1;      // ... and its own pipes are preferred to shared ones
constexpr double fills_its_own = 0.06;        // log of how much slower than its new pipes allow a form may be alone
constexpr double unfilled_new_pipes_cost = 6;
constexpr double refusal_cost = 4;      // misfit that even unfavourable mixes do not reach ...
constexpr double refusal_per_mix = 1.1; // ... with this increase per square root of the number of mixes

double solo_cost(const SingleUop &form, int size) { return misfit({1.0 / size}, {form.solo_cycles, true, 0}); }

} // namespace

/// Adds the form to a class without ranking all ways: mixes with classes of the same size often show this quickly.
bool ClassFinder::is_member_at_once(const SingleUop &form, std::vector<PairEvidence> &pairs) {
  const PipeAssignment &best = candidates_.front().structure;
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    const int size = std::popcount(best.classes[i]);
    if (std::ranges::find(form.sizes, size) == form.sizes.end())
      continue;
    pairs[i].measure(log_);
    const double lead = pairs[i].sameness();
    if (!pairs[i].is_measured() || lead < at_once)
      continue;
    classes_[i].members.push_back(form.form);
    confidence_[form.form] = confidence_of_gap(lead);
    return true;
  }
  return false;
}

/// All ways to add the form that are not hopeless, with their costs.
std::vector<WeightedAssignment> ClassFinder::extended(const SingleUop &form, const std::vector<PairEvidence> &pairs) {
  std::vector<WeightedAssignment> made;
  for (const WeightedAssignment &one : candidates_)
    for (const int size : form.sizes) {
      std::vector<SharedPipes> limits;
      std::vector<std::vector<double>> costs(pairs.size());
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        const int other = std::popcount(one.structure.classes[i]);
        for (int shared = 0; shared <= std::min(size, other); ++shared)
          costs[i].push_back(pairs[i].cost(size, other, shared));
        const double best = *std::ranges::min_element(costs[i]);
        SharedPipes limit{most_pipes, 0};
        for (int shared = 0; shared < static_cast<int>(costs[i].size()); ++shared)
          if (costs[i][at(shared)] <= best + hopeless)
            limit = {std::min(limit.least, shared), shared};
        limits.push_back(limit);
      }
      for (PipeAssignment &more : extensions(one.structure, size, limits)) {
        const PipeSet set = more.classes.back();
        const bool is_known = std::find(more.classes.begin(), more.classes.end() - 1, set) != more.classes.end() - 1;
        double cost = one.cost + solo_cost(form, size) + (is_known ? 0 : new_class_cost) -
                      shared_pipe_cost * (more.pipes - one.structure.pipes);
        if (more.pipes > one.structure.pipes && !form.is_first_of_kind &&
            filling_slack(form.solo_cycles, size) > fills_its_own)
          cost += unfilled_new_pipes_cost;
        for (std::size_t i = 0; i < pairs.size(); ++i)
          cost += costs[i][at(std::popcount(set & more.classes[i]))];
        made.push_back({std::move(more), cost});
      }
    }
  keep_best(made, most_ways, 2 * hopeless);
  return made;
}

double ClassFinder::cost_of(const PipeAssignment &structure, const Trial &trial, const SingleUop &form) const {
  const double all = std::max(1, [&] {
    int sum = 0;
    for (const int copies : trial.copies)
      sum += copies;
    return sum;
  }());
  const double cycles = predicted_by(structure, trial.copies, width_);
  if (cycles <= all / width_ * 1.001)
    return misfit({cycles, dispatch_slack}, trial.figure);
  double slack = 0;
  for (std::size_t i = 0; i < trial.copies.size(); ++i)
    if (trial.copies[i] > 0)
      slack = std::max(slack, filling_slack((i < classes_.size() ? classes_[i].representative : form).solo_cycles,
                                            std::popcount(structure.classes[i])));
  return misfit({cycles, slack}, trial.figure);
}

/// Measures mixes that distinguish the ways; returns how many.
int ClassFinder::distinguish(std::vector<WeightedAssignment> &candidates, const SingleUop &form) {
  std::vector<std::vector<int>> tried;
  int measured = 0;
  for (int round = 0; round < most_distinguishing_mixes; ++round) {
    std::vector<PipeAssignment> possible;
    for (const WeightedAssignment &one : candidates)
      if (one.cost <= candidates.front().cost + still_possible && possible.size() < most_compared_ways)
        possible.push_back(one.structure);
    if (possible.size() < 2)
      break;
    std::vector<int> sizes;
    for (const PipeSet set : possible.front().classes)
      sizes.push_back(std::popcount(set));
    const auto copies = distinguishing_mix(possible, sizes, width_, distinguishable_ratio, tried);
    if (!copies)
      break;
    tried.push_back(*copies);
    Mix mix;
    for (std::size_t i = 0; i < copies->size(); ++i)
      mix.push_back({i < classes_.size() ? classes_[i].representative.form : form.form, (*copies)[i]});
    const Trial trial{*copies, log_.measured(mix)};
    if (!trial.figure.is_reliable)
      continue;
    ++measured;
    for (WeightedAssignment &one : candidates)
      one.cost += cost_of(one.structure, trial, form);
    keep_best(candidates, most_ways, 2 * hopeless);
  }
  return measured;
}

void ClassFinder::keep_best(std::vector<WeightedAssignment> &candidates, std::size_t most, double lead) {
  std::ranges::stable_sort(candidates, [](const WeightedAssignment &a, const WeightedAssignment &b) {
    return a.cost < b.cost - 1e-9 || (a.cost < b.cost + 1e-9 && a.structure.pipes > b.structure.pipes);
  });
  std::erase_if(candidates, [&](const WeightedAssignment &one) { return one.cost > candidates.front().cost + lead; });
  if (candidates.size() > most) {
    is_truncated_ = is_truncated_ || candidates[most].cost <= candidates.front().cost + 1;
    candidates.resize(most);
  }
}

/// Makes the form a member of the class that the best ways give it, or of a new class.
void ClassFinder::take(std::vector<WeightedAssignment> candidates, const SingleUop &form) {
  const auto class_of = [&](const PipeAssignment &structure) {
    const auto found = std::find(structure.classes.begin(), structure.classes.end() - 1, structure.classes.back());
    return found == structure.classes.end() - 1 ? -1 : static_cast<int>(found - structure.classes.begin());
  };
  std::map<int, double> weights;
  double sum = 0;
  for (const WeightedAssignment &one : candidates) {
    const double weight = std::exp(candidates.front().cost - one.cost);
    weights[class_of(one.structure)] += weight;
    sum += weight;
  }
  const auto best = std::ranges::max_element(weights, [](const auto &a, const auto &b) { return a.second < b.second; });
  const int chosen = best->first;
  confidence_[form.form] = best->second / sum;
  if (chosen >= 0) {
    std::erase_if(candidates, [&](const WeightedAssignment &one) { return class_of(one.structure) != chosen; });
    for (WeightedAssignment &one : candidates)
      one.structure.classes.pop_back();
    classes_[at(chosen)].members.push_back(form.form);
  } else {
    classes_.push_back({form, {form.form}});
  }
  keep_best(candidates, most_candidates, hopeless);
  candidates_ = std::move(candidates);
}

std::vector<WeightedAssignment> ClassFinder::ways_to_add(const SingleUop &form, Outcome &outcome, bool anyway) {
  std::vector<PairEvidence> pairs;
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    SingleUop other = classes_[i].representative;
    other.sizes = {std::popcount(candidates_.front().structure.classes[i])};
    pairs.emplace_back(form, other, width_);
  }
  outcome = Outcome::added;
  if (is_member_at_once(form, pairs))
    return {};
  for (PairEvidence &pair : pairs)
    if (!pair.is_measured())
      pair.measure(log_);
  // Some forms cannot be in the same mix. But a form that was compared with too few classes is undetermined.
  const auto measured = static_cast<std::size_t>(
      std::ranges::count_if(pairs, [](const PairEvidence &pair) { return pair.is_measured(); }));
  if (2 * measured < pairs.size()) {
    outcome = Outcome::unmeasured;
    return {};
  }
  outcome = Outcome::refused;
  std::vector<WeightedAssignment> ways = extended(form, pairs);
  if (ways.empty())
    return {};
  const double before = candidates_.front().cost;
  const auto mixes = static_cast<double>(distinguish(ways, form)) + static_cast<double>(pairs.size());
  // The cost of its time alone only means that its pipes never fill completely.
  const double alone = solo_cost(form, std::popcount(ways.front().structure.classes.back()));
  if (!anyway && ways.front().cost - before - alone > refusal_cost + refusal_per_mix * std::sqrt(mixes))
    return {};
  outcome = Outcome::added;
  return ways;
}

ClassFinder::Outcome ClassFinder::add(const SingleUop &form) {
  Outcome outcome = Outcome::refused;
  std::vector<WeightedAssignment> ways = ways_to_add(form, outcome);
  const auto is_known = [&](const PipeAssignment &one) {
    return std::find(one.classes.begin(), one.classes.end() - 1, one.classes.back()) != one.classes.end() - 1;
  };
  if (outcome == Outcome::refused || (!ways.empty() && !is_known(ways.front().structure))) {
    log_.confirm_all(form.form);
    ways = ways_to_add(form, outcome);
  }
  if (!ways.empty())
    take(std::move(ways), form);
  return outcome;
}

ClassFinder::Outcome ClassFinder::add_anyway(const SingleUop &form) {
  Outcome outcome = Outcome::refused;
  std::vector<WeightedAssignment> ways = ways_to_add(form, outcome, true);
  if (!ways.empty())
    take(std::move(ways), form);
  return outcome;
}

double ClassFinder::confidence(int form) const {
  const auto found = confidence_.find(form);
  return found == confidence_.end() ? 0 : found->second;
}

namespace {

constexpr std::size_t most_blocking_sets = 48;
constexpr double free_slots = 0.5; // per cycle, for the form under test

std::set<PipeSet> unions_within(PipeSet component, const std::vector<PipeSet> &classes) {
  std::set<PipeSet> own;
  for (const PipeSet set : classes)
    if ((set & ~component) == 0)
      own.insert(set);
  std::set<PipeSet> made;
  for (const PipeSet set : own) {
    std::vector<PipeSet> more = {set};
    for (const PipeSet other : made)
      more.push_back(other | set);
    made.insert(more.begin(), more.end());
    if (made.size() > most_blocking_sets) {
      own.insert(component);
      return own;
    }
  }
  return made;
}

/// Each pipe is given to the largest class that contains it: the uops of this class fill the gaps that others leave.
Mix mix_that_fills(PipeSet pipes, const PipeAssignment &structure, const std::vector<KnownClass> &classes) {
  Mix mix;
  for (int pipe = 0; pipe < structure.pipes; ++pipe) {
    if (((pipes >> pipe) & 1U) == 0)
      continue;
    int chosen = -1;
    for (std::size_t i = 0; i < classes.size(); ++i) {
      const PipeSet set = structure.classes[i];
      if (((set >> pipe) & 1U) != 0 && (set & ~pipes) == 0 &&
          (chosen < 0 || std::popcount(set) > std::popcount(structure.classes[at(chosen)])))
        chosen = static_cast<int>(i);
    }
    mix.push_back({classes[at(chosen)].representative.form, 1});
  }
  return normalised(mix);
}

} // namespace

std::vector<BlockingSet> blocking_sets(const PipeAssignment &structure, const std::vector<KnownClass> &classes,
                                       double dispatch_width) {
  std::vector<BlockingSet> made;
  for (const PipeSet component : components(structure.classes))
    for (const PipeSet set : unions_within(component, structure.classes))
      if (std::popcount(set) + free_slots <= dispatch_width)
        made.push_back({set, mix_that_fills(set, structure, classes)});
  std::ranges::stable_sort(
      made, [](const BlockingSet &a, const BlockingSet &b) { return std::popcount(a.pipes) > std::popcount(b.pipes); });
  return made;
}

} // namespace osaca::measure
