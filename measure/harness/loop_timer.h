// How many cycles one iteration of a loop takes when all its memory is in the first-level cache.
#pragma once

#include "base/expected.h"
#include "kernel/kernel.h"
#include "measure/harness/loop_code.h"
#include "measure/harness/loop_data.h"
#include "measure/harness/loop_setup.h"
#include "measure/harness/repeated.h"
#include "measure/harness/timed_code.h"

namespace osaca::measure {

class LoopTimer {
public:
  /// `additions_per_cycle`: see CalmCore::expect_additions.
  [[nodiscard]] static Expected<LoopTimer> create(double additions_per_cycle = 0);
  [[nodiscard]] Measurement measure(const Kernel &written, const Repetition &repetition);
  /// With data of so many bytes, in huge pages as far as the system gives them.
  [[nodiscard]] Measurement measure_over(const Kernel &written, const WantedData &wanted, const Repetition &repetition);

private:
  LoopTimer(TimedFrames plain, TimedFrames avx512) : plain_(std::move(plain)), avx512_(std::move(avx512)) {}
  [[nodiscard]] const TimedFrame &frame_of(const Kernel &loop) const;
  [[nodiscard]] Measurement timed(const TimedFrame &frame, const Kernel &loop, const LoopCode &code,
                                  const LoopSetup &setup, const Repetition &repetition);
  [[nodiscard]] Measurement after_search(const TimedFrame &frame, const Kernel &loop, const LoopCode &code,
                                         int most_iterations, const Repetition &repetition);
  TimedFrames plain_;
  TimedFrames avx512_; ///< for loops that use the registers which only AVX-512 has: it disturbs others
  CalmCore core_;
};

} // namespace osaca::measure
