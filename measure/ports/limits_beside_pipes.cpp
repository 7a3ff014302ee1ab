#include "base/index.h"
#include "measure/ports/port_inference.h"
#include "measure/ports/usage_finder.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace osaca::measure {

namespace {

constexpr double nearly_whole = 0.07;   // of the width
constexpr double least_noise = 0.005;   // of a figure
constexpr double resolution = 0.4;      // slots
constexpr double surplus = 1.3;         // of filler, so that only dispatch limits the mix
constexpr double slowest_filler = 0.75; // cycles; a form that takes a cycle or more has another limit
constexpr std::size_t most_groups = 6;
constexpr int most_attempts = 3;
constexpr double rate_agreement = 0.96;
constexpr std::size_t agreeing_rates = 3;
constexpr std::size_t most_wrong_rates = 3;
constexpr std::size_t supporting_part = 25; // one in this many mixes runs at about the speed of dispatch
constexpr std::size_t many_rates = 200;
constexpr std::size_t enough_probes = 8; // for all forms alone: so many do not agree by chance
constexpr double lonely = 1.6;           // times the next best rate: such a rate has no support
constexpr double fastest_core = 16;      // instructions per cycle: no core is faster
constexpr double fastest_filler = 1.07;  // times the width: faster forms are fused or combined before dispatch

/// The fastest form of each group.
std::vector<int> fastest_of_groups(const std::vector<FormUnderTest> &forms,
                                   const std::vector<std::optional<double>> &solo) {
  std::map<std::string, int> fastest;
  for (std::size_t i = 0; i < forms.size(); ++i) {
    if (!solo[i] || *solo[i] <= 0 || forms[i].group == no_operation_group)
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

/// Instructions per cycle; empty: the mix says nothing about the width.
std::optional<double> dispatch_rate(const Mix &mix, const MixFigure &figure, const std::vector<FormUnderTest> &forms) {
  const bool has_no_ops =
      std::ranges::any_of(mix, [&](const MixItem &item) { return forms[at(item.form)].group == no_operation_group; });
  if (!figure.is_reliable || figure.cycles <= 0 || has_no_ops || copies_in(mix) >= fastest_core * figure.cycles)
    return std::nullopt;
  return copies_in(mix) / figure.cycles;
}

/// The highest rate that enough other rates support.
double agreed_of(std::vector<double> rates, std::size_t most_wanted) {
  if (rates.empty())
    return 0;
  std::ranges::sort(rates, std::greater<>());
  const auto supporting = [&](std::size_t i) {
    const auto below = std::ranges::find_if(rates, [&](double one) { return one < rate_agreement * rates[i]; });
    return static_cast<std::size_t>(below - rates.begin()) - i;
  };
  // Many mixes reach the width; a few wrong ones may agree by chance.
  const std::size_t wanted = std::clamp(rates.size() / supporting_part, agreeing_rates, most_wanted);
  for (std::size_t i = 0; i < std::max(most_wrong_rates, rates.size() / supporting_part) && i < rates.size(); ++i)
    if (supporting(i) >= wanted)
      return rates[i];
  if (rates.size() >= many_rates)
    return rates[rates.size() / supporting_part];
  return rates.size() > 1 && rates[0] > lonely * rates[1] ? rates[1] : rates[0];
}

/// The nearest whole number: nothing is faster than dispatch, and a slightly lower rate has other reasons.
double whole_width(double rate) {
  const double nearest = std::round(rate);
  return rate <= (1 + nearly_whole) * nearest ? std::max(nearest, std::ceil((1 - nearly_whole) * rate))
                                              : std::ceil(rate);
}

} // namespace

double agreed_rate(const MixLog &log, const std::vector<FormUnderTest> &forms) {
  std::vector<double> rates;
  for (const auto &[mix, figure] : log.all())
    if (const auto rate = dispatch_rate(mix, figure, forms))
      rates.push_back(*rate);
  const std::size_t all = rates.size() + agreeing_rates;
  return agreed_of(std::move(rates), all);
}

DispatchLimits dispatch_limits(MixLog &log, const std::vector<FormUnderTest> &forms,
                               const std::vector<std::optional<double>> &solo) {
  const std::vector<int> fastest = fastest_of_groups(forms, solo);
  const auto per_cycle = [&](int form) { return std::max(1, static_cast<int>(std::lround(1 / *solo[at(form)]))); };
  std::vector<Mix> probes(1);
  for (std::size_t i = 0; i < forms.size(); ++i)
    probes.push_back({{static_cast<int>(i), 1}});
  for (std::size_t i = 0; i < fastest.size(); ++i) {
    probes.front().push_back({fastest[i], per_cycle(fastest[i])});
    for (std::size_t k = 0; k < i; ++k)
      probes.push_back({{fastest[i], per_cycle(fastest[i])}, {fastest[k], per_cycle(fastest[k])}});
  }
  std::vector<double> rates;
  for (const Mix &probe : probes)
    if (const auto rate = dispatch_rate(probe, log.measured(probe), forms))
      rates.push_back(*rate);

  // Few of all the mixes so far may fill dispatch, but many of the forms alone do.
  DispatchLimits found;
  found.width = whole_width(std::max(agreed_of(std::move(rates), enough_probes), agreed_rate(log, forms)));
  if (found.width <= 0)
    return found;
  // Additions of constants that are executed at dispatch may need more of it in mixes; no-ops do not.
  const auto unsuitability = [&](std::size_t form) {
    return std::pair{forms[form].group != no_operation_group, forms[form].rank};
  };
  for (std::size_t i = 0; i < forms.size(); ++i)
    if (solo[i] && *solo[i] <= slowest_filler && 1 / *solo[i] >= dispatch_bound_share * found.width &&
        1 / *solo[i] <= fastest_filler * found.width &&
        (!found.filler || unsuitability(i) < unsuitability(at(*found.filler))))
      found.filler = static_cast<int>(i);
  if (found.filler)
    found.filler_rate = 1 / *solo[at(*found.filler)];
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
  // Mixes may be slower than necessary, so more than one slot is accepted only if several mixes agree.
  std::optional<double> least;
  for (int more = 0; more < most_attempts && (!least || *least > 1); ++more) {
    const MixFigure figure = log.measured({{form, copies}, {*limits.filler, filling + more}});
    if (!figure.is_reliable || figure.spread * figure.cycles * limits.width / copies > resolution)
      continue;
    // The filler may not quite reach the width alone, but may do so in mixes.
    const double most_slots = (figure.cycles * limits.width - filling - more) / copies;
    const double least_slots = (figure.cycles * std::min(limits.width, limits.filler_rate) - filling - more) / copies;
    const double whole = std::max(0.0, std::ceil(least_slots - resolution));
    if (whole <= most_slots + resolution)
      least = std::min(least.value_or(whole), whole);
  }
  return least;
}

namespace {

constexpr double unexplained = 1.1; // times what pipes and dispatch explain
constexpr double far_unexplained = 1.6;
constexpr double doubted = 0.7;       // factor for the confidence
constexpr double least_cycles = 0.95; // alone: faster forms do not use a unit that is busy for long
constexpr double longest_cycles = 60; // alone: a slower form is a small program rather than one use of a unit
constexpr int most_copies = 6;

struct Pairing {
  int first = 1;
  int second = 1;
};

/// The numbers of copies for which both forms take about equally long.
Pairing balanced(double first_cycles, double second_cycles) {
  Pairing best;
  double least = 1e9;
  for (int a = 1; a <= most_copies; ++a)
    for (int b = 1; b <= most_copies; ++b) {
      const double off = std::abs(std::log(a * first_cycles / (b * second_cycles))) + 0.01 * (a + b);
      if (off < least) {
        least = off;
        best = {a, b};
      }
    }
  return best;
}

enum class Relation { shared, apart };

Relation relation(MixLog &log, int a, double a_cycles, int b, double b_cycles) {
  const Pairing copies = balanced(a_cycles, b_cycles);
  const double first = copies.first * a_cycles;
  const double second = copies.second * b_cycles;
  const MixFigure figure = log.measured({{a, copies.first}, {b, copies.second}});
  // Chooses the nearer prediction, since the forms may also share other resources.
  const double apart = std::max(first, second);
  const double shared = first + second;
  return figure.is_reliable && figure.cycles >= (apart + shared) / 2 ? Relation::shared : Relation::apart;
}

} // namespace

void find_slow_units(MixLog &log, PortMap &map) {
  std::vector<int> first_of_unit;
  for (std::size_t i = 0; i < map.forms.size(); ++i) {
    FormUsage &usage = map.forms[i];
    if (usage.kind != FormUsage::Kind::uops || !usage.solo_cycles)
      continue;
    const double alone = *usage.solo_cycles;
    if (alone < unexplained * explained_cycles(usage, map.dispatch_width))
      continue;
    if (alone < least_cycles) {
      // No unit that is busy for long explains this: something limits copies of the form that mixes do not show.
      usage.confidence *= doubted;
      if (alone > far_unexplained * explained_cycles(usage, map.dispatch_width)) {
        usage.kind = FormUsage::Kind::unknown;
        usage.reason = "alone, it takes longer than its uops explain; it may have fewer pipes than any class";
      }
      continue;
    }
    if (alone > longest_cycles) {
      usage.kind = FormUsage::Kind::unknown;
      usage.reason = "it takes too long for mixes to show its pipes";
      continue;
    }
    int unit = -1;
    for (std::size_t k = 0; k < first_of_unit.size() && unit < 0; ++k) {
      const int other = first_of_unit[k];
      const Relation found = relation(log, static_cast<int>(i), alone, other, *map.forms[at(other)].solo_cycles);
      if (found == Relation::shared)
        unit = static_cast<int>(k);
    }
    if (unit < 0) {
      unit = static_cast<int>(first_of_unit.size());
      first_of_unit.push_back(static_cast<int>(i));
    }
    usage.unit = unit;
    usage.unit_cycles = alone;
  }
  map.units = static_cast<int>(first_of_unit.size());
}

} // namespace osaca::measure
