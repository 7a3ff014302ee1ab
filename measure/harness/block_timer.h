// How many cycles one execution of a basic block takes, when it is executed again and again.
#pragma once

#include "base/expected.h"
#include "measure/harness/repeated.h"
#include "measure/harness/timed_code.h"
#include "measure/harness/timed_process.h"

#include <cstdint>
#include <string>
#include <vector>

namespace osaca::measure {

struct BlockSettings {
  bool distinct_registers = false; ///< all registers begin with different values
  Repetition repetition;
};

class BlockTimer {
public:
  [[nodiscard]] static Expected<BlockTimer> create();
  [[nodiscard]] Measurement measure(const std::vector<std::uint8_t> &block, const BlockSettings &settings);

private:
  explicit BlockTimer(TimedFrames frames) : frames_(std::move(frames)) {}
  TimedFrames frames_;
  CalmCore core_;
};

} // namespace osaca::measure
