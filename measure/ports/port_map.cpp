#include "measure/ports/port_map.h"

#include "base/index.h"
#include "measure/ports/pipe_sets.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace osaca::measure {

namespace {

constexpr int most_draws = 2;               // for each wanted mix
constexpr double longest_mixed_cycles = 12; // alone: slower forms would hide all others

std::vector<int> forms_to_mix(const PortMap &map) {
  std::vector<int> made;
  for (std::size_t i = 0; i < map.forms.size(); ++i)
    if (map.forms[i].kind != FormUsage::Kind::unknown && map.forms[i].solo_cycles.value_or(1e9) <= longest_mixed_cycles)
      made.push_back(static_cast<int>(i));
  return made;
}

/// Remainders are the same on every machine, unlike the standard library's distributions.
int below(int limit, std::mt19937 &random) { return static_cast<int>(random() % static_cast<unsigned>(limit)); }

Mix random_mix(const PortMap &map, const std::vector<int> &forms, std::mt19937 &random) {
  constexpr int most_cycles = 4;
  Mix mix;
  const int wanted = 2 + below(3, random);
  for (int i = 0; i < wanted; ++i) {
    const int form = forms[at(below(static_cast<int>(forms.size()), random))];
    const double alone = std::max(*map.forms[at(form)].solo_cycles, 0.1);
    // Each form takes one to four cycles alone, so that most of them affect the time of the mix.
    mix.push_back({form, std::max(1, static_cast<int>((1 + below(most_cycles, random)) / alone))});
  }
  return normalised(mix);
}

} // namespace

std::optional<double> predicted_cycles(const PortMap &map, const Mix &mix) {
  std::vector<PipeDemand> demands;
  std::vector<double> units(static_cast<std::size_t>(map.units), 0);
  double slots = 0;
  for (const MixItem &item : mix) {
    const FormUsage &usage = map.forms[at(item.form)];
    if (usage.kind == FormUsage::Kind::unknown)
      return std::nullopt;
    const bool is_alone = mix.size() == 1;
    const std::vector<PipeDemand> &own =
        usage.kind == FormUsage::Kind::no_pipe && !is_alone ? usage.demands_in_mixes : usage.demands;
    for (const PipeDemand &one : own)
      demands.push_back({one.pipes, one.cycles * item.copies});
    if (usage.unit >= 0)
      units[at(usage.unit)] += usage.unit_cycles * item.copies;
    slots += usage.slots.value_or(1) * item.copies;
  }
  double cycles = std::max(port_bound(std::move(demands), map.rates), slots / map.dispatch_width);
  for (const double busy : units)
    cycles = std::max(cycles, busy);
  return cycles;
}

void check_with_random_mixes(MixLog &log, int count, PortMap &map) {
  const std::vector<int> forms = forms_to_mix(map);
  if (forms.empty())
    return;
  std::mt19937 same_every_time(7); // NOLINT
  MixResidual &residual = map.residual;
  double sum = 0;
  // Some forms cannot be in the same mix.
  for (int i = 0; i < most_draws * count && residual.mixes < count; ++i) {
    const Mix mix = random_mix(map, forms, same_every_time);
    const auto predicted = predicted_cycles(map, mix);
    const MixFigure figure = log.measured(mix);
    if (!predicted || !figure.is_reliable || figure.cycles <= 0)
      continue;
    const double error = std::abs(*predicted - figure.cycles) / figure.cycles;
    sum += error;
    ++residual.mixes;
    for (const MixItem &item : mix) {
      FormUsage &usage = map.forms[at(item.form)];
      ++usage.mixes;
      usage.worst_error = std::max(usage.worst_error, error);
    }
    if (error >= residual.worst) {
      residual.worst = error;
      residual.worst_mix = mix;
      residual.worst_predicted = *predicted;
      residual.worst_measured = figure.cycles;
    }
  }
  residual.mean = residual.mixes > 0 ? sum / residual.mixes : 0;
}

} // namespace osaca::measure
