// Which `.osaca.yml` is the nearest one, for many files.
#pragma once

#include "settings/settings.h"

namespace osaca {

/// The text of a file; empty if there is none.
using SettingsReader = std::function<std::optional<std::string>(const std::string &path)>;

class SettingsFinder {
public:
  static constexpr const char *file_name = ".osaca.yml";

  /// `working_dir`: absolute; what relative names are relative to.
  SettingsFinder(std::string working_dir, SettingsReader read);

  /// Of the nearest file in the folder of `file` or above it. The reference stays good.
  const Settings &for_file(const std::string &file);
  const Settings &for_folder(const std::string &folder);

  /// Of all files that were read so far.
  [[nodiscard]] const std::vector<Error> &problems() const { return problems_; }

private:
  const Settings &for_absolute_folder(const std::string &folder);

  std::string working_dir_;
  SettingsReader read_;
  std::map<std::string, Settings> by_folder_;
  std::vector<Error> problems_;
};

} // namespace osaca
