// Source files: which may be looked at, how much of them, and where they are if they moved.
#pragma once

#include "base/expected.h"
#include "collection/collect.h"
#include "osaca/annotated_loops.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace osaca::driver {

// Which files are below a folder. A report comes with an object from anywhere and may name any file as its source, so
// only those below the project's root are shown.

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

// Source files, as far as they may be looked at: regular files of bounded size, below folders that the user chose.

/// The text of a regular file, unless it is too large for a source file.
[[nodiscard]] std::optional<std::string> text_of_file(const std::string &path);

/// How much of all source files together is held in memory.
class SourceBudget {
public:
  /// False: there is no room left for the lines of `text`.
  [[nodiscard]] bool take(const std::string &text);

private:
  std::size_t left_bytes_ = std::size_t{512} << 20U;
};

class SourceFiles {
public:
  explicit SourceFiles(SourceFolders folders) : folders_(std::move(folders)) {}

  /// Withheld: it is there, outside of the folders. What is no regular file, or too large, is missing.
  [[nodiscard]] SourceFile read(const std::string &path);

private:
  SourceFolders folders_;
  SourceBudget budget_;
};

// Where the sources are that a program's line tables name: they may have moved since it was built.

/// Names that begin with the folder `first` are looked for in `second`; the first that fits counts.
using MovedFolders = std::vector<std::pair<std::string, std::string>>;

/// Of "OLD=NEW" each. Errors: something else.
[[nodiscard]] Expected<MovedFolders> parse_moved_folders(const std::vector<std::string> &items);

/// Regular files of at most the size that text_of_file() takes. Those below `root` and below the new folders of `moved`
/// may be quoted.
[[nodiscard]] SourceFinder source_finder(MovedFolders moved, const std::string &root);

} // namespace osaca::driver
