// The subcommands of `osaca measure`: how they are dispatched, and how they show their progress.
#pragma once

#include "driver/command_line/command.h"
#include "driver/command_line/messages.h"

#include <cstddef>
#include <string_view>

namespace osaca::measure {

// The subcommands of `osaca measure`.

using driver::complain;
using driver::OptionSet;
using driver::success;
using driver::unusable_input;
using driver::Words;

extern const driver::Command blocks_command;
extern const driver::Command calls_command;
extern const driver::Command counters_command;
extern const driver::Command instructions_command;
extern const driver::Command kernel_command;
extern const driver::Command memory_command;
extern const driver::Command ports_command;
extern const driver::Command structure_command;
extern const driver::Command validate_command;

// A command with subcommands: prints help, runs the subcommand, and rejects unknown names.

struct CommandGroup {
  std::string_view name; ///< "osaca measure"
  std::string_view about;
  std::string_view more; ///< where to find more documentation
  driver::Commands commands;
};

/// `words`: the arguments after the name of the group; the first one names the subcommand. Returns the exit status.
[[nodiscard]] int run_group(const CommandGroup &group, const Words &words);

/// A line on standard error that is updated in place if standard error is a terminal; otherwise nothing is printed.
class ProgressLine {
public:
  ProgressLine();
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;
  ~ProgressLine(); ///< clears the line of the terminal

  /// "12 blocks"
  void show(std::size_t done, std::string_view of_what) const;

private:
  bool is_terminal_;
};

} // namespace osaca::measure
