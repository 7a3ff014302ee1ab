#include "measure/ports/usage_finder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>

namespace osaca::measure {
namespace {

constexpr std::size_t most_kept = 10;      // hypotheses with the same number of uops
constexpr std::size_t most_unions = 400;   // of sets, for the search of the busiest one
constexpr double uop_cost = 0.8;           // the evidence for a uop must exceed it
constexpr double uncommon_set_cost = 1;    // in addition, for intersections of the classes' sets
constexpr double missing_uop_cost = 0.4;   // for each slot without a uop
constexpr double slow_unit_cost = 1.5;     // for time alone that uops do not explain
constexpr double least_unit_cycles = 0.95; // alone
constexpr double noticed_unit = 1.1;       // times what the uops explain

/// How busy each union of sets is, in cycles. A hypothesis adds to it.
using Work = std::vector<double>;

class UsageSearcher {
public:
  explicit UsageSearcher(const UsageQuestion &question) : question_(question) {
    std::vector<PipeSet> all = question.sets;
    for (const UsageTrial &trial : question.trials)
      for (const PipeDemand &one : trial.other_demands)
        all.push_back(one.pipes);
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    unions_ = connected_unions(all, most_unions);
    for (const UsageTrial &trial : question.trials)
      prepare(trial);
  }

  std::vector<UsageHypothesis> run(std::size_t most) {
    std::vector<Node> level = {Node{{}, Work(unions_.size(), 0), 0}};
    level.front().cost = cost_of(level.front());
    std::vector<Node> all = level;
    std::set<std::vector<std::size_t>> seen;
    for (int uops = 1; uops <= question_.most_uops; ++uops) {
      std::vector<Node> next;
      for (const Node &one : level)
        for (std::size_t set = 0; set < question_.sets.size(); ++set) {
          Node more = with(one, set);
          if (!seen.insert(more.chosen).second)
            continue;
          more.cost = cost_of(more);
          next.push_back(std::move(more));
        }
      sort(next);
      next.resize(std::min(next.size(), most_kept));
      all.insert(all.end(), next.begin(), next.end());
      level = std::move(next);
    }
    if (auto expected = expected_node())
      all.push_back(*std::move(expected));
    sort(all);
    std::vector<UsageHypothesis> made;
    for (std::size_t i = 0; i < all.size() && made.size() < most; ++i) {
      UsageHypothesis next{demands_of(all[i]), all[i].cost};
      const bool is_new =
          std::ranges::none_of(made, [&](const UsageHypothesis &one) { return one.demands == next.demands; });
      if (is_new)
        made.push_back(std::move(next));
    }
    return made;
  }

private:
  struct Node {
    std::vector<std::size_t> chosen; ///< indices of sets, ascending
    Work work;                       ///< of one copy
    double cost = 0;
  };
  struct Ready {
    Work other_uops;
    std::vector<double> per_cycle;
  };

  [[nodiscard]] std::optional<Node> expected_node() const {
    if (!question_.expected)
      return std::nullopt;
    Node made{{}, Work(unions_.size(), 0), 0};
    for (const PipeDemand &one : *question_.expected) {
      const auto set = std::ranges::find(question_.sets, one.pipes);
      if (set == question_.sets.end())
        return std::nullopt;
      for (int uop = 0; uop < static_cast<int>(std::lround(one.cycles)); ++uop)
        made = with(made, static_cast<std::size_t>(set - question_.sets.begin()));
    }
    made.cost = misfits_of(made);
    return made;
  }

  static void sort(std::vector<Node> &nodes) {
    std::ranges::stable_sort(nodes, [](const Node &a, const Node &b) { return a.cost < b.cost; });
  }

  void prepare(const UsageTrial &trial) {
    Ready made{Work(unions_.size(), 0), std::vector<double>(unions_.size(), 1)};
    for (std::size_t i = 0; i < unions_.size(); ++i) {
      for (const PipeDemand &one : trial.other_demands)
        if ((one.pipes & ~unions_[i]) == 0)
          made.other_uops[i] += one.cycles;
      made.per_cycle[i] = std::popcount(unions_[i]);
      const auto rate = std::ranges::find_if(trial.rates, [&](const SetRate &one) { return one.pipes == unions_[i]; });
      if (rate != trial.rates.end())
        made.per_cycle[i] = rate->uops_per_cycle;
    }
    ready_.push_back(std::move(made));
  }

  [[nodiscard]] Node with(const Node &one, std::size_t set) const {
    Node made = one;
    made.chosen.insert(std::upper_bound(made.chosen.begin(), made.chosen.end(), set), set);
    for (std::size_t i = 0; i < unions_.size(); ++i)
      if ((question_.sets[set] & ~unions_[i]) == 0)
        made.work[i] += 1;
    return made;
  }

  [[nodiscard]] double pipes_bound(const Ready &trial, const Work &work, double copies) const {
    double busiest = 0;
    for (std::size_t i = 0; i < unions_.size(); ++i)
      busiest = std::max(busiest, (trial.other_uops[i] + copies * work[i]) / trial.per_cycle[i]);
    return busiest;
  }

  /// The time alone that its uops do not explain; zero: none.
  [[nodiscard]] double unit_cycles(const Work &work) const {
    if (!question_.solo_cycles || *question_.solo_cycles < least_unit_cycles)
      return 0;
    double alone = question_.slots / question_.dispatch_width;
    for (std::size_t i = 0; i < unions_.size(); ++i)
      alone = std::max(alone, work[i] / std::popcount(unions_[i]));
    return *question_.solo_cycles > noticed_unit * alone ? *question_.solo_cycles : 0;
  }

  [[nodiscard]] double cost_of(const Node &one) const {
    double sum = uop_cost * static_cast<double>(one.chosen.size()) +
                 missing_uop_cost * std::max(0.0, question_.slots - static_cast<double>(one.chosen.size()));
    for (const std::size_t set : one.chosen)
      sum += set >= question_.class_sets ? uncommon_set_cost : 0;
    return sum + misfits_of(one);
  }

  [[nodiscard]] double misfits_of(const Node &one) const {
    const double unit = unit_cycles(one.work);
    double sum = unit > 0 ? slow_unit_cost : 0;
    for (std::size_t i = 0; i < ready_.size(); ++i) {
      const UsageTrial &trial = question_.trials[i];
      const double pipes =
          std::max({pipes_bound(ready_[i], one.work, trial.copies), unit * trial.copies, trial.other_unit_cycles});
      const double slots = (trial.other_slots + question_.slots * trial.copies) / question_.dispatch_width;
      sum += misfit({std::max(pipes, slots), slots >= pipes ? dispatch_slack : 0}, trial.figure);
    }
    return sum;
  }

  [[nodiscard]] std::vector<PipeDemand> demands_of(const Node &one) const {
    std::map<PipeSet, double> cycles;
    for (const std::size_t set : one.chosen)
      cycles[question_.sets[set]] += 1;
    std::vector<PipeDemand> made;
    for (const auto &[set, count] : cycles)
      made.push_back({set, count});
    return made;
  }

  const UsageQuestion &question_;
  std::vector<PipeSet> unions_;
  std::vector<Ready> ready_;
};

} // namespace

std::vector<UsageHypothesis> ranked_usages(const UsageQuestion &question, std::size_t most) {
  return UsageSearcher(question).run(most);
}

MixPrediction predicted_trial(const UsageQuestion &question, const UsageTrial &trial,
                              const std::vector<PipeDemand> &demands) {
  std::vector<PipeDemand> all = trial.other_demands;
  for (const PipeDemand &one : demands)
    all.push_back({one.pipes, one.cycles * trial.copies});
  const double slots = (trial.other_slots + question.slots * trial.copies) / question.dispatch_width;
  const double pipes = std::max(port_bound(std::move(all), trial.rates), trial.other_unit_cycles);
  return {std::max(pipes, slots), slots >= pipes ? dispatch_slack : 0};
}

} // namespace osaca::measure
