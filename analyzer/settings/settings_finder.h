// Which `.osaca.yml` is the nearest one, for many files.
#pragma once

#include "settings/settings.h"

#include <deque>

namespace osaca {

/// What the finder asks the file system.
struct SettingsFiles {
  std::function<bool(const std::string &path)> is_folder;
  /// Empty: there is no such file. Errors: there is one, and it cannot be read or may not be obeyed.
  std::function<Expected<std::optional<std::string>>(const std::string &path)> read;
};

class SettingsFinder {
public:
  static constexpr const char *file_name = ".osaca.yml";

  /// `working_dir`: absolute; what relative names are relative to.
  SettingsFinder(std::string working_dir, SettingsFiles files);

  /// Of the nearest file in the folder of `file` or above it; of the working folder, if no file can have that name. The
  /// reference stays good.
  const Settings &for_file(const std::string &file);
  const Settings &for_folder(const std::string &folder);

  /// Of all files that were come across so far.
  [[nodiscard]] const std::vector<Error> &problems() const { return problems_; }

private:
  const Settings &for_absolute_folder(const std::string &folder);
  const Settings *in_folder(const std::string &folder, const Settings *above);

  std::string working_dir_;
  SettingsFiles files_;
  std::map<std::string, const Settings *> by_folder_; ///< of folders that are there; empty: is none
  std::deque<Settings> read_;                         ///< what `by_folder_` points to
  std::vector<Error> problems_;
};

} // namespace osaca
