// Processes: programs that this one runs, programs that it becomes, and its own limits.
#pragma once

#include "driver/command_line/command.h"
#include "driver/command_line/option_set.h"

#include <chrono>
#include <cstddef>
#include <string>
#include <sys/types.h>

namespace osaca::driver {

// Runs a program that may hang, babble or crash, and leaves nothing of it behind.

struct ProgramRequest {
  std::string path; ///< with a slash: nothing is looked up
  Words arguments;
  std::string folder; ///< to run in, and for its temporary files; empty: this one's
  std::chrono::seconds timeout{10};
  std::size_t output_limit_bytes = 256 << 10; ///< what comes after is lost
};

struct ProgramResult {
  std::string problem;  ///< empty: it ran and ended by itself; otherwise half a sentence: "did not end within 10 s"
  int exit_status = -1; ///< -1: unknown
  std::string output;   ///< standard output and standard error, as they came

  [[nodiscard]] bool succeeded() const { return problem.empty() && exit_status == 0; }
};

/// Its standard input is empty, its messages are English, ccache does not answer for it, and when it has ended or its
/// time is over, all processes of its group are killed. May be called from several threads.
[[nodiscard]] ProgramResult run_program(const ProgramRequest &request);

// Subcommands that are programs of their own, as in git.

/// What that program gets for these words: a program that does several commands is told which one.
[[nodiscard]] Words words_for_other_program(const Command &command, const Words &words);

/// Becomes that program, which is looked for beside this one and then where the shell would look. Comes back only if
/// that failed, which has been explained. `when_built`: for who does not have it, "it is built where ...".
[[nodiscard]] int run_other_program(const Command &command, const char *when_built, const Words &words);

// What this process may take, and how long it may live, where a compiler started it.

/// From here on no more than `mib` MiB on top of what is taken now; where that is not
/// enough, the process says so and ends with `unusable_input`.
void limit_memory(int mib);

/// Ends this process when `parent`, which started it, ends, however that happens. Through a program in between that
/// only starts this one it cannot be told; then nothing happens.
void end_with(pid_t parent);

} // namespace osaca::driver
