#include "measure/ports/slow_units.h"

#include "base/index.h"
#include "measure/ports/usage_finder.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure {
namespace {

constexpr double unexplained = 1.1;   // times what pipes and dispatch explain
constexpr double nearly_sum = 0.92;   // of the time of both in turn
constexpr double nearly_apart = 1.12; // of the longer of the two
constexpr double least_cycles = 1;    // alone: what is faster is no unit that is busy for long
constexpr double longest_cycles = 60; // alone: beyond, it is a small program rather than a busy unit
constexpr int most_copies = 6;

struct Pairing {
  int first = 1;
  int second = 1;
};

/// Copies of each that take about equally long.
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

enum class Relation { shared, apart, unclear };

Relation relation(MixLog &log, int a, double a_cycles, int b, double b_cycles) {
  const Pairing copies = balanced(a_cycles, b_cycles);
  const double first = copies.first * a_cycles;
  const double second = copies.second * b_cycles;
  const MixFigure figure = log.measured({{a, copies.first}, {b, copies.second}});
  if (!figure.is_reliable)
    return Relation::unclear;
  if (figure.cycles >= nearly_sum * (first + second))
    return Relation::shared;
  return figure.cycles <= nearly_apart * std::max(first, second) ? Relation::apart : Relation::unclear;
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
      usage.kind = FormUsage::Kind::unknown;
      usage.reason = "it is slower alone than its uops explain; perhaps it has fewer pipes than any class";
      usage.demands.clear();
      continue;
    }
    if (alone > longest_cycles) {
      usage.kind = FormUsage::Kind::unknown;
      usage.reason = "it takes too long for a mix to tell what it waits for";
      continue;
    }
    int unit = -1;
    bool unclear = false;
    for (std::size_t k = 0; k < first_of_unit.size() && unit < 0; ++k) {
      const int other = first_of_unit[k];
      const Relation found =
          relation(log, static_cast<int>(i), alone, other, *map.forms[at(other)].solo_cycles);
      if (found == Relation::shared)
        unit = static_cast<int>(k);
      unclear = unclear || found == Relation::unclear;
    }
    if (unit < 0 && unclear) {
      usage.kind = FormUsage::Kind::unknown;
      usage.reason = "it waits for something that it shares in part with another form";
      continue;
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
