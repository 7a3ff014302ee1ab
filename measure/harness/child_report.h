// The memory through which a measuring process tells its parent what it found; and what its signal handlers need.
#pragma once

#include "measure/file/status.h"
#include "measure/harness/harness_state.h"
#include "measure/harness/samples.h"
#include "measure/harness/step_trace.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace osaca::measure {

constexpr std::size_t max_samples = 1000;

struct ChildReport {
  Status status;
  std::uint64_t address;        ///< of a fault
  std::uint64_t x87_exceptions; ///< flags that spoil the figure
  std::uint64_t passes;
  double clock_overhead_ticks;
  CountedLaps laps;
  std::uint64_t region_bytes;
  std::uint64_t huge_bytes;
  std::size_t sample_count;
  std::array<Sample, max_samples> samples;
};

/// While it is there, the code runs step by step.
struct StepRecorder {
  std::uint64_t code_begin = 0;
  std::uint64_t code_end = 0;
  StepTrace *trace = nullptr;
  const Detour *detours = nullptr;
  std::size_t detour_count = 0;
  bool is_inside = false;
};

/// What the handlers know. It lies at a fixed address too, because the registers are not to be trusted there.
struct HandlerContext {
  ChildReport *report;
  std::uint64_t restart_address;
  std::uint64_t fill_word;
  bool fill_is_relative; ///< each word holds its own address besides
  bool refill;
  std::size_t max_pages;
  std::size_t page_count;
  const PlantedWord *planted;
  std::size_t planted_count;
  std::uint64_t most_laps;
  StepRecorder *steps; ///< null: the code runs freely
};

constexpr std::uint64_t handler_address = state_address + page_bytes;

/// From now on a page that the code touches is given to it, and what cannot be helped ends the process with a status.
void install_handlers();

/// For handlers: the process ends, and this became of it.
[[noreturn]] void end_child(Status status, std::uint64_t address);

/// SIGTRAP, while there is a StepRecorder: notes the step. `machine`: a ucontext_t.
void on_step(HandlerContext &context, void *machine);

/// From now on the process goes step by step, until it ends: the handler of this trap sees to it.
inline void begin_steps() { asm volatile("int3" ::: "memory"); }

/// From now on the process cannot talk to the system any more but to map memory and to end.
void forbid_system_calls();

} // namespace osaca::measure
