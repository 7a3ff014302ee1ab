// The project that contains the working folder: its settings, its sources, and the root of its file names.
#pragma once

#include "base/expected.h"
#include "collection/collect.h"
#include "driver/command_line/option_set.h"
#include "driver/files/source_files.h"
#include "settings/settings.h"

#include <string>
#include <vector>

namespace osaca::driver {

/// The user's options about the location of sources.
struct SourceOptions {
  std::string root;
  std::vector<std::string> more_folders;
};

/// Adds --root and --sources.
void add_source_options(OptionSet &options, SourceOptions &chosen);

class Project {
public:
  Project();

  /// The settings of the nearest `.osaca.yml` above a source file, and of the one above the working folder.
  [[nodiscard]] const Settings &settings_for(const std::string &file) { return finder_.for_file(file); }
  [[nodiscard]] const Settings &working_folder_settings() { return finder_.for_folder("."); }

  /// Applies the settings of each file: see with_settings(). Names in the report are relative to `folder`; empty: the
  /// working folder.
  [[nodiscard]] Report configured(Report report, const std::string &folder = "");

  /// Removes findings that comments in the sources ignore. See comment_problems().
  [[nodiscard]] Report without_ignored_findings(Report report);

  /// If the user specifies no root, the root is the nearest folder, from the working folder upwards, that is a
  /// repository or has settings. If there is none, it is the working folder. Error: the given path cannot be a root.
  [[nodiscard]] Expected<CollectOptions> collect_options(const SourceOptions &options) const;

  /// The folders whose source files may be read: the root and the user's other folders.
  [[nodiscard]] static SourceFolders source_folders(const CollectOptions &where, const SourceOptions &options);

  /// The loops of these reports with the settings applied. Only source files in source_folders() are read.
  [[nodiscard]] Collection collected(std::vector<NamedReport> reports, const CollectOptions &where,
                                     const SourceOptions &options);

  /// Of settings.
  [[nodiscard]] const std::vector<Error> &problems() const { return finder_.problems(); }
  /// Of sources that collected() could not read for lack of a resource (SourceFiles::problems()). The collection is
  /// wrong if there are any.
  [[nodiscard]] const std::vector<Error> &source_problems() const { return source_problems_; }
  /// Of comments that name an unknown rule, in the sources of the last without_ignored_findings().
  [[nodiscard]] const std::vector<Error> &comment_problems() const { return comment_problems_; }

private:
  std::string working_dir_;
  SettingsFinder finder_;
  std::vector<Error> source_problems_;
  std::vector<Error> comment_problems_;
};

/// Changes the severity of broken expectations to error. Expectations are limits that the source states for a loop.
[[nodiscard]] Report with_strict_expectations(Report report);

} // namespace osaca::driver
