// Inside a measuring process: its report to its parent, the data of its signal handlers, and the memory that it maps.
#pragma once

#include "measure/file/status.h"
#include "measure/harness/samples.h"
#include "measure/harness/timed_code.h"
#include "measure/harness/timed_process.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace osaca::measure {

// The memory through which a measuring process reports to its parent, and the data of its signal handlers.

constexpr std::size_t max_samples = 1000;

struct ChildReport {
  Status status;
  std::uint64_t address;        ///< of a fault
  std::uint64_t x87_exceptions; ///< flags that invalidate the figure
  std::uint64_t passes;
  double clock_overhead_ticks;
  CountedLaps laps;
  std::uint64_t region_bytes;
  std::uint64_t huge_bytes;
  std::size_t sample_count;
  std::array<Sample, max_samples> samples;
};

/// While there is a recorder, the code runs in single steps.
struct StepRecorder {
  std::uint64_t code_begin = 0;
  std::uint64_t code_end = 0;
  StepTrace *trace = nullptr;
  const Detour *detours = nullptr;
  std::size_t detour_count = 0;
  bool is_inside = false;
};

/// The data of the handlers. They are at a fixed address because the code may have changed all registers.
struct HandlerContext {
  ChildReport *report;
  std::uint64_t restart_address;
  std::uint64_t fill_word;
  bool fill_is_relative; ///< each word also has its own address added
  bool refill;
  std::size_t max_pages;
  std::size_t page_count;
  const PlantedWord *planted;
  std::size_t planted_count;
  std::uint64_t most_laps;
  StepRecorder *steps; ///< null: the code runs freely
};

constexpr std::uint64_t handler_address = state_address + page_bytes;

/// Installs handlers that map a page when the code touches it. Any other signal ends the process with a status.
void install_handlers();

/// For handlers: ends the process with this status.
[[noreturn]] void end_child(Status status, std::uint64_t address);

/// Handles SIGTRAP while there is a StepRecorder: records the step. `machine`: a ucontext_t.
void on_step(HandlerContext &context, void *machine);

/// Starts single-stepping until the process ends: the handler of this trap turns it on.
inline void begin_steps() { asm volatile("int3" ::: "memory"); }

/// After this call the process can only map memory and exit; other system calls are blocked.
void forbid_system_calls();

// Memory of a measuring process, with the requested size and pages. It is filled before the code runs.

constexpr std::uint64_t huge_page_bytes = 2U << 20U;
constexpr std::uint64_t first_region_address = 0x1000000000; ///< of freely placed regions; far from the code

/// Maps and fills all regions of the task, and reports how many bytes are in huge pages. False: the system did not
/// provide the memory.
[[nodiscard]] bool prepare_regions(const TimedTask &task, ChildReport &report);

/// The number of bytes of [address, address + bytes) in this process that are in huge pages.
[[nodiscard]] std::uint64_t huge_bytes_of(std::uint64_t address, std::uint64_t bytes);

} // namespace osaca::measure
