// Runs other programs, replaces this process with them, and limits this process.
#pragma once

#include "driver/command_line/command.h"
#include "driver/command_line/option_set.h"

#include <chrono>
#include <cstddef>
#include <string>
#include <sys/types.h>

namespace osaca::driver {

// Runs a program that may hang, print without end or crash, and cleans up after it.

struct ProgramRequest {
  std::string path; ///< contains a slash: PATH is not searched
  Words arguments;
  std::string folder; ///< working folder, and folder for its temporary files; empty: that of this process
  std::chrono::seconds timeout{10};
  std::size_t output_limit_bytes = 256 << 10; ///< output after this limit is discarded
};

struct ProgramResult {
  std::string problem;  ///< empty: the program ended normally; otherwise a phrase: "did not end within 10 s"
  int exit_status = -1; ///< -1: unknown
  std::string output;   ///< standard output and standard error, in the order in which they arrived

  [[nodiscard]] bool succeeded() const { return problem.empty() && exit_status == 0; }
};

/// The program gets an empty standard input and a locale with English messages, and ccache is bypassed. When the
/// program has ended or its time is over, all processes of its process group are killed. May be called from several
/// threads.
[[nodiscard]] ProgramResult run_program(const ProgramRequest &request);

// Subcommands that are separate programs, as in git.

/// The words to pass to the other program. A program that implements several commands gets the name of the command,
/// too.
[[nodiscard]] Words words_for_other_program(const Command &command, const Words &words);

/// Replaces this process with the program, which is searched for in the folder of this program and then on PATH.
/// Returns only if that failed, after reporting the error. `when_built` tells users without the program how to get it:
/// "it is built where ...".
[[nodiscard]] int run_other_program(const Command &command, const char *when_built, const Words &words);

// Limits for a process that a compiler has started: its memory and its lifetime.

/// Limits the memory that is allocated from now on to `mib` MiB. If that is not enough, the process reports it and ends
/// with `unusable_input`.
void limit_memory(int mib);

/// Ends this process when `parent`, which started it, ends for any reason. It has no effect if an intermediate program
/// started this process, so that `parent` is not its direct parent.
void end_with(pid_t parent);

} // namespace osaca::driver
