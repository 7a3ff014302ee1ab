// What a project decided about its loops: `.osaca.yml`, the nearest one above a source file.
#pragma once

#include "report/data_place.h"
#include "report/report.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace osaca {

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
  std::vector<std::string> exclude;        ///< patterns of paths below the folder of `file`, see base/glob.h
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

} // namespace osaca
