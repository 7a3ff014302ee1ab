// How many cycles one execution of a basic block takes, when it is executed again and again.
#pragma once

#include "base/expected.h"
#include "measure/status.h"
#include "measure/timed_code.h"
#include "measure/timed_process.h"

#include <cstdint>
#include <string>
#include <vector>

namespace osaca::measure {

struct BlockSettings {
  bool distinct_registers = false; ///< all registers begin with different values
  int runs = 3;                    ///< processes, each with a figure of its own
};

struct BlockFigure {
  Status status = Status::ok;
  double cycles = 0; ///< meaningful for ok and unstable
  double spread = 0; ///< (max - min) / median of the runs
  std::string detail;
};

class BlockTimer {
public:
  [[nodiscard]] static Expected<BlockTimer> create();
  [[nodiscard]] BlockFigure measure(const std::vector<std::uint8_t> &block, const BlockSettings &settings) const;

private:
  BlockTimer(TimedFrame plain, TimedFrame x87) : plain_(std::move(plain)), x87_(std::move(x87)) {}
  TimedFrame plain_;
  TimedFrame x87_;
};

} // namespace osaca::measure
