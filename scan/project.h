// Which files are the project's: only these are listed by default, and only these are ever edited.
#pragma once

#include "base/expected.h"
#include "scan/compile_commands.h"

#include <string>
#include <vector>

namespace osaca::scan {

class Project {
public:
  /// `root` as the user named it; empty: the source folder that CMake noted beside the database, else the working copy
  /// (.git, .hg, .svn) that holds the sources, else the folder that holds both them and the database.
  [[nodiscard]] static Expected<Project> find(const std::string &root, const Database &database);

  /// Absolute, without symbolic links.
  [[nodiscard]] const std::string &root() const { return root_; }

  /// Under the root, but not in the build folder: what lies there is generated. `file` is absolute, without links.
  [[nodiscard]] bool has(const std::string &file) const;

  /// "src/x.cpp" for a file under the root; `file` itself otherwise.
  [[nodiscard]] std::string relative_to_root(const std::string &file) const;

  /// The same for the current folder: what an editor or a terminal can open.
  [[nodiscard]] std::string shown(const std::string &file) const;

private:
  std::string root_;
  std::string build_folder_; ///< empty: none inside the root
  std::string current_;
};

/// File arguments: names, folders (all in them) and globs, where '*' also stands for slashes. Relative ones are meant
/// from the current folder or from the root; a name without a slash is one in any folder.
class FileFilter {
public:
  FileFilter(std::vector<std::string> patterns, const Project &project);

  /// Without patterns everything does.
  [[nodiscard]] bool matches(const std::string &file) const;

  /// Patterns that none of `files` matches.
  [[nodiscard]] std::vector<std::string> unused(const std::vector<std::string> &files) const;

  [[nodiscard]] bool empty() const { return patterns_.empty(); }

  /// The units among `units` that suffice if every pattern is the plain name of one of them; all otherwise.
  [[nodiscard]] std::vector<Unit> sufficient(const std::vector<Unit> &units) const;

private:
  [[nodiscard]] bool matches(const std::string &pattern, const std::string &file) const;

  std::vector<std::string> patterns_;
  const Project &project_;
};

} // namespace osaca::scan
