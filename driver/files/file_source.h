// Files for `osaca report`: read piece by piece, and found in folders.
#pragma once

#include "base/expected.h"
#include "osaca/embedded_reports.h"

#include <memory>
#include <string>
#include <vector>

namespace osaca::driver {

/// A regular file; a pipe or a device, which could keep one waiting, is an error.
[[nodiscard]] Expected<std::unique_ptr<ByteSource>> open_file(const std::string &path);

struct FoundFile {
  std::string path;
  bool named = false; ///< by the user; else it was found in a folder
};

/// The files that `paths` mean: folders are replaced by all regular files below them, sorted by name. Folders that
/// cannot be read go to `problems`.
[[nodiscard]] std::vector<FoundFile> files_in(const std::vector<std::string> &paths, std::vector<Error> &problems);

} // namespace osaca::driver
