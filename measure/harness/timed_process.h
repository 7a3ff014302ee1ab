// Runs code that nobody has checked, in a process of its own, and brings back how long it took.
#pragma once

#include "measure/file/status.h"
#include "measure/harness/harness_state.h"
#include "measure/harness/process_observer.h"
#include "measure/harness/samples.h"
#include "measure/harness/step_trace.h"
#include "measure/harness/timed_code.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace osaca::measure {

using GeneralRegisters = std::array<std::uint64_t, general_registers>;

/// One of the two lengths that are compared: code, and what the registers hold when it begins.
struct Window {
  std::vector<std::uint8_t> code;
  GeneralRegisters general{};
};

/// The short window is a loop that counts: nothing is timed, but its laps are told.
struct Counting {
  std::uint64_t passes = 2;
  std::uint64_t most_laps = 0; ///< after these it leaves
};

/// The passes of the short window are gone through step by step instead of being timed.
struct Rehearsing {
  StepTrace *trace = nullptr; ///< shared with the parent
  std::uint64_t passes = 2;
  std::vector<Detour> detours;
};

/// The passes of one window and nothing else, for somebody who watches the process.
struct Watching {
  bool is_long = false; ///< which window
  std::uint64_t passes = 1;
};

/// Memory that the code finds when it begins, besides the pages that come when it first touches them.
struct MemoryRegion {
  enum class Pages : std::uint8_t { small, huge };
  std::uint64_t address = 0; ///< a multiple of the size of a huge page
  std::uint64_t bytes = 0;
  Pages pages = Pages::small;                                          ///< asked for; see TimedRun::huge_bytes
  std::function<void(std::uint64_t *words, std::uint64_t count)> fill; ///< none: it is filled with fill_word
};

struct TimedTask {
  Window short_window;
  Window long_window;
  std::array<VectorValue, vector_registers> vectors{};
  std::uint64_t fill_word = 0;      ///< what memory holds
  bool fill_is_relative = false;    ///< each word holds its own address besides: lists
  std::vector<PlantedWord> planted; ///< but here
  std::optional<int>
      x87_values; ///< on x87's stack; then what it takes exception to spoils the figure. Empty: nobody looks
  bool changes_memory = true; ///< memory is filled again before each pass
  std::size_t max_pages = 6;
  std::size_t wanted_samples = 100;
  std::optional<Counting> counting;
  std::optional<Rehearsing> rehearsal;
  std::optional<Watching> watching;
  int untimed_windows = 1; ///< before each timed one: what sleeps or has to settle does so there
  std::vector<MemoryRegion> regions;
  std::uint64_t passes = 0;                ///< in each window; 0: as many as the clock needs
  std::uint64_t long_passes_per_short = 1; ///< more: the long window is so many times as many passes
  std::vector<std::size_t>
      carried; ///< registers that the code itself writes back: a pass goes on where the last one ended
  std::size_t enough_samples = 10; ///< if the code is so slow that more would take long
  unsigned time_limit_seconds = 2;
};

struct TimedRun {
  Status status = Status::crashed;
  std::string detail;              ///< of a status other than ok: which address
  std::uint64_t passes = 0;        ///< of the code in each window
  double clock_overhead_ticks = 0; ///< contained in each calibration
  std::vector<Sample> samples;
  CountedLaps laps;               ///< of a task with counting
  std::uint64_t region_bytes = 0; ///< of all regions
  std::uint64_t huge_bytes = 0;   ///< of these, in huge pages, as the system says
};

/// Never fails otherwise than by its status: the code may do what it likes.
/// `observer`: told when everything is prepared and the code is about to run.
[[nodiscard]] TimedRun run_timed(const TimedFrame &frame, const TimedTask &task, ProcessObserver *observer = nullptr);

} // namespace osaca::measure
