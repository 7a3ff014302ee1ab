// How far a long analysis is, on one line that renews itself.
#pragma once

#include "osaca/analyze_inputs.h"

#include <chrono>

namespace osaca::driver {

/// On standard error, if that is a terminal that can; what takes less than half a second shows nothing. Not in colour.
class WorkDisplay {
public:
  WorkDisplay();
  WorkDisplay(const WorkDisplay &) = delete;
  WorkDisplay &operator=(const WorkDisplay &) = delete;
  ~WorkDisplay(); ///< leaves the terminal's line empty

  void show(const WorkProgress &progress);

private:
  using Clock = std::chrono::steady_clock;
  bool is_terminal_;
  bool is_shown_ = false;
  Clock::time_point next_;
};

} // namespace osaca::driver
