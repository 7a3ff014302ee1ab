// The command line of `osaca scan`, and the selection of loops that it describes.
#pragma once

#include "base/expected.h"
#include "scan/loop.h"
#include "scan/project_root.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace osaca::scan {

// The command line of `osaca scan`.

struct ScanOptions {
  std::string database; ///< as given with -p
  std::string root;
  std::string resource_dir;
  std::vector<std::string> files;
  std::string function;
  bool innermost = false;
  bool annotated = false;
  bool with_others = false;
  bool json = false;
  enum class Task { list, annotate, remove } task = Task::list;
  bool in_place = false;
  unsigned threads = 1;
};

/// The options, or the exit status after --help (0) or a mistake (2) that has been reported.
[[nodiscard]] std::variant<ScanOptions, int> read_options(const std::vector<std::string> &words);

/// Prints one line on standard error.
void complain(std::string_view message);
void complain(const Error &error);

// The selection of loops.

/// "solve" also matches "sim::solve". Globs match the whole name or the part after a "::".
[[nodiscard]] bool names_function(const std::string &pattern, const std::string &function);

[[nodiscard]] std::vector<ListedLoop> selected(const std::vector<ListedLoop> &loops, const ScanOptions &options,
                                               const FileFilter &files);

/// The pragmas of the selected loops. If only files are selected, the result also contains the pragmas in them that no
/// loop follows.
[[nodiscard]] std::vector<Pragma> selected(const std::vector<Pragma> &pragmas, const std::vector<ListedLoop> &chosen,
                                           const ScanOptions &options, const FileFilter &files);

/// One message for each filter that matches nothing. Without it, a mistyped name would look like a project without such
/// loops.
[[nodiscard]] std::vector<std::string> useless_filters(const ScannedLoops &findings,
                                                       const std::vector<CompileCommand> &units,
                                                       const ScanOptions &options, const FileFilter &files);

} // namespace osaca::scan
