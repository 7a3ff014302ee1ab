// Inside a measuring process: its report to its parent, the data of its signal handlers, and the memory that it maps.
#pragma once

#include "measure/file/status.h"
#include "measure/harness/samples.h"
#include "measure/harness/timed_code.h"
#include "measure/harness/timed_process.h"

#include <array>
#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <optional>

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

/// Bits of the x87 status word. Microcode handles the cases that set them, which takes hundreds of cycles.
constexpr std::uint64_t x87_invalid = 0x01;
constexpr std::uint64_t x87_denormal = 0x02;
constexpr std::uint64_t x87_underflow = 0x10;
constexpr std::uint64_t x87_stack_fault = 0x40;

constexpr std::size_t most_mapped_pages = 256;

/// A task as passed to a process that serves several runs, without regions and observers.
struct TrialOrder {
  static constexpr std::size_t most_code_bytes = 1U << 20U;
  static constexpr std::size_t most_planted = 1U << 14U;

  GeneralRegisters general;
  std::array<VectorValue, vector_registers> vectors;
  std::uint64_t fill_word;
  bool fill_is_relative;
  std::size_t max_pages;
  std::optional<Counting> counting;
  std::optional<Recording> recording;
  std::size_t code_bytes;
  std::size_t planted_count;
  std::array<std::uint8_t, most_code_bytes> code;
  std::array<PlantedWord, most_planted> planted;
};

/// The memory that such a process shares with its parent.
struct TrialMemory {
  ChildReport report;
  TrialOrder order;
  StepTrace trace;
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
  bool goes_on;                                       ///< after a page was mapped; otherwise the window restarts
  sigjmp_buf *return_to;                              ///< where end_child() continues; null: it ends the process
  std::array<std::uint64_t, most_mapped_pages> pages; ///< the first page_count were mapped when they were touched
};
static_assert(sizeof(HandlerContext) <= page_bytes);

constexpr std::uint64_t handler_address = state_address + page_bytes;

/// Installs handlers that map a page when the code touches it. Any other signal ends the process with a status.
void install_handlers();

/// For handlers: ends the run with this status, and the process too unless it serves several runs.
[[noreturn]] void end_child(Status status, std::uint64_t address);

constexpr int no_channel = -1;

/// After this call the process can only map memory and exit; other system calls are blocked. `channel`: a file
/// descriptor that it may also read and write.
void forbid_system_calls(int channel = no_channel);

// What the process does.

/// Prepares memory, and runs the task in this process, which has to end afterwards. `gate`: null if there is no
/// observer.
void run_once(const TimedFrame &frame, const TimedTask &task, ChildReport &report, const StartGate *gate);

/// Runs the tasks whose orders arrive through the channel, until it is closed. Memory is as before after each task,
/// unless the code writes to addresses that it did not get.
void serve_trials(const TimedFrame &frame, TrialMemory &memory, int channel);

// What its parent makes of the report.

/// `wait_status`: as returned by waitpid().
[[nodiscard]] Status status_of_end(int wait_status, Status reported);
[[nodiscard]] TimedRun result_of(const ChildReport &report, Status status);
[[nodiscard]] Rehearsal rehearsal_of(const TimedRun &run, const StepTrace &trace);

// Memory of a measuring process, with the requested size and pages. It is filled before the code runs.

constexpr std::uint64_t huge_page_bytes = 2U << 20U;
constexpr std::uint64_t first_region_address = 0x1000000000; ///< of freely placed regions; far from the code

/// Maps and fills all regions of the task, and reports how many bytes are in huge pages. False: the system did not
/// provide the memory.
[[nodiscard]] bool prepare_regions(const TimedTask &task, ChildReport &report);

/// The number of bytes of [address, address + bytes) in this process that are in huge pages.
[[nodiscard]] std::uint64_t huge_bytes_of(std::uint64_t address, std::uint64_t bytes);

} // namespace osaca::measure
