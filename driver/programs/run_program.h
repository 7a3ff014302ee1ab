// Runs a program that may hang, babble or crash, and leaves nothing of it behind.
#pragma once

#include "driver/command_line/words.h"

#include <chrono>
#include <cstddef>
#include <string>

namespace osaca::driver {

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

} // namespace osaca::driver
