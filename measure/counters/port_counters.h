// Which counters of single ports a processor has: data, read like any other file.
#pragma once

#include "base/expected.h"
#include "measure/counters/counter_source.h"
#include "measure/counters/processor_identity.h"

#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure {

struct PortCounter {
  CounterEvent event;
  int ports = 1;               ///< that it stands for
  bool may_undercount = false; ///< what is dispatched to several of them in one cycle
};

struct PortCounters {
  std::vector<PortCounter> counters; ///< together of all ports; none: there are no such
  std::string source;
  std::string reason; ///< why there are none
};

/// What a list says of a processor.
[[nodiscard]] Expected<PortCounters> port_counters_of(const ProcessorIdentity &processor, std::string_view list,
                                                      const std::string &name);

/// The list that comes with the program: models/counters/ports.yml.
[[nodiscard]] std::string_view shipped_port_counters();

} // namespace osaca::measure
