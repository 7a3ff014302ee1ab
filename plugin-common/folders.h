// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The files and folders that the driver's reports go to.
#pragma once

#include "arguments.h"

#include <string>

namespace osaca {

/// Makes the folder and those above it, as far as they are missing. Whether that worked shows when a file is written.
void make_folders(const std::string &path);

/// Where the report of a unit goes; "" if nobody wants one. In a folder, the file is named after the object (`object`:
/// as the compiler was told, which tells objects of the same source apart, without its ending), with a dash for
/// each slash and two for each dash.
[[nodiscard]] std::string report_file(const Arguments &arguments, std::string object);

/// The arguments with that file, whose folder is made where it is missing.
[[nodiscard]] Arguments with_report_file(const Arguments &arguments, std::string object);

/// Takes away what an earlier compile left in report_dir, for a unit that has nothing to report any more.
void drop_old_report(const Arguments &arguments, std::string object);

/// Takes away those in report_dir of all objects whose names begin so.
void drop_old_reports(const Arguments &arguments, const std::string &beginning);

} // namespace osaca
