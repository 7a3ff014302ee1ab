// The project around the working folder: its settings, its sources and where its names of files begin.
#pragma once

#include "base/expected.h"
#include "collection/collect.h"
#include "driver/command_line/option_set.h"
#include "settings/settings.h"

#include <string>
#include <vector>

namespace osaca::driver {

/// What the user says about where sources are.
struct SourceOptions {
  std::string root;
  std::vector<std::string> more_folders;
};

/// --root, --sources.
void add_source_options(OptionSet &options, SourceOptions &chosen);

class Project {
public:
  Project();

  /// Of the nearest `.osaca.yml` above a source file, and of that above the working folder.
  [[nodiscard]] const Settings &settings_for(const std::string &file) { return finder_.for_file(file); }
  [[nodiscard]] const Settings &settings_here() { return finder_.for_folder("."); }

  /// As the settings of each file say: see with_settings(). `folder`: what names in the report are relative to; empty:
  /// the working folder.
  [[nodiscard]] Report configured(Report report, const std::string &folder = "");

  /// Without the findings that comments in the sources ignore.
  [[nodiscard]] static Report without_ignored_findings(Report report);

  /// Without a root from the user it is the nearest folder here or above that is a repository or has settings, else
  /// this one. Errors: a folder that cannot be one.
  [[nodiscard]] Expected<CollectOptions> collect_options(const SourceOptions &options) const;

  /// The loops of these reports, as the settings say. Of sources only files below the root and the other folders that
  /// the user named are looked at.
  [[nodiscard]] Collection collected(const std::vector<NamedReport> &reports, const CollectOptions &where,
                                     const SourceOptions &options);

  [[nodiscard]] const std::vector<Error> &problems() const { return finder_.problems(); }

private:
  std::string working_dir_;
  SettingsFinder finder_;
};

/// What the source expects of a loop and does not get is an error.
[[nodiscard]] Report with_strict_expectations(Report report);

} // namespace osaca::driver
