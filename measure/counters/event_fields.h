// Codes of events in lists and recordings.
#pragma once

#include "yaml/fields.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace osaca::measure {

constexpr std::uint32_t hardware_event_type = 0; ///< PERF_TYPE_HARDWARE
constexpr std::uint32_t software_event_type = 1; ///< PERF_TYPE_SOFTWARE
constexpr std::uint32_t cache_event_type = 3;    ///< PERF_TYPE_HW_CACHE
constexpr std::uint32_t raw_event_type = 4;      ///< PERF_TYPE_RAW

/// "0xb2" or "178"; empty: it is no such number, or larger.
[[nodiscard]] std::optional<std::uint64_t> code_in(std::string_view text, std::uint64_t most);

/// `event`, `umask` and `cmask` (if there is one) of the fields as the processor's event select register has them.
[[nodiscard]] std::uint64_t raw_config(Fields &fields, Problems &problems);

} // namespace osaca::measure
