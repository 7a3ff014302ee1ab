// Lists of events to try: data, from a file.
#pragma once

#include "base/expected.h"
#include "measure/counters/counter_source.h"
#include "measure/counters/processor_identity.h"

namespace osaca::measure {

/// Those of every machine, then those of this processor.
[[nodiscard]] Expected<std::vector<CounterEvent>> read_events(std::string_view text, const std::string &name,
                                                              const ProcessorIdentity &processor = {});

/// The list that comes with the program: models/counters/events.yml.
[[nodiscard]] std::string_view shipped_events();

} // namespace osaca::measure
