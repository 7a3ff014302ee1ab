// From the root downwards, as far as there are folders: names in a report may have thousands of parts that never were
// folders, and only what is there is worth remembering.
#include "settings/settings_finder.h"

#include "base/file_name.h"

#include <algorithm>

namespace osaca {

SettingsFinder::SettingsFinder(std::string working_dir, SettingsFiles files)
    : working_dir_(std::move(working_dir)), files_(std::move(files)) {
  read_.emplace_back(); // where nobody decided anything
}

const Settings &SettingsFinder::for_file(const std::string &file) {
  return for_folder(can_name_a_file(file) ? std::string(folder_of(file)) : std::string());
}

const Settings &SettingsFinder::for_folder(const std::string &folder) {
  return for_absolute_folder(normal_path(working_dir_, file_name_or_nothing(folder)));
}

const Settings &SettingsFinder::for_absolute_folder(const std::string &folder) {
  const Settings *nearest = &read_.front();
  for (std::size_t end = 1; end <= folder.size(); end = std::min(folder.find('/', end + 1), folder.size())) {
    const Settings *here = in_folder(folder.substr(0, end), nearest);
    if (here == nullptr)
      break;
    nearest = here;
    if (end == folder.size())
      break;
  }
  return *nearest;
}

/// Nothing: there is no such folder.
const Settings *SettingsFinder::in_folder(const std::string &folder, const Settings *above) {
  const auto known = by_folder_.find(folder);
  if (known != by_folder_.end())
    return known->second;
  if (!files_.is_folder(folder))
    return nullptr;
  const std::string file = folder + (folder.ends_with('/') ? "" : "/") + file_name;
  const Expected<std::optional<std::string>> text = files_.read(file);
  if (!text)
    problems_.push_back(text.error()); // whoever relies on these settings must not believe that they hold
  if (!text || !text->has_value())
    return by_folder_[folder] = above;
  SettingsRead read = read_settings(**text, file);
  problems_.insert(problems_.end(), read.problems.begin(), read.problems.end());
  return by_folder_[folder] = &read_.emplace_back(std::move(read.settings));
}

} // namespace osaca
