// Properties of the terminal: colours and columns, and a progress line.
#pragma once

#include "driver/command_line/option_set.h"
#include "osaca/analyze_inputs.h"

#include <chrono>
#include <string>

namespace osaca::driver {

// Colours and width of the output.

/// Adds --color: "auto", "always" or "never".
void add_colour_option(OptionSet &options, std::string &choice);

/// `choice` is "always", "never" or "auto". "auto" selects colour on a terminal, unless NO_COLOR is set (no-color.org)
/// or the terminal is dumb.
[[nodiscard]] bool wants_colour(const std::string &choice, bool to_stdout);

/// The number of columns if standard output is a terminal; 0: it is not, so there is no limit.
[[nodiscard]] int terminal_width();

// The progress of a long analysis, on one line that is rewritten in place.

/// Writes to standard error if that is a suitable terminal, without colour. Nothing is shown in the first half second.
class WorkDisplay {
public:
  WorkDisplay();
  WorkDisplay(const WorkDisplay &) = delete;
  WorkDisplay &operator=(const WorkDisplay &) = delete;
  ~WorkDisplay(); ///< clears the line

  void show(const WorkProgress &progress);

private:
  using Clock = std::chrono::steady_clock;
  bool is_terminal_;
  bool is_shown_ = false;
  Clock::time_point next_;
};

} // namespace osaca::driver
