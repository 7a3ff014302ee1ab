// Many inputs, or large ones: assembly, objects, programs, libraries and archives, in several threads.
#pragma once

#include "base/expected.h"
#include "osaca/analyze.h"
#include "osaca/embedded_reports.h"
#include "report/report.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

struct InputFile {
  std::string path; ///< for Inputs::read
  std::string name; ///< for messages and reports
};

/// Where inputs come from. All functions are called in the caller's thread only.
struct Inputs {
  std::vector<InputFile> files;
  std::function<Expected<std::string>(const std::string &path)> read; ///< all of it
  FileOpener open; ///< members of thin archives and files with debug information; empty: there are none
};

struct WorkProgress {
  std::size_t inputs_done = 0;
  std::size_t inputs = 0;
  std::string_view step; ///< "looking for loops"
  std::size_t done = 0;  ///< of this step, of the inputs at hand
  std::size_t all = 0;
};

struct WorkOptions {
  int jobs = 1; ///< threads
  /// Called now and then, by one thread at a time.
  std::function<void(const WorkProgress &)> progress = {};
  /// Functions with loops in objects; more are an error, which says how to choose among them. 0: any number.
  std::size_t most_functions = 0;
};

/// One report: the kernels of all inputs, in their order, in files in the order of addresses; what could not be
/// analysed is among the problems. It does not depend on the number of threads. An input without loops is a problem
/// only if it is text, or if no other input has any; a pattern of AnalyzeOptions::functions has to mean something in
/// one input at least.
[[nodiscard]] Report analyze_inputs(const Inputs &inputs, const AnalyzeOptions &options, const WorkOptions &work);

} // namespace osaca
