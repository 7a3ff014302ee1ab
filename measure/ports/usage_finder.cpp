#include "measure/ports/usage_finder.h"

#include "measure/decimal.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace osaca::measure {
namespace {

constexpr double least_noise = 0.005;  // of a figure, at best
constexpr double resolution = 0.45;    // uops of one cycle that must be told from none
constexpr double nearly_whole = 0.25;  // cycles
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

double possible_error(const MixFigure &figure) { return std::max(figure.spread, least_noise) * figure.cycles; }

/// Whole numbers where that is what was meant. Units that are busy for long may be so for odd times.
std::optional<double> settled(double cycles) {
  constexpr double long_cycles = 4;
  const double whole = std::round(cycles);
  if (std::abs(cycles - whole) <= nearly_whole)
    return whole;
  return cycles > long_cycles ? std::optional(cycles) : std::nullopt;
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
  if (blocking > most_blocking || 2 * least_noise * blocking * size / copies > resolution)
    return {std::nullopt, "it takes too long for single uops to be seen"};
  const Mix blocked = scaled(sets_[set].mix, blocking);
  const MixFigure without = log_.measured(blocked);
  Mix with = blocked;
  with.push_back({form, copies});
  const MixFigure together = log_.measured(with);
  if (!without.is_reliable || !together.is_reliable)
    return {std::nullopt, "runs never agreed"};
  if (!tolerance_.fits(blocking, without.cycles))
    return {std::nullopt, "the code that keeps these pipes busy is slower than it should be"};
  if ((possible_error(without) + possible_error(together)) * size / copies > resolution)
    return {std::nullopt, "runs differ by more than a uop would"};
  return {std::max(0.0, (together.cycles - without.cycles) * size / copies), ""};
}

/// From sums over the sets inside each set to what each has of its own.
bool UsageFinder::solve(const std::vector<Share> &shares, FormUsage &usage) const {
  std::vector<double> own(sets_.size(), 0);
  for (std::size_t i = sets_.size(); i-- > 0;) {
    double inside = 0;
    for (std::size_t k = i + 1; k < sets_.size(); ++k)
      if (is_inside(sets_[k].pipes, sets_[i].pipes))
        inside += own[k];
    if (!shares[i].cycles)
      continue;
    const double found = *shares[i].cycles - inside;
    if (found < -2 * nearly_whole) {
      usage.reason = "what it adds to sets of pipes contradicts itself";
      return false;
    }
    const std::optional<double> whole = settled(std::max(found, 0.0));
    if (!whole) {
      usage.reason = "a set of pipes seems to get " + decimal(found, 2) + " of its uops, which is no whole number";
      return false;
    }
    own[i] = *whole;
  }
  for (std::size_t i = 0; i < sets_.size(); ++i)
    if (own[i] > 0)
      usage.demands.push_back({sets_[i].pipes, own[i]});
  return true;
}

void UsageFinder::find(int form, FormUsage &usage) {
  usage.kind = FormUsage::Kind::unknown;
  std::vector<Share> shares;
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    const bool nothing = std::any_of(shares.begin(), shares.end(), [&](const Share &larger) {
      const auto k = static_cast<std::size_t>(&larger - shares.data());
      return larger.cycles && *larger.cycles <= nearly_whole && is_inside(sets_[i].pipes, sets_[k].pipes);
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
  if (!solve(shares, usage))
    return;
  usage.kind = FormUsage::Kind::uops;
  if (*usage.solo_cycles < explained_cycles(usage, width_) * (1 - 2 * tolerance_.faster)) {
    usage.kind = FormUsage::Kind::unknown;
    usage.reason = "it is faster alone than the uops that mixes show would allow";
    usage.demands.clear();
  }
}

double explained_cycles(const FormUsage &usage, double dispatch_width) {
  return std::max(port_bound(usage.demands), usage.slots.value_or(0) / dispatch_width);
}

} // namespace osaca::measure
