// Cycles per execution of a benchmark's instruction.
#pragma once

#include "base/expected.h"
#include "measure/harness/benchmark.h"
#include "measure/harness/repeated.h"

namespace osaca::measure {

class BenchmarkTimer {
public:
  [[nodiscard]] static Expected<BenchmarkTimer> create();

  /// Runs nothing in particular until the core has been calm for some rounds: later figures are held against it.
  void settle();

  /// `status` tells whether the code runs at all; the figure is rough.
  [[nodiscard]] Measurement probe(const Benchmark &benchmark);
  /// Per round of the body. `rough_cycles`: of probe(); slow code is repeated less often.
  [[nodiscard]] Measurement measure(const Benchmark &benchmark, double rough_cycles, const Repetition &repetition);

private:
  explicit BenchmarkTimer(TimedFrames frames) : frames_(std::move(frames)) {}
  TimedFrames frames_;
  CalmCore core_;
};

} // namespace osaca::measure
