// The settings of a project (`.osaca.yml`), and the lookup of the nearest settings file.
#pragma once

#include "base/expected.h"
#include "report/data_place.h"
#include "report/report.h"

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace osaca {

// The settings of a project: the nearest `.osaca.yml` in or above the folder of a source file.

/// The default tolerance in percent: smaller changes of a loop's cycles are ignored.
constexpr double usual_tolerance_percent = 5;

enum class RuleLevel { off, note, warning, error };

struct Settings {
  std::string file;                        ///< the settings file; empty: there is none
  std::vector<std::string> archs;          ///< empty: the core in the compiler's target options
  DataPlace data;                          ///< for loops whose source does not specify it
  std::map<std::string, RuleLevel> rules;  ///< by rule id; other rules keep their own severity
  std::optional<double> tolerance_percent; ///< for regressions
  std::optional<std::string> fail_on;      ///< "findings", "warning", "regressions" or "never"
  std::optional<std::string> baseline;     ///< file name
  std::optional<std::string> calls;        ///< file name of a table with the costs of calls
  std::vector<std::string> exclude;        ///< patterns of paths below the folder of `file`, see base/name_matching.h
};

struct SettingsRead {
  Settings settings;           ///< the settings that could be read
  std::vector<Error> problems; ///< each with its line
};

/// The name of the instruction set of a core; empty: it depends on the machine, or on a file that is not read here.
/// Error: the name is unknown.
using IsaOfArch = std::function<Expected<std::string>(const std::string &arch)>;

/// Why a file that settings name cannot be used; empty: it can.
using FileProblem = std::function<std::optional<std::string>(const std::string &path)>;

/// How names in settings are checked. An empty function checks nothing.
struct SettingsChecks {
  IsaOfArch isa_of_arch = {};    ///< the names of cores
  FileProblem file_problem = {}; ///< files that must exist
};

/// `file` is the path of the document. Relative names of files in it are resolved against the folder of `file`.
[[nodiscard]] SettingsRead read_settings(const std::string &text, const std::string &file,
                                         const SettingsChecks &checks = {});

/// The settings as the text of a settings file.
[[nodiscard]] std::string text_of(const Settings &settings);

/// The settings for a source file.
using SettingsLookup = std::function<const Settings &(const std::string &file)>;

/// Applies the settings: removes loops of excluded files and findings of disabled rules, and sets the configured
/// severities. Relative names in the report are relative to `folder`; `settings_for` is called with the resolved names.
[[nodiscard]] Report with_settings(Report report, const std::string &folder, const SettingsLookup &settings_for);

// Finds the nearest `.osaca.yml` for many files.

/// The file-system functions that the finder needs.
struct SettingsFiles {
  std::function<bool(const std::string &path)> is_folder;
  /// Empty: the file does not exist. Error: the file exists, but cannot be read or is not trusted.
  std::function<Expected<std::optional<std::string>>(const std::string &path)> read;
  SettingsChecks checks = {}; ///< as for read_settings()
};

class SettingsFinder {
public:
  static constexpr const char *file_name = ".osaca.yml";

  /// `working_dir`: absolute; relative names are relative to it.
  SettingsFinder(std::string working_dir, SettingsFiles files);

  /// The settings of the nearest file in the folder of `file` or above it; those of the working folder if `file` is not
  /// a valid file name. The reference stays valid.
  const Settings &for_file(const std::string &file);
  const Settings &for_folder(const std::string &folder);

  /// The problems of all settings files found so far.
  [[nodiscard]] const std::vector<Error> &problems() const { return problems_; }

private:
  const Settings &for_absolute_folder(const std::string &folder);
  const Settings *in_folder(const std::string &folder, const Settings *above);

  std::string working_dir_;
  SettingsFiles files_;
  std::map<std::string, const Settings *> by_folder_; ///< of existing folders; null: there are no settings
  std::deque<Settings> read_;                         ///< owns what `by_folder_` points to
  std::vector<Error> problems_;
};

} // namespace osaca
