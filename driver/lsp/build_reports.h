// Where a server's loops come from: it knows no files, so that it can be tested without any.
#pragma once

#include "collection/collection.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace osaca::driver::lsp {

/// A source file that loops come from.
struct BuiltFile {
  std::string name;               ///< in the collection
  std::vector<std::string> lines; ///< as they were compiled; empty: nobody knows them any more
};

/// Why there is nothing to show.
enum class Lack { nothing, build_folder, reports, loops_of_the_core, root };

/// What a build says of its loops.
struct BuildReports {
  Collection collection;
  std::map<std::string, BuiltFile> files; ///< by the path that BuildSource::path_of() gives
  std::set<int> outdated;                 ///< loops whose file was changed since, and nobody knows what it was like
  Lack lack = Lack::nothing;
  std::string remark;           ///< for the user: the same in words, and what to do
  std::vector<std::string> log; ///< what else is worth knowing: where reports were found, what cannot be read
};

class BuildSource {
public:
  /// Of all files that have to be read.
  using Progress = std::function<void(std::size_t done, std::size_t all)>;

  BuildSource() = default;
  BuildSource(const BuildSource &) = delete;
  BuildSource &operator=(const BuildSource &) = delete;
  virtual ~BuildSource() = default;

  /// Called once, before all others. `root`: an absolute path of a folder; empty: the editor has none. An error is what
  /// the user should know.
  [[nodiscard]] virtual std::optional<Error> open(const std::string &root) = 0;
  enum class State {
    as_read,
    at_work, ///< something changes, now or just before
    has_news ///< read() would give something else than the last time, and the build is at rest
  };
  /// Compares what is there with the last time that this was asked.
  [[nodiscard]] virtual State state() = 0;
  [[nodiscard]] virtual BuildReports read(const Progress &progress) = 0;
  /// A file's one name, whatever links lead to it.
  [[nodiscard]] virtual std::string path_of(const std::string &file) const = 0;
};

} // namespace osaca::driver::lsp
