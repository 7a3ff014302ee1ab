// Memory of a measuring process: of the size and of the pages that are asked for, filled before the code runs.
#pragma once

#include "measure/harness/child_report.h"
#include "measure/harness/timed_process.h"

namespace osaca::measure {

constexpr std::uint64_t huge_page_bytes = 2U << 20U;
constexpr std::uint64_t first_region_address = 0x1000000000; ///< of those that choose freely; far from the code

/// Maps and fills all regions of the task; the report says how much is in huge pages. False: the system did not give
/// them.
[[nodiscard]] bool prepare_regions(const TimedTask &task, ChildReport &report);

/// Of [address, address + bytes) in this process, what the system keeps in huge pages.
[[nodiscard]] std::uint64_t huge_bytes_of(std::uint64_t address, std::uint64_t bytes);

} // namespace osaca::measure
