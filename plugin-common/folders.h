// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The files and folders that the driver writes reports to.
#pragma once

#include "arguments.h"

#include <string>

namespace osaca {

/// Creates the folder and its missing parents. Failures are ignored here, because they are reported when a file is
/// written to the folder.
void make_folders(const std::string &path);

/// The file for the report of a unit, or "" if no report is requested. In report_dir, the file is named after the
/// object without its ending. In the name, a slash becomes one dash, and a dash becomes two. `object` is the name from
/// the command line, which distinguishes objects of the same source.
[[nodiscard]] std::string report_file(const Arguments &arguments, std::string object);

/// The same arguments, with the result of report_file() as the file for the report. Creates report_dir if it is
/// missing.
[[nodiscard]] Arguments with_report_file(const Arguments &arguments, std::string object);

/// Removes the report of an earlier compile from report_dir, for a unit that has nothing to report any more.
void drop_old_report(const Arguments &arguments, std::string object);

/// Removes the reports in report_dir of all objects whose names begin with `beginning`.
void drop_old_reports(const Arguments &arguments, const std::string &beginning);

} // namespace osaca
