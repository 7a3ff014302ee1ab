#include "driver/files/source_folders.h"

#include "base/file_name.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace osaca::driver {

std::optional<std::string> path_without_links(const std::string &path) {
  if (path.empty() || !can_name_a_file(path))
    return std::nullopt;
  const std::unique_ptr<char, decltype(&std::free)> found(::realpath(path.c_str(), nullptr), &std::free);
  return found ? std::optional<std::string>(found.get()) : std::nullopt;
}

SourceFolders::SourceFolders(const std::vector<std::string> &folders) {
  for (const std::string &folder : folders)
    if (const std::optional<std::string> path = path_without_links(folder))
      folders_.push_back(path->ends_with('/') ? *path : *path + "/");
}

bool SourceFolders::hold(const std::string &path) const {
  return std::ranges::any_of(folders_, [&](const std::string &folder) { return path.starts_with(folder); });
}

} // namespace osaca::driver
