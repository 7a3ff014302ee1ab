// Source files, as far as they may be looked at: regular files of bounded size, below folders that the user chose.
#pragma once

#include "collection/collect.h"
#include "driver/files/source_folders.h"

#include <cstddef>
#include <optional>
#include <string>

namespace osaca::driver {

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

} // namespace osaca::driver
