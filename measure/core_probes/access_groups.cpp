#include "measure/core_probes/access_groups.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure::core_probes {
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
  constexpr double tells = 0.05; // parts of the time
  constexpr double good = 0.03;
  if (core.width < 1 || core.units < 1)
    return std::nullopt;
  bool is_told = false;
  bool fits = true;
  for (const TimedAccesses &one : timed) {
    const double by_place = cycles_if_by_place(one, core);
    is_told = is_told || by_place > (1 + tells) * cycles_if_free(one, core);
    if (by_place > (1 + tells) * cycles_if_free(one, core) && one.cycles < (1 - good) * by_place)
      return false; // faster than units that are given by place can be
    fits = fits && std::abs(one.cycles - by_place) <= good * by_place;
  }
  // Code of which both say the same shows whether anything else is in the way.
  return is_told && fits ? std::optional(true) : std::nullopt;
}

} // namespace osaca::measure::core_probes
