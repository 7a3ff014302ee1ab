#include "measure/ports/dispatch_limits.h"

#include "base/index.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace osaca::measure {
namespace {

constexpr double nearly_whole = 0.04;   // of the width
constexpr double least_noise = 0.005;   // of a figure
constexpr double resolution = 0.4;      // slots
constexpr double surplus = 1.3;         // of filler, so that nothing else limits
constexpr double slowest_filler = 0.75; // cycles: what takes one or more is limited by something else
constexpr std::size_t most_groups = 6;
constexpr int most_attempts = 3;

/// The fastest form of each group.
std::vector<int> fastest_of_groups(const std::vector<FormUnderTest> &forms,
                                   const std::vector<std::optional<double>> &solo) {
  std::map<std::string, int> fastest;
  for (std::size_t i = 0; i < forms.size(); ++i) {
    if (!solo[i] || *solo[i] <= 0)
      continue;
    const auto [place, is_new] = fastest.emplace(forms[i].group, static_cast<int>(i));
    if (!is_new && *solo[i] < *solo[at(place->second)])
      place->second = static_cast<int>(i);
  }
  std::vector<int> made;
  for (const auto &[group, form] : fastest)
    if (made.size() < most_groups)
      made.push_back(form);
  return made;
}

} // namespace

DispatchLimits dispatch_limits(MixLog &log, const std::vector<FormUnderTest> &forms,
                               const std::vector<std::optional<double>> &solo) {
  const std::vector<int> fastest = fastest_of_groups(forms, solo);
  const auto per_cycle = [&](int form) {
    return std::max(1, static_cast<int>(std::lround(1 / *solo[at(form)])));
  };
  Mix all;
  for (std::size_t i = 0; i < fastest.size(); ++i) {
    all.push_back({fastest[i], per_cycle(fastest[i])});
    for (std::size_t k = 0; k < i; ++k)
      (void)log.measured({{fastest[i], per_cycle(fastest[i])}, {fastest[k], per_cycle(fastest[k])}});
  }
  (void)log.measured(all);

  DispatchLimits found{log.best_rate()};
  if (found.width <= 0)
    return found;
  for (std::size_t i = 0; i < forms.size(); ++i)
    if (solo[i] && *solo[i] <= slowest_filler && 1 / *solo[i] >= dispatch_bound_share * found.width &&
        (!found.filler || forms[i].rank < forms[at(*found.filler)].rank))
      found.filler = static_cast<int>(i);
  const double whole = std::round(found.width);
  if (std::abs(found.width - whole) <= nearly_whole * whole)
    found.width = whole;
  return found;
}

std::optional<double> dispatch_slots(MixLog &log, const DispatchLimits &limits, int form, double solo_cycles) {
  if (!limits.filler)
    return std::nullopt;
  if (form == *limits.filler)
    return 1;
  const int copies = std::max(1, static_cast<int>(1 / solo_cycles + 0.1));
  const int filling = std::max(1, static_cast<int>(std::ceil(surplus * limits.width * solo_cycles * copies)) - copies);
  if (2 * least_noise * (filling + copies) / copies > resolution)
    return std::nullopt;
  // Mixes may take longer than they could: more than one slot is believed if several say so.
  std::optional<double> least;
  for (int more = 0; more < most_attempts && (!least || *least > 1); ++more) {
    const MixFigure figure = log.measured({{form, copies}, {*limits.filler, filling + more}});
    if (!figure.is_reliable || figure.spread * figure.cycles * limits.width / copies > resolution)
      continue;
    const double slots = (figure.cycles * limits.width - filling - more) / copies;
    const double whole = std::round(slots);
    if (std::abs(slots - whole) <= resolution && whole >= 0)
      least = std::min(least.value_or(whole), whole);
  }
  return least;
}

} // namespace osaca::measure
