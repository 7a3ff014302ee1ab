// Lists of events as data: the events to try, and the counters of single ports, for each processor that has them.
#pragma once

#include "base/expected.h"
#include "measure/counters/counter_source.h"
#include "yaml/fields.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure {

/// How a processor identifies itself.
struct ProcessorIdentity {
  std::string vendor;
  int family = 0;
  int model = 0;
};

/// This machine's processor; empty: it does not identify itself.
[[nodiscard]] ProcessorIdentity this_processor();
/// The first processor in text in the format of /proc/cpuinfo.
[[nodiscard]] ProcessorIdentity processor_in(std::string_view cpu_info);

// Types of events in lists and recordings.

constexpr std::uint32_t hardware_event_type = 0; ///< PERF_TYPE_HARDWARE
constexpr std::uint32_t software_event_type = 1; ///< PERF_TYPE_SOFTWARE
constexpr std::uint32_t cache_event_type = 3;    ///< PERF_TYPE_HW_CACHE
constexpr std::uint32_t raw_event_type = 4;      ///< PERF_TYPE_RAW

/// "0xb2" or "178"; empty: not such a number, or larger than `most`.
[[nodiscard]] std::optional<std::uint64_t> code_in(std::string_view text, std::uint64_t most);

/// The configuration from the fields `event`, `umask` and (optional) `cmask`, in the layout of the processor's event
/// select register.
[[nodiscard]] std::uint64_t raw_config(Fields &fields, Problems &problems);

// Lists of events to try, read from a file.

/// The events of every machine, then those of this processor.
[[nodiscard]] Expected<std::vector<CounterEvent>> read_events(std::string_view text, const std::string &name,
                                                              const ProcessorIdentity &processor = {});

/// The list that comes with the program: models/counters/events.yml.
[[nodiscard]] std::string_view shipped_events();

// Which counters of single ports a processor has, read from a file.

struct PortCounter {
  CounterEvent event;
  int ports = 1;               ///< how many ports it counts
  bool may_undercount = false; ///< if uops go to several of its ports in one cycle
};

struct PortCounters {
  std::vector<PortCounter> counters; ///< all ports together; empty: the processor has no such counters
  std::string source;
  std::string reason; ///< why there are none
};

/// What a list says about a processor.
[[nodiscard]] Expected<PortCounters> port_counters_of(const ProcessorIdentity &processor, std::string_view list,
                                                      const std::string &name);

/// The list that comes with the program: models/counters/ports.yml.
[[nodiscard]] std::string_view shipped_port_counters();

} // namespace osaca::measure
