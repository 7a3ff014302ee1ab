// Which files are below a folder. A report comes with an object from anywhere and may name any file as its source, so
// only those below the project's root are shown.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace osaca::driver {

/// `path` without links, `.` and `..`, as the file system has it; empty: nothing is there.
[[nodiscard]] std::optional<std::string> path_without_links(const std::string &path);

class SourceFolders {
public:
  /// Relative names are relative to the working folder. A folder that is not there holds no file.
  explicit SourceFolders(const std::vector<std::string> &folders);

  /// `path`: from path_without_links(), so that a link that leads out of a folder is not below it.
  [[nodiscard]] bool hold(const std::string &path) const;

private:
  std::vector<std::string> folders_; ///< each with a slash at its end
};

} // namespace osaca::driver
