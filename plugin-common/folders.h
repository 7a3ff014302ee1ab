// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The files and folders that the driver writes reports to.
#pragma once

#include "arguments.h"

#include <string>

namespace osaca {

/// Creates the folder and its missing parents. Failures are ignored here, because they are reported when a file is
/// written to the folder.
void make_folders(const std::string &path);

/// What a compilation writes. The names are those of the command line, without their endings.
struct OutputName {
  std::string object;      ///< distinguishes objects of the same source; "" or "-": there is no file
  std::string source = {}; ///< names the report if no object is kept
};

/// The file for the report of a unit, or "" if no report is requested. In report_dir, the file is named after the
/// object, with its path from the folder that contains report_dir, so objects of several folders have different files.
/// In the name, a slash becomes one dash, and a dash becomes two.
[[nodiscard]] std::string report_file(const Arguments &arguments, const OutputName &output);

/// The same arguments, with the result of report_file() as the file for the report. Creates report_dir if it is
/// missing.
[[nodiscard]] Arguments with_report_file(const Arguments &arguments, const OutputName &output);

/// Removes the report of an earlier compile from report_dir, for a unit that has nothing to report any more.
void drop_old_report(const Arguments &arguments, const OutputName &output);

/// The name of a file without its ending: "src/a.b.c" becomes "src/a.b".
[[nodiscard]] std::string without_ending(std::string file);

/// Removes the reports in report_dir of all objects whose names begin with `beginning`.
void drop_old_reports(const Arguments &arguments, const std::string &beginning);

} // namespace osaca
