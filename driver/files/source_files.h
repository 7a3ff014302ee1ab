// Source files: which ones may be read, how much of them, and where they are if they were moved.
#pragma once

#include "base/expected.h"
#include "collection/collect.h"
#include "osaca/annotated_loops.h"

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace osaca::driver {

// Checks whether files are below certain folders. A report may come from an untrusted object and may name any file as
// its source, so only sources below the project's root are shown.

class SourceFolders {
public:
  /// Relative names are relative to the working folder. A folder that does not exist contains no files.
  explicit SourceFolders(const std::vector<std::string> &folders);

  /// `path` is a result of path_without_links(), so that a link cannot lead out of a folder.
  [[nodiscard]] bool hold(const std::string &path) const;

private:
  std::vector<std::string> folders_; ///< each ends with a slash
};

// Reads source files: regular files of limited size, below the folders that the user selected.

/// The text of a regular file, unless it is too large for a source file.
[[nodiscard]] std::optional<std::string> text_of_file(const std::string &path);

/// Limits the total size of all source files that are kept in memory.
class SourceBudget {
public:
  /// False: the limit does not allow the lines of `text`.
  [[nodiscard]] bool take(const std::string &text);

private:
  std::size_t left_bytes_ = std::size_t{512} << 20U;
};

class SourceFiles {
public:
  explicit SourceFiles(SourceFolders folders) : folders_(std::move(folders)) {}

  /// The file is withheld if it exists, but outside the folders. A file that is too large or not regular counts as
  /// missing.
  [[nodiscard]] SourceFile read(const std::string &path);
  /// The same without the text: only the access to the file is found.
  [[nodiscard]] SourceFile without_text(const std::string &path);
  /// Makes the next calls of read() for these files fast: their contents are read now, in at most `jobs` threads. The
  /// contents of earlier calls are forgotten.
  void read_ahead(const std::vector<std::string> &paths, int jobs);

  /// Files that exist, but could not be read for lack of a resource. read() returned them as missing.
  [[nodiscard]] const std::vector<Error> &problems() const { return problems_; }

private:
  struct Place {
    SourceFile::Access access = SourceFile::Access::missing;
    std::string path; ///< without links
  };
  struct Contents {
    SourceFile::Access access = SourceFile::Access::missing;
    std::optional<std::string> text; ///< if the access is `open`
    std::optional<Error> problem;
  };

  // For several threads:
  [[nodiscard]] Place place_of(const std::string &path);
  [[nodiscard]] std::optional<std::string> folder_without_links(const std::string &folder);
  [[nodiscard]] Contents contents_of(const std::string &path);

  SourceFolders folders_;
  SourceBudget budget_;
  std::vector<Error> problems_;
  std::unordered_map<std::string, std::optional<Contents>> ahead_; ///< empty: it was not read
  std::mutex mutex_;
  std::unordered_map<std::string, std::string> known_folders_; ///< existing ones, without links
};

// Finds the sources that a program's line tables name. They may have been moved since the program was built.

/// Names that begin with the folder `first` are searched for in `second`; the first pair that fits is used.
using MovedFolders = std::vector<std::pair<std::string, std::string>>;

/// Parses items of the form "OLD=NEW". Error: an item has another form.
[[nodiscard]] Expected<MovedFolders> parse_moved_folders(const std::vector<std::string> &items);

/// Finds regular files that text_of_file() accepts. The text of files below `root` and below the new folders of `moved`
/// may be quoted in reports.
[[nodiscard]] SourceFinder source_finder(MovedFolders moved, const std::string &root);

} // namespace osaca::driver
