// Runs unchecked code in a process of its own, and returns how long it took, or its steps.
#pragma once

#include "measure/file/status.h"
#include "measure/harness/samples.h"
#include "measure/harness/start_gate.h"
#include "measure/harness/timed_code.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace osaca::measure {

// The steps of code that records them: the general registers and flags before each instruction.

constexpr std::size_t max_steps = 30000;

/// The state before an instruction.
struct CodeStep {
  std::array<std::uint64_t, general_registers> general{};
  std::uint64_t flags = 0;
};

/// The memory through which a process reports its steps to its parent.
struct StepTrace {
  std::size_t count = 0;
  std::array<CodeStep, max_steps> steps{};
};

/// An exception to the value that memory is filled with.
struct PlantedWord {
  std::uint64_t address = 0;
  std::uint64_t word = 0; ///< repeated as often as it fits into `bytes`
  std::size_t bytes = 0;
};

/// The number of laps of a counting loop (LoopCode::counting).
struct CountedLaps {
  std::uint64_t laps = 0;        ///< in the first pass
  bool is_same = false;          ///< the number is the same in all passes
  std::uint64_t exit_number = 0; ///< the exit by which it left the first pass; 0: it did not leave within the limit
};

// Runs unchecked code in a process of its own, and returns how long it took.

using GeneralRegisters = std::array<std::uint64_t, general_registers>;

/// The code is timed in two lengths, and the difference counts. This is one of them: its code, and the initial values
/// of the registers.
struct Window {
  std::vector<std::uint8_t> code;
  GeneralRegisters general{};
};

/// The code of the short length is a loop that counts its laps. Nothing is timed.
struct Counting {
  std::uint64_t passes = 2;
  std::uint64_t most_laps = 0; ///< the loop leaves after these
};

/// The code of the short length is a loop that records its steps (recording_code). Nothing is timed.
struct Recording {
  StepTrace *trace = nullptr; ///< shared with the parent
  std::uint64_t laps = 0;     ///< after which the code ends
  std::size_t steps = 0;      ///< in all laps; at most max_steps
};

/// Only the passes of one window are executed, for an observer of the process.
struct Watching {
  bool is_long = false; ///< which window
  std::uint64_t passes = 1;
};

/// Memory that is mapped before the code begins, in addition to the pages that are mapped when first touched.
struct MemoryRegion {
  enum class Pages : std::uint8_t { small, huge };
  std::uint64_t address = 0; ///< a multiple of the size of a huge page
  std::uint64_t bytes = 0;
  Pages pages = Pages::small; ///< requested; see TimedRun::huge_bytes for the result
  std::function<void(std::uint64_t *words, std::uint64_t count)> fill; ///< empty: the memory is filled with fill_word
};

struct TimedTask {
  Window short_window;
  Window long_window;
  std::array<VectorValue, vector_registers> vectors{};
  std::uint64_t fill_word = 0;      ///< the initial contents of memory
  bool fill_is_relative = false;    ///< each word also has its own address added, for linked lists
  std::vector<PlantedWord> planted; ///< exceptions to fill_word
  std::optional<int> x87_values;    ///< how many values the x87 stack holds; then x87 exceptions invalidate the figure.
                                    ///< Empty: they are not checked
  bool changes_memory = true;       ///< memory is filled again before each pass
  std::size_t max_pages = 6;
  std::size_t wanted_samples = 100;
  std::optional<Counting> counting;
  std::optional<Recording> recording;
  std::optional<Watching> watching;
  int untimed_windows = 1; ///< run before each timed window, so that sleeping units wake up and others settle
  std::vector<MemoryRegion> regions;
  std::uint64_t passes = 0;                ///< in each window; 0: as many as the resolution of the clock requires
  std::uint64_t long_passes_per_short = 1; ///< more than 1: the long window has this many times as many passes
  std::vector<std::size_t>
      carried; ///< registers that the code itself writes back: each pass continues where the last one ended
  std::size_t enough_samples = 10; ///< if the code is so slow that more samples would take long
  double calm_crowding = 0; ///< of this core when it is calm (CalmCore); 0: not known. See RoundPlan::calm_crowding
  unsigned time_limit_seconds = 2;
};

struct TimedRun {
  Status status = Status::crashed;
  std::string detail;              ///< of a status other than ok: which address
  std::uint64_t passes = 0;        ///< of the code in each window
  double clock_overhead_ticks = 0; ///< for reading the clock; included in Sample::calibration_ticks
  std::vector<Sample> samples;
  CountedLaps laps;               ///< of a task with counting
  std::uint64_t region_bytes = 0; ///< of all regions together
  std::uint64_t huge_bytes = 0;   ///< the part of region_bytes that is in huge pages according to the system
};

/// Every failure is reported by the status, whatever the code does. `observer`: notified when everything is prepared
/// and the code is about to run.
[[nodiscard]] TimedRun run_timed(const TimedFrame &frame, const TimedTask &task, ProcessObserver *observer = nullptr);

// Runs a loop before it is timed, and finds the number of laps or the register values.

/// The registers before each step.
struct Rehearsal {
  Status status = Status::crashed;
  std::string detail;
  std::vector<CodeStep> steps; ///< of a task with recording
  CountedLaps laps;            ///< of a task with counting
};

/// Runs the short window of the task, with counting or recording, in a process of its own. The trace is provided.
[[nodiscard]] Rehearsal rehearse(const TimedFrame &frame, const TimedTask &task);

/// The type of rehearse(). Tests replace it where there is no suitable processor.
using Rehearser = std::function<Rehearsal(const TimedTask &)>;

} // namespace osaca::measure
