#include "measure/core_probes/dispatch_rules.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace osaca::measure::core_probes {

namespace {

constexpr double good_error = 0.08;    // mean error in cycles of a rule that explains the times
constexpr double clearly_worse = 0.03; // by this much no rule at all must be worse than the rule

} // namespace

double cycles_by(const SplitRule &rule, int splits, int nops, int width) {
  constexpr int rounds = 600;
  int place = 0; // its position within the cycle
  int split = 0; // splits in this cycle so far
  long cycles = 0;
  const auto begin_cycle = [&](int at) {
    place = at;
    split = 0;
    ++cycles;
  };
  for (int round = 0; round < rounds; ++round)
    for (int i = 0; i < splits + nops; ++i) {
      const bool is_split = i < splits;
      const bool is_late = rule.among_first > 0 && place - split >= rule.among_first;
      const bool is_full = rule.per_cycle > 0 && split >= rule.per_cycle;
      if (is_split && (is_late || is_full))
        begin_cycle(0);
      split += is_split ? 1 : 0;
      place += is_split ? 2 : 1;
      if (place >= width)
        begin_cycle(place - width);
    }
  return static_cast<double>(cycles) / rounds;
}

std::optional<SplitRule> split_rule(const std::vector<TimedSplits> &timed, int width) {
  if (timed.empty())
    return std::nullopt;
  const auto error_of = [&](const SplitRule &rule) {
    double sum = 0;
    for (const TimedSplits &one : timed)
      sum += std::abs(cycles_by(rule, one.splits, one.nops, width) - one.cycles);
    return sum / static_cast<double>(timed.size());
  };
  std::optional<SplitRule> best;
  double least = std::numeric_limits<double>::infinity();
  const double without = error_of({});
  for (int among = 1; among < width; ++among)
    for (int per_cycle = 1; per_cycle <= std::max(1, width / 2); ++per_cycle)
      if (const double error = error_of({among, per_cycle}); error < least) {
        least = error;
        best = SplitRule{among, per_cycle};
      }
  if (without <= good_error && without < least + clearly_worse)
    return SplitRule{};
  return least <= good_error && least + clearly_worse < without ? best : std::nullopt;
}

std::optional<int> read_per_cycle(const std::vector<TimedLoop> &timed, int width) {
  constexpr int widest = 4; // largest group, as a multiple of the dispatch width
  if (timed.empty() || width < 1)
    return std::nullopt;
  const auto error_of = [&](int per_cycle) {
    double sum = 0;
    for (const TimedLoop &one : timed) {
      const double dispatched = std::max(1.0, static_cast<double>(one.macro_ops) / width);
      const double read = per_cycle > 0 ? std::ceil(static_cast<double>(one.macro_ops) / per_cycle) : 0;
      sum += std::abs(std::max(dispatched, read) - one.cycles);
    }
    return sum / static_cast<double>(timed.size());
  };
  int best = 0;
  double least = error_of(0) - clearly_worse;
  for (int per_cycle = width; per_cycle <= widest * width; ++per_cycle)
    if (const double error = error_of(per_cycle); error < least) {
      least = error;
      best = per_cycle;
    }
  const double error = best == 0 ? least + clearly_worse : least;
  return error <= good_error ? std::optional(best) : std::nullopt;
}

namespace {

double dispatched_cycles(const TimedAccesses &code, const AccessUnits &core) {
  return static_cast<double>(code.accesses + code.others) / core.width;
}

} // namespace

double cycles_if_free(const TimedAccesses &code, const AccessUnits &core) {
  return std::max(dispatched_cycles(code, core), static_cast<double>(code.accesses) / core.units);
}

double cycles_if_by_place(const TimedAccesses &code, const AccessUnits &core) {
  const double free = cycles_if_free(code, core);
  const int operations = code.accesses + code.others;
  const int rounds = operations > 0 && core.width % operations == 0 ? core.width / operations : 0;
  const int accesses = rounds * code.accesses;
  if (rounds < 2 || accesses <= core.units)
    return free;
  const int two_groups = 2 * (accesses / core.units) + std::min(accesses % core.units, 2);
  return std::max(free, two_groups / (2.0 * rounds));
}

std::optional<bool> given_by_place(const std::vector<TimedAccesses> &timed, const AccessUnits &core) {
  constexpr double tells = 0.05; // a smaller relative difference does not distinguish the two
  constexpr double good = 0.03;
  if (core.width < 1 || core.units < 1)
    return std::nullopt;
  bool is_told = false;
  bool fits = true;
  for (const TimedAccesses &one : timed) {
    const double by_place = cycles_if_by_place(one, core);
    is_told = is_told || by_place > (1 + tells) * cycles_if_free(one, core);
    if (by_place > (1 + tells) * cycles_if_free(one, core) && one.cycles < (1 - good) * by_place)
      return false; // faster than is possible with assignment by position
    fits = fits && std::abs(one.cycles - by_place) <= good * by_place;
  }
  // Code for which both predictions agree shows whether another limit interferes.
  return is_told && fits ? std::optional(true) : std::nullopt;
}

} // namespace osaca::measure::core_probes
