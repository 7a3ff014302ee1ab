// What a project decided about its loops (`.osaca.yml`), and which of these files is the nearest one.
#pragma once

#include "report/data_place.h"
#include "report/report.h"

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace osaca {

// What a project decided about its loops: `.osaca.yml`, the nearest one above a source file.

/// Where nobody decided: how much slower or faster is still the same.
constexpr double usual_tolerance_percent = 5;

enum class RuleLevel { off, note, warning, error };

struct Settings {
  std::string file;                        ///< where they come from; empty: nobody decided anything
  std::vector<std::string> archs;          ///< empty: what the compiler was told
  DataPlace data;                          ///< of loops whose source says nothing
  std::map<std::string, RuleLevel> rules;  ///< by id; the others keep their own severity
  std::optional<double> tolerance_percent; ///< for regressions
  std::optional<std::string> fail_on;      ///< "findings", "warning", "regressions" or "never"
  std::optional<std::string> baseline;     ///< a file
  std::vector<std::string> exclude;        ///< patterns of paths below the folder of `file`, see base/name_matching.h
};

struct SettingsRead {
  Settings settings;           ///< what could be understood
  std::vector<Error> problems; ///< each with its line
};

/// `file` is the path of the document. A relative `baseline` comes back relative to where `file` is.
[[nodiscard]] SettingsRead read_settings(const std::string &text, const std::string &file);

/// The document that says the same.
[[nodiscard]] std::string text_of(const Settings &settings);

/// The settings for a source file.
using SettingsLookup = std::function<const Settings &(const std::string &file)>;

/// Without the loops of excluded files and the findings of rules that are off, and with the severities that were
/// chosen. `folder`: what relative names in the report are relative to; `settings_for` gets the names behind it.
[[nodiscard]] Report with_settings(Report report, const std::string &folder, const SettingsLookup &settings_for);

// Which `.osaca.yml` is the nearest one, for many files.

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
