// Cycles per execution of a benchmark's instruction.
#pragma once

#include "base/expected.h"
#include "measure/harness/benchmark.h"
#include "measure/harness/repeated.h"
#include "measure/harness/samples.h"

#include <optional>

namespace osaca::measure {

/// What a process does while it is watched.
struct WatchPlan {
  std::uint64_t passes = 0;
  int rounds = 0; ///< of the benchmark's body in a short window; a long one has twice as many
};

class BenchmarkTimer {
public:
  [[nodiscard]] static Expected<BenchmarkTimer> create();

  /// Runs nothing in particular until the core has been calm for some rounds: later figures are held against it. False:
  /// no round was steady.
  bool settle(double patience_seconds = 3);

  /// `status` tells whether the code runs at all; the figure is rough.
  [[nodiscard]] Measurement probe(const Benchmark &benchmark);
  /// What is faster is no figure: it is measured again, and `impossible` if it stays so.
  void expect_at_most(double instructions_per_cycle) { most_instructions_per_cycle_ = instructions_per_cycle; }

  /// Per round of the body. `rough_cycles`: of probe(); slow code is repeated less often.
  [[nodiscard]] Measurement measure(const Benchmark &benchmark, double rough_cycles, const Repetition &repetition);
  /// The same, with much more time for whatever sleeps or has to settle.
  [[nodiscard]] Measurement measure_settled(const Benchmark &benchmark, double rough_cycles,
                                            const Repetition &repetition);

  /// Executes the body again and again, without taking the time. The long window has as much around it as the short
  /// one: the difference of what is counted for the two is the body's alone.
  [[nodiscard]] Status watch(const Benchmark &benchmark, const WatchPlan &plan, bool is_long,
                             ProcessObserver &observer);

  /// What was measured in an earlier epoch was disturbed.
  [[nodiscard]] int calm_epoch() const { return core_.epoch(); }
  /// Of all figures, for a calm core.
  [[nodiscard]] double waited_seconds() const { return core_.waited_seconds(); }
  /// Instructions per cycle of the code that fills the core, at this moment; 0: it could not be measured.
  [[nodiscard]] double canary_rate_now();
  [[nodiscard]] double no_ops_per_cycle_now();

private:
  explicit BenchmarkTimer(TimedFrames frames) : frames_(std::move(frames)) {}
  [[nodiscard]] Measurement measured(const Benchmark &benchmark, double rough_cycles, const Repetition &repetition,
                                     int untimed_windows);
  /// Of no-ops, in the calmest samples.
  [[nodiscard]] std::optional<Typical> no_ops_now();

  TimedFrames frames_;
  CalmCore core_;
  double most_instructions_per_cycle_ = osaca::measure::most_instructions_per_cycle;
};

/// Long enough for counts in which entering and leaving is little.
[[nodiscard]] WatchPlan watch_plan(const Benchmark &benchmark, double rough_cycles);

} // namespace osaca::measure
