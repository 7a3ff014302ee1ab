// Lists of events to try: data, from a file.
#pragma once

#include "base/expected.h"
#include "measure/counters/counter_source.h"

namespace osaca::measure {

[[nodiscard]] Expected<std::vector<CounterEvent>> read_events(std::string_view text, const std::string &name);

/// The list that comes with the program: models/counters/events.yml.
[[nodiscard]] std::string_view shipped_events();

} // namespace osaca::measure
