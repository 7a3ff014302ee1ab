// Analyses many or large inputs (assembly, objects, programs, libraries and archives) in several threads.
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
  std::string path; ///< passed to Inputs::read
  std::string name; ///< used in messages and reports
};

/// The input files and the functions that read them. These functions are called only in the caller's thread.
struct Inputs {
  std::vector<InputFile> files;
  std::function<Expected<std::string>(const std::string &path)> read; ///< returns the whole contents of a file
  FileOpener open; ///< opens members of thin archives and separate files with debug information; empty: such files are
                   ///< not read
};

struct WorkProgress {
  std::size_t inputs_done = 0;
  std::size_t inputs = 0;
  std::string_view step; ///< what is being done: "looking for loops"
  std::size_t done = 0;  ///< number of finished items of this step, summed over the inputs in progress
  std::size_t all = 0;
};

struct WorkOptions {
  int jobs = 1; ///< number of threads
  /// Called from time to time, by one thread at a time.
  std::function<void(const WorkProgress &)> progress = {};
  /// Maximum number of functions with loops in objects. More are an error, whose message explains how to select
  /// functions. 0: no limit.
  std::size_t most_functions = 0;
};

/// Returns one report with the kernels of all inputs, in the order of the inputs; kernels of one file are ordered by
/// address. Inputs that cannot be analysed are listed in Report::problems. The result does not depend on the number of
/// threads. An input without loops is a problem only if it is text, or if no other input has any. Each pattern of
/// AnalyzeOptions::functions has to match in at least one input.
[[nodiscard]] Report analyze_inputs(const Inputs &inputs, const AnalyzeOptions &options, const WorkOptions &work);

} // namespace osaca
