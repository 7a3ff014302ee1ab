#include "measure/ports/slow_units.h"

#include "base/index.h"
#include "measure/ports/usage_finder.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure {
namespace {

constexpr double unexplained = 1.1; // times what pipes and dispatch explain
constexpr double far_unexplained = 1.6;
constexpr double doubted = 0.7;       // of the confidence
constexpr double least_cycles = 0.95; // alone: what is faster is no unit that is busy for long
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

enum class Relation { shared, apart };

Relation relation(MixLog &log, int a, double a_cycles, int b, double b_cycles) {
  const Pairing copies = balanced(a_cycles, b_cycles);
  const double first = copies.first * a_cycles;
  const double second = copies.second * b_cycles;
  const MixFigure figure = log.measured({{a, copies.first}, {b, copies.second}});
  // Whichever is nearer: some of what they wait for may be shared, which no unit says.
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
      // Not for a unit that is busy for long: something limits copies of it that mixes do not show.
      usage.confidence *= doubted;
      if (alone > far_unexplained * explained_cycles(usage, map.dispatch_width)) {
        usage.kind = FormUsage::Kind::unknown;
        usage.reason = "it is slower alone than its uops explain; perhaps it has fewer pipes than any class";
      }
      continue;
    }
    if (alone > longest_cycles) {
      usage.kind = FormUsage::Kind::unknown;
      usage.reason = "it takes too long for a mix to tell what it waits for";
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
