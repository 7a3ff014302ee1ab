#include "measure/ports/usage_finder.h"

#include "base/index.h"
#include "measure/harness/samples.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace osaca::measure {
namespace {

constexpr double seen_share = 0.25;     // cycles of uops; with less, none of the form's uops must use the set
constexpr int most_blocking = 16;       // cycles of blocking code per round
constexpr double fillable_slots = 0.97; // of dispatch
constexpr double rounding_down = 0.97;  // 1.02 cycles need no second cycle of blocking code
constexpr int most_deciding_mixes = 10; // for one form
constexpr double deciding_lead = 4;     // of misfit
constexpr std::size_t most_ranked = 12;
constexpr double least_confidence = 0.4;
constexpr double most_spread = 0.12;     // of the runs of a form's mixes
constexpr double most_mean_misfit = 3;   // for the best explanation
constexpr double nearly_the_same = 0.04; // of a prediction
constexpr double good_misfit = 1;        // mean misfit below which a form is not examined again
constexpr double good_confidence = 0.8;
constexpr double review_lead = 1.5; // lead of other uops over the class's single uop, for a closer examination
constexpr double noticeable_filling = 0.97;
constexpr double least_filling = 0.6;
constexpr std::size_t most_uop_sets = 32;
constexpr double most_solo_without_pipes = 0.4; // cycles; a slower form has another limit
constexpr int uops_beyond_shares = 2;
constexpr int most_uops_of_all = 12;

Mix scaled(const Mix &mix, int times) {
  Mix made = mix;
  for (MixItem &item : made)
    item.copies *= times;
  return made;
}

bool is_within(PipeSet set, PipeSet of) { return (set & ~of) == 0; }

/// The sets of the classes, then their intersections.
std::vector<PipeSet> possible_sets(const PortMap &map, std::size_t &class_sets) {
  std::vector<PipeSet> made;
  const auto add = [&](PipeSet set) {
    if (set != 0 && made.size() < most_uop_sets && std::ranges::find(made, set) == made.end())
      made.push_back(set);
  };
  for (const PipeClass &one : map.classes)
    add(one.pipes);
  class_sets = made.size();
  for (std::size_t a = 0; a < class_sets; ++a)
    for (std::size_t b = 0; b < a; ++b)
      add(made[a] & made[b]);
  return made;
}

/// Whether the two would give different times for any of the mixes.
bool distinguishes(const UsageQuestion &asked, const std::vector<PipeDemand> &a, const std::vector<PipeDemand> &b) {
  return std::ranges::any_of(asked.trials, [&](const UsageTrial &one) {
    const double first = predicted_trial(asked, one, a).cycles;
    const double second = predicted_trial(asked, one, b).cycles;
    return std::abs(first - second) > nearly_the_same * std::max(first, second);
  });
}

} // namespace

UsageFinder::UsageFinder(MixLog &log, PortMap &map, const std::vector<FormUnderTest> &forms,
                         std::vector<BlockingSet> sets)
    : log_(log), map_(map), forms_(forms), sets_(std::move(sets)), uop_sets_(possible_sets(map, class_sets_)) {}

/// The amount of blocking code that hides the form if none of its uops must use the set.
std::optional<UsageFinder::Amount> UsageFinder::usual_amount(int form, std::size_t set) const {
  const FormUsage &usage = map_.forms[at(form)];
  const double alone = std::max(*usage.solo_cycles, 1e-3);
  const double slots = std::max(usage.slots.value_or(1), 0.5);
  const double free_slots = fillable_slots * map_.dispatch_width - std::popcount(sets_[set].pipes);
  if (free_slots <= 0)
    return std::nullopt;
  Amount made{set, std::max(1, static_cast<int>(1 / alone + 0.1)), 1};
  made.copies = std::clamp(static_cast<int>(free_slots / slots), 1, made.copies);
  const double cycles = std::max(made.copies * alone * rounding_down, made.copies * slots / free_slots);
  made.blocking = std::max(1, static_cast<int>(std::ceil(cycles)));
  if (made.blocking > most_blocking)
    return std::nullopt;
  return made;
}

Mix UsageFinder::mix_of(int form, const Amount &amount) const {
  Mix mix = scaled(sets_[amount.set].mix, amount.blocking);
  mix.push_back({form, amount.copies});
  return mix;
}

/// Measures by how many cycles per copy the form makes the set's pipes busier.
std::optional<double> UsageFinder::share(int form, const Amount &amount) {
  tried_.insert({form, amount});
  const MixFigure without = log_.measured(scaled(sets_[amount.set].mix, amount.blocking));
  const MixFigure with = log_.measured(mix_of(form, amount));
  if (!without.is_reliable || !with.is_reliable)
    return std::nullopt;
  return std::max(0.0, (with.cycles - without.cycles) * std::popcount(sets_[amount.set].pipes) / amount.copies);
}

/// Measures with each set. Subsets of a set that the form does not use are left out.
void UsageFinder::try_each_set(int form) {
  std::vector<PipeSet> untouched;
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    const PipeSet pipes = sets_[i].pipes;
    if (std::ranges::any_of(untouched, [&](PipeSet one) { return is_within(pipes, one); }))
      continue;
    const auto amount = usual_amount(form, i);
    const auto found = amount ? share(form, *amount) : std::nullopt;
    if (found && *found <= seen_share)
      untouched.push_back(pipes);
    else if (found)
      (void)share(form, {i, 2 * amount->copies, 2 * amount->blocking + 1}); // one mix may be slower than necessary
  }
}

/// Measures with the sets that are not a subset of another.
void UsageFinder::try_largest_sets(int form) {
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    const PipeSet pipes = sets_[i].pipes;
    const bool is_class = std::ranges::any_of(map_.classes, [&](const PipeClass &one) { return one.pipes == pipes; });
    const bool is_part = std::ranges::any_of(
        map_.classes, [&](const PipeClass &one) { return one.pipes != pipes && is_within(pipes, one.pipes); });
    if (const auto amount = is_class && !is_part ? usual_amount(form, i) : std::nullopt)
      (void)share(form, *amount);
  }
}

/// Measures with code for each of these sets, and for the largest sets.
void UsageFinder::try_sets_of(int form, const std::vector<PipeDemand> &demands) {
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    const bool is_own =
        std::ranges::any_of(demands, [&](const PipeDemand &one) { return one.pipes == sets_[i].pipes; });
    if (const auto amount = is_own ? usual_amount(form, i) : std::nullopt)
      (void)share(form, *amount);
  }
  try_largest_sets(form);
}

std::optional<std::vector<PipeDemand>> UsageFinder::expected_uops(int form) const {
  const std::vector<int> &parts = forms_[at(form)].parts;
  if (parts.empty())
    return std::nullopt;
  std::map<PipeSet, double> cycles;
  for (const int part : parts) {
    const FormUsage &usage = map_.forms[at(part)];
    if (usage.kind == FormUsage::Kind::unknown)
      return std::nullopt;
    for (const PipeDemand &one : usage.kind == FormUsage::Kind::no_pipe ? usage.demands_in_mixes : usage.demands)
      cycles[one.pipes] += one.cycles;
  }
  std::vector<PipeDemand> made;
  for (const auto &[pipes, count] : cycles)
    made.push_back({pipes, count});
  return made;
}

bool UsageFinder::is_as_expected(int form) const {
  const FormUsage &usage = map_.forms[at(form)];
  const auto expected = expected_uops(form);
  return expected && usage.kind == FormUsage::Kind::uops && usage.demands == *expected && usage.misfit < good_misfit &&
         usage.confidence > good_confidence;
}

/// The rate at which the other forms' pipes work without the form, if they are all kept busy.
std::optional<SetRate> UsageFinder::rate_without(const std::vector<PipeDemand> &other_demands, const Mix &mix) const {
  PipeSet all = 0;
  double cycles = 0;
  for (const PipeDemand &one : other_demands) {
    all |= one.pipes;
    cycles += one.cycles;
  }
  const auto alone = log_.all().find(normalised(mix));
  const double pipes = std::popcount(all);
  if (alone == log_.all().end() || !alone->second.is_reliable || port_bound(other_demands) > 1.01 * cycles / pipes)
    return std::nullopt;
  const double filling = cycles / pipes / alone->second.cycles;
  if (filling > noticeable_filling || filling < least_filling)
    return std::nullopt;
  return SetRate{all, filling * pipes};
}

std::optional<UsageTrial> UsageFinder::trial(int form, const Mix &mix, const MixFigure &figure) const {
  UsageTrial made;
  made.copies = 0;
  made.figure = figure;
  Mix others;
  std::vector<double> units(static_cast<std::size_t>(std::max(map_.units, 0)), 0);
  for (const MixItem &item : mix) {
    if (item.form == form) {
      made.copies = item.copies;
      continue;
    }
    const FormUsage &usage = map_.forms[at(item.form)];
    if (usage.kind == FormUsage::Kind::unknown)
      return std::nullopt;
    others.push_back(item);
    for (const PipeDemand &one : usage.kind == FormUsage::Kind::no_pipe ? usage.demands_in_mixes : usage.demands)
      made.other_demands.push_back({one.pipes, one.cycles * item.copies});
    made.other_slots += usage.slots.value_or(1) * item.copies;
    if (usage.unit >= 0)
      made.other_unit_cycles =
          std::max(made.other_unit_cycles, units.at(at(usage.unit)) += usage.unit_cycles * item.copies);
  }
  if (made.copies == 0)
    return std::nullopt;
  if (const auto rate = others.empty() ? std::nullopt : rate_without(made.other_demands, others))
    made.rates.push_back(*rate);
  made.rates.insert(made.rates.end(), map_.rates.begin(), map_.rates.end());
  return made;
}

UsageQuestion UsageFinder::question(int form) const {
  const FormUsage &usage = map_.forms[at(form)];
  UsageQuestion made;
  made.sets = uop_sets_;
  made.class_sets = class_sets_;
  made.slots = usage.slots.value_or(1);
  made.dispatch_width = map_.dispatch_width;
  made.solo_cycles = usage.solo_cycles;
  made.expected = expected_uops(form);
  for (const auto &[mix, figure] : log_.all())
    if (figure.is_reliable && std::ranges::any_of(mix, [&](const MixItem &item) { return item.form == form; }))
      if (auto one = trial(form, mix, figure))
        made.trials.push_back(*std::move(one));
  // As many uops as the busiest sets got, and a few that no mix showed.
  double most = 0;
  for (const UsageTrial &one : made.trials)
    if (!one.other_demands.empty()) {
      PipeSet all = 0;
      for (const PipeDemand &demand : one.other_demands)
        all |= demand.pipes;
      const double longer = one.figure.cycles - port_bound(one.other_demands, one.rates);
      most = std::max(most, longer * std::popcount(all) / one.copies);
    }
  made.most_uops =
      std::clamp(static_cast<int>(std::lround(std::max(made.slots, most))) + uops_beyond_shares, 3, most_uops_of_all);
  return made;
}

/// Measures the mix for which the best explanations differ most. False: no mix would distinguish them.
bool UsageFinder::distinguish(int form, const UsageQuestion &asked, const std::vector<UsageHypothesis> &ranked) {
  std::optional<Amount> chosen;
  double clearest = std::log(distinguishable_ratio) / 2;
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    const auto usual = usual_amount(form, i);
    if (!usual)
      continue;
    for (const auto &[times, more] : {std::pair{1, 0}, {2, 0}, {1, 1}, {2, 1}, {3, 0}}) {
      const Amount amount{i, usual->copies * times, usual->blocking * times + more};
      if (amount.blocking > most_blocking || tried_.contains({form, amount}))
        continue;
      const auto expected = trial(form, normalised(mix_of(form, amount)), {1, true, 0, 0});
      if (!expected)
        continue;
      const double best = predicted_trial(asked, *expected, ranked[0].demands).cycles;
      for (std::size_t k = 1; k < ranked.size() && ranked[k].cost < ranked[0].cost + deciding_lead; ++k) {
        const double apart = std::abs(std::log(predicted_trial(asked, *expected, ranked[k].demands).cycles / best));
        if (apart > clearest) {
          clearest = apart;
          chosen = amount;
        }
      }
    }
  }
  if (!chosen)
    return false;
  (void)share(form, *chosen);
  return true;
}

void UsageFinder::conclude(int form, const UsageQuestion &asked, const std::vector<UsageHypothesis> &ranked) {
  FormUsage &usage = map_.forms[at(form)];
  double sum = 1;
  usage.explanations = 1;
  for (std::size_t i = 1; i < ranked.size(); ++i)
    if (distinguishes(asked, ranked[0].demands, ranked[i].demands))
      sum += std::exp(ranked[0].cost - ranked[i].cost);
    else
      ++usage.explanations;
  usage.demands = ranked[0].demands;
  usage.confidence = 1 / sum;
  double misfits = 0;
  for (const UsageTrial &one : asked.trials)
    if (!one.other_demands.empty())
      misfits += misfit(predicted_trial(asked, one, usage.demands), one.figure);
  usage.misfit = asked.trials.empty() ? 0 : misfits / static_cast<double>(asked.trials.size());
  std::vector<double> spreads;
  for (const UsageTrial &one : asked.trials)
    spreads.push_back(one.figure.spread);
  usage.reason.clear();
  usage.kind = FormUsage::Kind::uops;
  if (median(std::move(spreads)) > most_spread) {
    usage.kind = FormUsage::Kind::unknown;
    usage.reason = "its runs differ by more than one uop takes";
  } else if (usage.misfit > most_mean_misfit) {
    usage.kind = FormUsage::Kind::unknown;
    usage.reason = "no set of uops explains the time that it adds to other code";
  } else if (usage.confidence < least_confidence) {
    usage.kind = FormUsage::Kind::unknown;
    usage.reason = "several sets of uops explain its figures about equally well";
  } else if (usage.demands.empty() && usage.solo_cycles.value_or(1) < most_solo_without_pipes) {
    usage.kind = FormUsage::Kind::no_pipe;
    usage.reason = "no mix shows that it needs a pipe";
  }
}

/// Ranks the explanations, and measures the mixes that distinguish the best ones.
void UsageFinder::decide(int form) {
  FormUsage &usage = map_.forms[at(form)];
  UsageQuestion asked = question(form);
  const auto beside =
      std::ranges::count_if(asked.trials, [](const UsageTrial &one) { return !one.other_demands.empty(); });
  if (beside < 2) {
    usage.kind = FormUsage::Kind::unknown;
    usage.reason = log_.reason_without_figures("together with other forms");
    return;
  }
  std::vector<UsageHypothesis> ranked = ranked_usages(asked, most_ranked);
  for (int i = 0; i < most_deciding_mixes && ranked.size() > 1 && ranked[1].cost < ranked[0].cost + deciding_lead;
       ++i) {
    if (!distinguish(form, asked, ranked))
      break;
    asked = question(form);
    ranked = ranked_usages(asked, most_ranked);
  }
  conclude(form, asked, ranked);
}

void UsageFinder::find(int form) {
  FormUsage &usage = map_.forms[at(form)];
  usage.kind = FormUsage::Kind::unknown;
  if (const auto expected = expected_uops(form)) {
    try_sets_of(form, *expected);
    decide(form);
    if (is_as_expected(form))
      return;
  }
  try_each_set(form);
  decide(form);
  if (usage.kind != FormUsage::Kind::unknown && usage.misfit < good_misfit && usage.confidence > good_confidence)
    return;
  // One of the figures may be wrong.
  log_.confirm_all(form);
  if (const auto alone = log_.all().find({{form, 1}}); alone != log_.all().end() && alone->second.is_reliable)
    usage.solo_cycles = alone->second.cycles;
  decide(form);
}

void UsageFinder::review(int form) {
  FormUsage &usage = map_.forms[at(form)];
  if (usage.kind != FormUsage::Kind::uops || usage.demands.size() != 1)
    return;
  try_largest_sets(form);
  const UsageQuestion asked = question(form);
  const std::vector<UsageHypothesis> ranked = ranked_usages(asked, most_ranked);
  const auto own =
      std::ranges::find_if(ranked, [&](const UsageHypothesis &one) { return one.demands == usage.demands; });
  if (own != ranked.end() && own->cost <= ranked.front().cost + review_lead)
    return;
  find(form);
}

double explained_cycles(const FormUsage &usage, double dispatch_width) {
  return std::max(port_bound(usage.demands), usage.slots.value_or(0) / dispatch_width);
}

} // namespace osaca::measure
