#include "measure/ports/usage_finder.h"

#include "measure/file/decimal.h"
#include "measure/ports/usage_solver.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace osaca::measure {
namespace {

constexpr double least_usage_noise = 0.005; // of a figure, at best
constexpr double uop_resolution = 0.45;   // uops of one cycle that must be told from none
constexpr MixTolerance blocking_tolerance = {0.04, 0.04};
constexpr double nearly_whole_cycles = 0.25;  // cycles
constexpr int most_blocking = 24;      // cycles of blocking code per round
constexpr double dispatch_use = 0.97;  // of the slots that real code can fill
constexpr double rounding_down = 0.97; // a form that takes 1.02 cycles needs no second one to be hidden

bool is_inside(PipeSet set, PipeSet of) { return set != of && (set & ~of) == 0; }

Mix scaled(const Mix &mix, int times) {
  Mix made = mix;
  for (MixItem &item : made)
    item.copies *= times;
  return made;
}

double possible_error(const MixFigure &figure) { return std::max(figure.spread, least_usage_noise) * figure.cycles; }

/// Whole cycles if that may be what was meant.
std::optional<double> settled(double cycles) {
  constexpr double part = 0.06; // of what is busy for long
  const double whole = std::round(cycles);
  if (std::abs(cycles - whole) <= std::max(nearly_whole_cycles, part * cycles))
    return whole;
  return std::nullopt;
}

} // namespace

UsageFinder::Share UsageFinder::share_of(int form, const FormUsage &usage, std::size_t set,
                                         const std::vector<Share> &known) {
  const PipeSet pipes = sets_[set].pipes;
  const int size = std::popcount(pipes);
  const double alone = std::max(*usage.solo_cycles, 1e-3);
  const double slots = std::max(usage.slots.value_or(1), 0.5);
  int copies = std::max(1, static_cast<int>(1 / alone + 0.1));
  const double free_slots = dispatch_use * width_ - size;
  if (free_slots <= 0)
    return {std::nullopt, "dispatch is too narrow to keep these pipes busy"};
  copies = std::clamp(static_cast<int>(free_slots / slots), 1, copies);
  double cycles = std::max(copies * alone * rounding_down, copies * slots / free_slots);
  // Larger sets with uops of the form in them must not become the bottleneck.
  for (std::size_t i = 0; i < set; ++i)
    if (is_inside(pipes, sets_[i].pipes) && known[i].cycles)
      cycles = std::max(cycles, copies * *known[i].cycles / (std::popcount(sets_[i].pipes) - size) * rounding_down);
  const int blocking = std::max(1, static_cast<int>(std::ceil(cycles)));
  if (blocking > most_blocking || 2 * least_usage_noise * blocking * size / copies > uop_resolution)
    return {std::nullopt, "it takes too long for single uops to be seen"};
  return lowest_agreeing(form, sets_[set], copies, blocking);
}

/// Mixes may take longer than they could, never shorter: the lowest of a few counts, if another one says the same.
UsageFinder::Share UsageFinder::lowest_agreeing(int form, const BlockingSet &set, int copies, int blocking) {
  constexpr std::array<std::pair<int, int>, 5> variants = {{{1, 0}, {2, 0}, {1, 1}, {3, 0}, {2, 1}}}; // times; more
  std::vector<double> found;
  std::string reason = "runs never agreed";
  for (const auto &[times, more] : variants) {
    const Share share = added(form, set, times * copies, times * blocking + more);
    if (!share.cycles) {
      reason = share.reason;
      continue;
    }
    if (*share.cycles <= nearly_whole_cycles)
      return share;
    found.push_back(*share.cycles);
    std::sort(found.begin(), found.end());
    if (found.size() > 1 && found[1] - found[0] <= nearly_whole_cycles && settled(found[0]))
      return {found[0], ""};
  }
  if (found.empty())
    return {std::nullopt, reason};
  return {found[0], ""};
}

/// Cycles that the set's pipes are busier with the form, per copy.
UsageFinder::Share UsageFinder::added(int form, const BlockingSet &set, int copies, int blocking) {
  const int size = std::popcount(set.pipes);
  const Mix blocked = scaled(set.mix, blocking);
  const MixFigure without = log_.measured(blocked);
  Mix with = blocked;
  with.push_back({form, copies});
  const MixFigure together = log_.measured(with);
  if (!without.is_reliable || !together.is_reliable)
    return {std::nullopt, "runs never agreed"};
  if (!blocking_tolerance.fits(blocking, without.cycles))
    return {std::nullopt, "the code that keeps these pipes busy is slower than it should be"};
  if ((possible_error(without) + possible_error(together)) * size / copies > uop_resolution)
    return {std::nullopt, "runs differ by more than a uop would"};
  return {std::max(0.0, (together.cycles - without.cycles) * size / copies), ""};
}

/// The explanation whose time alone is the measured one, or comes nearest from below.
void UsageFinder::explain(const std::vector<Share> &shares, FormUsage &usage) const {
  std::vector<PipeDemand> inside;
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    if (!shares[i].cycles)
      continue;
    const std::optional<double> whole = settled(*shares[i].cycles);
    if (!whole) {
      usage.reason = "a set of pipes seems to get " + decimal(*shares[i].cycles, 2) + " of its uops: no whole number";
      return;
    }
    inside.push_back({sets_[i].pipes, *whole});
  }
  const auto alone = [&](const std::vector<PipeDemand> &demands) {
    FormUsage one;
    one.demands = demands;
    one.slots = usage.slots;
    return explained_cycles(one, width_);
  };
  const std::vector<std::vector<PipeDemand>> all = explanations(inside);
  double best = -1;
  for (const std::vector<PipeDemand> &one : all)
    if (alone(one) * (1 - 2 * tolerance_.faster) <= *usage.solo_cycles)
      best = std::max(best, alone(one));
  if (best < 0) {
    usage.reason = all.empty() ? "what it adds to sets of pipes contradicts itself"
                               : "it is faster alone than the uops that mixes show would allow";
    return;
  }
  for (const std::vector<PipeDemand> &one : all)
    if (alone(one) >= best * (1 - tolerance_.faster) && alone(one) <= best) {
      if (++usage.explanations == 1)
        usage.demands = one;
    }
  usage.kind = FormUsage::Kind::uops;
}

void UsageFinder::find(int form, FormUsage &usage) {
  usage.kind = FormUsage::Kind::unknown;
  std::vector<Share> shares;
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    const bool nothing = std::any_of(shares.begin(), shares.end(), [&](const Share &larger) {
      const auto k = static_cast<std::size_t>(&larger - shares.data());
      return larger.cycles && *larger.cycles <= nearly_whole_cycles && is_inside(sets_[i].pipes, sets_[k].pipes);
    });
    shares.push_back(nothing ? Share{0.0, ""} : share_of(form, usage, i, shares));
    if (shares.back().cycles)
      continue;
    const bool is_largest = std::none_of(sets_.begin(), sets_.begin() + static_cast<std::ptrdiff_t>(i),
                                         [&](const BlockingSet &one) { return is_inside(sets_[i].pipes, one.pipes); });
    if (is_largest) {
      usage.reason = shares.back().reason;
      return;
    }
    usage.is_within = true;
  }
  explain(shares, usage);
}

double explained_cycles(const FormUsage &usage, double dispatch_width) {
  return std::max(port_bound(usage.demands), usage.slots.value_or(0) / dispatch_width);
}

} // namespace osaca::measure
