// What the output goes to: colours and columns of a terminal, and a line there that renews itself.
#pragma once

#include "driver/command_line/option_set.h"
#include "osaca/analyze_inputs.h"

#include <chrono>
#include <string>

namespace osaca::driver {

// What the output goes to.

/// --color: "auto", "always" or "never".
void add_colour_option(OptionSet &options, std::string &choice);

/// `choice` is "always", "never" or "auto": on a terminal, unless NO_COLOR is set (no-color.org) or the terminal is
/// dumb.
[[nodiscard]] bool wants_colour(const std::string &choice, bool to_stdout);

/// Columns of the terminal behind standard output, 0: no terminal, no limit.
[[nodiscard]] int terminal_width();

// How far a long analysis is, on one line that renews itself.

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
