// The memory through which a measuring process tells its parent what it found; and what its signal handlers need.
#pragma once

#include "measure/harness/harness_state.h"
#include "measure/harness/samples.h"
#include "measure/file/status.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace osaca::measure {

constexpr std::size_t max_samples = 1000;

struct ChildReport {
  Status status;
  std::uint64_t address; ///< of a fault
  std::uint64_t passes;
  double clock_overhead_ticks;
  std::size_t sample_count;
  std::array<Sample, max_samples> samples;
};

/// What the handlers know. It lies at a fixed address too, because the registers are not to be trusted there.
struct HandlerContext {
  ChildReport *report;
  std::uint64_t restart_address;
  std::uint64_t fill_word;
  bool refill;
  std::size_t max_pages;
  std::size_t page_count;
};

constexpr std::uint64_t handler_address = state_address + page_bytes;

/// From now on a page that the code touches is given to it, and what cannot be helped ends the process with a status.
void install_handlers();

/// From now on the process cannot talk to the system any more but to map memory and to end.
void forbid_system_calls();

} // namespace osaca::measure
