// Forms run under counters of ports: how many uops each counter sees per execution.
#pragma once

#include "measure/counters/port_counters.h"
#include "measure/ports/counter_check.h"
#include "measure/ports/form_runner.h"

#include <functional>

namespace osaca::measure {

/// A form's run has this name for sources that do not run it.
[[nodiscard]] std::string counted_name(int form, bool is_long);

/// Counts all forms whose uops were inferred, and holds the map against it. If the first form cannot be counted for a
/// reason that holds for all, that is the answer.
[[nodiscard]] CounterCheck count_and_check(CounterSource &source, const PortCounters &known, FormRunner &runner,
                                           const PortMap &map,
                                           const std::function<void(std::size_t done)> &progress = nullptr);

} // namespace osaca::measure
