// Cycles per execution of a benchmark's instruction, and whether another thread uses the core meanwhile.
#pragma once

#include "base/expected.h"
#include "measure/harness/benchmark.h"
#include "measure/harness/repeated_measurement.h"
#include "measure/harness/samples.h"

#include <optional>
#include <string>

namespace osaca::measure {

// Cycles per execution of a benchmark's instruction.

/// How often the code runs in a process that an observer watches.
struct WatchPlan {
  std::uint64_t passes = 0;
  int rounds = 0; ///< of the benchmark's body in a short window; a long window has twice as many
};

class BenchmarkTimer {
public:
  [[nodiscard]] static Expected<BenchmarkTimer> create();

  /// Waits until the core has been calm for some rounds; later figures are compared with these. False: no round was
  /// steady.
  bool settle(double patience_seconds = 3);

  /// Determines whether the code runs at all (`status`); the figure is rough.
  [[nodiscard]] Measurement probe(const Benchmark &benchmark);
  /// Sets the highest plausible rate. A figure above it is measured again, and its status is `impossible` if it stays
  /// so.
  void expect_at_most(double instructions_per_cycle) { most_instructions_per_cycle_ = instructions_per_cycle; }

  /// The figure is per round of the body. `rough_cycles`: from probe(); slow code is repeated less often.
  [[nodiscard]] Measurement measure(const Benchmark &benchmark, double rough_cycles,
                                    const RepetitionPolicy &repetition);
  /// As measure(), with a much longer warm-up for units that sleep or need to settle.
  [[nodiscard]] Measurement measure_settled(const Benchmark &benchmark, double rough_cycles,
                                            const RepetitionPolicy &repetition);

  /// Executes the body repeatedly without timing it. Long and short windows have the same code around the body, so the
  /// difference of their counts is due to the body alone.
  [[nodiscard]] Status watch(const Benchmark &benchmark, const WatchPlan &plan, bool is_long,
                             ProcessObserver &observer);

  /// The number of the current epoch. A new epoch begins when the core turns out to be calmer than ever before. Figures
  /// of earlier epochs were disturbed.
  [[nodiscard]] int calm_epoch() const { return core_.epoch(); }
  /// The seconds that all figures together have waited for a calm core.
  [[nodiscard]] double waited_seconds() const { return core_.waited_seconds(); }
  /// Instructions per cycle of the canary, code that fills the core, at this moment; 0: it could not be measured.
  [[nodiscard]] double canary_rate_now();
  [[nodiscard]] double no_ops_per_cycle_now();

private:
  explicit BenchmarkTimer(TimedFrames frames) : frames_(std::move(frames)) {}
  [[nodiscard]] Measurement measured(const Benchmark &benchmark, double rough_cycles,
                                     const RepetitionPolicy &repetition, int untimed_windows);
  /// The cycles of no-ops, from the calmest samples.
  [[nodiscard]] std::optional<Typical> no_ops_now();

  TimedFrames frames_;
  CalmCore core_;
  double most_instructions_per_cycle_ = osaca::measure::most_instructions_per_cycle;
};

/// A plan that is long enough for entering and leaving the code to have little weight in the counts.
[[nodiscard]] WatchPlan watch_plan(const Benchmark &benchmark, double rough_cycles);

// Whether other threads share the core. Other CPUs may be threads of the same core; on a virtual machine, these may
// even belong to another guest. The chain of additions that measures the clock frequency does not show this. Only code
// that fills the core gets slower when the other thread is busy, so figures would be too high without any sign of it.

struct CoreSharing {
  double quiet_rate = 0; ///< instructions per cycle of code that fills the core, with the machine in its current state
  double busy_rate = 0;  ///< the same while all other CPUs are kept busy; 0: there are none
  double no_ops_per_cycle = 0; ///< with the machine in its current state
};

/// Keeps all other CPUs busy for a fraction of a second. Empty: the sharing could not be measured.
[[nodiscard]] std::optional<CoreSharing> test_core_sharing(BenchmarkTimer &timer);

/// The warning for the user; empty: none. `known_no_ops_per_cycle`: of this core when it is free; 0: not known.
[[nodiscard]] std::string sharing_warning(const CoreSharing &found, double known_no_ops_per_cycle);

} // namespace osaca::measure
