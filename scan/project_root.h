// Determines which files belong to the project. Only these are listed by default, and only these are ever edited.
#pragma once

#include "base/expected.h"
#include "scan/compile_commands.h"

#include <string>
#include <vector>

namespace osaca::scan {

class ProjectRoot {
public:
  /// `root`: the user's choice; empty: the source folder that CMake recorded next to the database, else the working
  /// copy (.git, .hg, .svn) that contains the sources, else the folder that contains both the sources and the database.
  [[nodiscard]] static Expected<ProjectRoot> find(const std::string &root, const Database &database);

  /// Absolute, without symbolic links.
  [[nodiscard]] const std::string &root() const { return root_; }

  /// Whether `file` is under the root, but not in the build folder, which contains generated files. `file` is absolute,
  /// without links.
  [[nodiscard]] bool has(const std::string &file) const;

  /// "src/x.cpp" for a file under the root; otherwise `file` itself.
  [[nodiscard]] std::string relative_to_root(const std::string &file) const;

  /// Relative to the current folder, so that an editor or a terminal can open it.
  [[nodiscard]] std::string shown(const std::string &file) const;

private:
  std::string root_;
  std::string build_folder_; ///< empty: there is none under the root
  std::string current_;
};

/// The file arguments: names, folders (all files in them) and globs, where '*' also matches slashes. Relative arguments
/// may be relative to the current folder or to the root. A name without a slash matches in any folder.
class FileFilter {
public:
  FileFilter(std::vector<std::string> patterns, const ProjectRoot &project);

  /// Without patterns, every file matches.
  [[nodiscard]] bool matches(const std::string &file) const;

  /// Patterns that match none of `files`.
  [[nodiscard]] std::vector<std::string> unused(const std::vector<std::string> &files) const;

  [[nodiscard]] bool empty() const { return patterns_.empty(); }

  /// The units that have to be scanned. If every pattern is the plain name of one of `units`, only the named units have
  /// to be scanned; otherwise all units.
  [[nodiscard]] std::vector<CompileCommand> sufficient(const std::vector<CompileCommand> &units) const;

private:
  [[nodiscard]] bool matches(const std::string &pattern, const std::string &file) const;

  std::vector<std::string> patterns_;
  const ProjectRoot &project_;
};

} // namespace osaca::scan
