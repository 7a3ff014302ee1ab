// The project around the working folder: its settings, its sources and where its names of files begin.
#pragma once

#include "collection/collect.h"
#include "settings/settings_finder.h"

#include <string>
#include <vector>

namespace osaca::driver {

class Project {
public:
  Project();

  /// Of the nearest `.osaca.yml` above a source file, and of that above the working folder.
  [[nodiscard]] const Settings &settings_for(const std::string &file) { return finder_.for_file(file); }
  [[nodiscard]] const Settings &settings_here() { return finder_.for_folder("."); }

  /// As the settings of each file say: see with_settings(). `folder`: what names in the report are relative to; empty: the
  /// working folder.
  [[nodiscard]] Report configured(const Report &report, const std::string &folder = "");

  /// Without the findings that comments in the sources ignore.
  [[nodiscard]] static Report without_ignored_findings(const Report &report);

  /// `root`: as the user gave it; empty: the nearest folder here or above that is a repository or has settings, else this one.
  [[nodiscard]] CollectOptions collect_options(const std::string &root) const;

  [[nodiscard]] const std::vector<Error> &problems() const { return finder_.problems(); }

private:
  std::string working_dir_;
  SettingsFinder finder_;
};

/// A source file, unless it is too large to be one.
[[nodiscard]] std::optional<std::string> source_text(const std::string &path);

} // namespace osaca::driver
