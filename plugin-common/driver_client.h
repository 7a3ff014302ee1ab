// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the driver as a child process of the compiler and reads its answer.
//
// run_child() installs no signal handler and leaves no open descriptor and no zombie process. The input is written to a
// socket, and the output is read from pipes. This process serves all of them together, so that it and the child cannot
// deadlock. No temporary file is used, so a full disk or a limit on file sizes has no effect.
#pragma once

#include "arguments.h"
#include "capture.h"

#include <string>
#include <vector>

namespace osaca {

struct ChildRequest {
  std::string program; ///< a path
  std::vector<std::string> arguments;
  std::string input;
  int timeout_seconds = 30;
  long output_limit_bytes = 16L << 20; ///< a child that writes more is killed
};

struct ChildResult {
  std::string problem;  ///< "" if the program ran and exited by itself; otherwise what went wrong, as a phrase
  int exit_status = -1; ///< -1: unknown
  std::string output;
  std::string errors;
};

[[nodiscard]] ChildResult run_child(const ChildRequest &request);

// The driver `osaca` is searched for next to the plugin (in a build tree or an install tree) and then on the PATH.

/// The path of the driver, or "" if it is not found. `told` is the user's argument driver=; if it is not empty, only
/// that program is used. A name without a slash is also searched for on the PATH.
[[nodiscard]] std::string find_driver(const std::string &told);

// The driver's answer to one capture. ask_driver() runs `osaca capture` and parses the records that it prints.

enum class RecordSeverity { note, warning, error };

struct Record {
  RecordSeverity severity = RecordSeverity::note;
  int location = -1; ///< index into the capture's locations; -1: the record is about the whole unit
  std::string rule;  ///< "": none
  std::string message;
  bool continues = false; ///< adds a detail to the previous record
};

struct DriverAnswer {
  std::vector<Record> records;
  std::string error;    ///< "" if the answer is complete; otherwise what failed, in one line
  std::string embedded; ///< content of the section `.osaca` (embedded_format.md); "": the object gets no such section
};

[[nodiscard]] DriverAnswer ask_driver(const capture::Capture &capture, const Arguments &arguments);

/// Parses the driver's records. Any other text in the answer is an error.
[[nodiscard]] DriverAnswer parse_records(const std::string &text, int location_count);

/// Parses records that are followed by the bytes of the report for the object file.
[[nodiscard]] DriverAnswer parse_records_and_report(const std::string &text, int location_count);

} // namespace osaca
