// How many cycles one iteration of a loop takes when all its memory is in the first-level cache.
#pragma once

#include "base/expected.h"
#include "kernel/kernel.h"
#include "measure/harness/repeated.h"

namespace osaca::measure {

class LoopTimer {
public:
  [[nodiscard]] static Expected<LoopTimer> create();
  [[nodiscard]] Measurement measure(const Kernel &loop, const Repetition &repetition);

private:
  explicit LoopTimer(TimedFrames frames) : frames_(std::move(frames)) {}
  TimedFrames frames_;
  CalmCore core_;
};

/// The loop as a text of its own: its instructions, with its label before them and the constants that it names behind.
[[nodiscard]] std::string loop_text(const Kernel &loop);

} // namespace osaca::measure
