// Whether accesses get their unit by their place among the macro-ops that are dispatched together, or whichever is
// free.
#pragma once

#include <optional>
#include <vector>

namespace osaca::measure::core_probes {

/// Accesses that wait for nothing, and other operations, again and again.
struct TimedAccesses {
  int accesses = 0;
  int others = 0;
  double cycles = 0;
};

struct AccessUnits {
  int width = 0; ///< macro-ops that are dispatched together
  int units = 0;
};

/// What the code takes if its accesses go where a unit is free.
[[nodiscard]] double cycles_if_free(const TimedAccesses &code, const AccessUnits &core);

/// And if of each group the first goes to one of two units in turn, and each further one to the next. That shows where
/// several rounds of the code fill a group exactly, so that all groups are alike.
[[nodiscard]] double cycles_if_by_place(const TimedAccesses &code, const AccessUnits &core);

/// No: some code is faster than that. Empty: no code tells, or something else is in its way.
[[nodiscard]] std::optional<bool> given_by_place(const std::vector<TimedAccesses> &timed, const AccessUnits &core);

} // namespace osaca::measure::core_probes
