#include "settings/settings_finder.h"

#include <filesystem>

namespace osaca {

namespace fs = std::filesystem;

SettingsFinder::SettingsFinder(std::string working_dir, SettingsReader read)
    : working_dir_(std::move(working_dir)), read_(std::move(read)) {}

const Settings &SettingsFinder::for_file(const std::string &file) {
  return for_folder(fs::path(file).parent_path().string());
}

const Settings &SettingsFinder::for_folder(const std::string &folder) {
  std::string absolute = (fs::path(working_dir_) / folder).lexically_normal().string();
  while (absolute.size() > 1 && absolute.back() == '/')
    absolute.pop_back();
  return for_absolute_folder(absolute);
}

const Settings &SettingsFinder::for_absolute_folder(const std::string &folder) {
  const auto known = by_folder_.find(folder);
  if (known != by_folder_.end())
    return known->second;
  const fs::path path(folder);
  const std::string file = (path / file_name).string();
  if (const std::optional<std::string> text = read_(file)) {
    SettingsRead read = read_settings(*text, file);
    problems_.insert(problems_.end(), read.problems.begin(), read.problems.end());
    return by_folder_[folder] = std::move(read.settings);
  }
  const fs::path above = path.parent_path();
  if (above == path || above.empty())
    return by_folder_[folder];
  return by_folder_[folder] = Settings(for_absolute_folder(above.string()));
}

} // namespace osaca
