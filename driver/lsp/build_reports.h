// The interface through which the server gets the loops of a build. The server itself reads no files, so that it can be
// tested without them.
#pragma once

#include "collection/collection.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace osaca::driver::lsp {

/// A source file that contains loops.
struct BuiltFile {
  std::string name;               ///< its name in the collection
  std::vector<std::string> lines; ///< as they were compiled; empty: unknown, because the file was changed
};

/// What is missing if there is nothing to show: a build folder, reports in it, loops that were analysed for the core of
/// --arch, or a usable root folder for the sources. `nothing`: all of it exists.
enum class Lack { nothing, build_folder, reports, loops_of_the_core, root };

/// The loops and findings of a build.
struct BuildReports {
  Collection collection;
  std::map<std::string, BuiltFile> files; ///< by the path that BuildSource::path_of() returns
  std::set<int> outdated; ///< loops whose file was changed since the build, and whose compiled text is unknown
  Lack lack = Lack::nothing;
  std::string remark;           ///< for the user: the reason in words, and what to do
  std::vector<std::string> log; ///< further information: where reports were found, what cannot be read
};

class BuildSource {
public:
  /// Counts the files that have to be read.
  using Progress = std::function<void(std::size_t done, std::size_t all)>;

  BuildSource() = default;
  BuildSource(const BuildSource &) = delete;
  BuildSource &operator=(const BuildSource &) = delete;
  virtual ~BuildSource() = default;

  /// Called once, before all other functions. `root`: the absolute path of a folder; empty: the editor has no folder
  /// open. An error is shown to the user.
  [[nodiscard]] virtual std::optional<Error> open(const std::string &root) = 0;
  enum class State {
    as_read,
    at_work, ///< files are changing, or changed just before
    has_news ///< read() would give a new result, and the build is at rest
  };
  /// Compares the files of the build with those that the previous call found.
  [[nodiscard]] virtual State state() = 0;
  [[nodiscard]] virtual BuildReports read(const Progress &progress) = 0;
  /// The unique name of a file, with links resolved.
  [[nodiscard]] virtual std::string path_of(const std::string &file) const = 0;
};

} // namespace osaca::driver::lsp
