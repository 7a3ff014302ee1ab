// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs one program to its end inside somebody else's process (a compiler): no signal handlers, no descriptor left open,
// no zombie. Input goes through a socket and output through pipes, of which this side never waits for one alone: so
// neither side can wait for the other, and neither a full disk nor a limit of file sizes matters.
#pragma once

#include <string>
#include <vector>

namespace osaca {

struct ChildRequest {
  std::string program; ///< a path
  std::vector<std::string> arguments;
  std::string input;
  int timeout_seconds = 30;
  long output_limit_bytes = 16L << 20; ///< a child that writes more is stopped
};

struct ChildResult {
  std::string problem;  ///< "" if the program ran and ended by itself; else what went wrong, as half a sentence
  int exit_status = -1; ///< -1 unknown
  std::string output;
  std::string errors;
};

[[nodiscard]] ChildResult run_child(const ChildRequest &request);

} // namespace osaca
