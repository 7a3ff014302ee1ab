// Which of the loops found the user asked for.
#pragma once

#include "scan/loop.h"
#include "scan/options.h"
#include "scan/project.h"

#include <vector>

namespace osaca::scan {

/// "solve" is also "sim::solve"; globs match the whole name or what follows a "::".
[[nodiscard]] bool names_function(const std::string &pattern, const std::string &function);

[[nodiscard]] std::vector<Loop> selected(const std::vector<Loop> &loops, const Options &options,
                                         const FileFilter &files);

/// Those of the selected loops; all in the selected files if loops are not chosen by what they are.
[[nodiscard]] std::vector<Pragma> selected(const std::vector<Pragma> &pragmas, const std::vector<Loop> &chosen,
                                           const Options &options, const FileFilter &files);

/// Filters that fit nothing, each as a message: a mistyped name should not look like a clean project.
[[nodiscard]] std::vector<std::string> useless_filters(const Findings &findings, const std::vector<Unit> &units,
                                                       const Options &options, const FileFilter &files);

} // namespace osaca::scan
