// Where a project was built, if nobody says.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace osaca::driver {

struct BuildFolder {
  std::string path; ///< `root` joined with the folder's name; `root` itself where it was built in the sources
  std::vector<std::string> others; ///< that look like one, too, but were built longer ago
};

/// The folder that was built last, of `root`, those in it and those in these: one that holds what CMake, Ninja or Meson
/// leave behind or a compilation database; else `root`, if it has a makefile. Empty: there is none.
[[nodiscard]] std::optional<BuildFolder> find_build_folder(const std::string &root);

} // namespace osaca::driver
