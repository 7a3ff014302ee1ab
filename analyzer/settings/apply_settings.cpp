#include "base/index.h"
#include "base/name_matching.h"
#include "base/source_location.h"
#include "settings/settings.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace osaca {
namespace {

bool excluded(const Settings &settings, const std::string &path) {
  if (settings.exclude.empty() || path.empty())
    return false;
  const std::string_view folder = std::string_view(settings.file).substr(0, settings.file.rfind('/') + 1);
  const std::string_view below =
      path.starts_with(folder) ? std::string_view(path).substr(folder.size()) : std::string_view(path);
  return std::ranges::any_of(settings.exclude,
                             [&](const std::string &pattern) { return glob_matches(pattern, below); });
}

void apply_levels(Findings &findings, const Settings &settings) {
  if (settings.rules.empty())
    return;
  const auto level_of = [&](const Finding &finding) {
    const auto chosen = settings.rules.find(finding.rule);
    return chosen == settings.rules.end() ? std::nullopt : std::optional(chosen->second);
  };
  std::erase_if(findings, [&](const Finding &finding) { return level_of(finding) == RuleLevel::off; });
  for (Shared<Finding> &finding : findings)
    if (const std::optional<RuleLevel> level = level_of(finding))
      finding.edit().severity = *level == RuleLevel::note      ? Severity::note
                                : *level == RuleLevel::warning ? Severity::warning
                                                               : Severity::error;
}

const std::string &file_of(const KernelReport &kernel) {
  return kernel.source.known() ? kernel.source.file : kernel.input.file;
}

struct FileDecision {
  const Settings *settings = nullptr;
  bool is_excluded = false;
};

/// Caches the settings of each file, because a report names the same few files many times.
class FileDecisions {
public:
  FileDecisions(const std::string &folder, const SettingsLookup &settings_for)
      : folder_(folder), settings_for_(settings_for) {}

  const FileDecision &of(const std::string &file) {
    const auto [known, is_new] = by_file_.try_emplace(file);
    if (is_new) {
      const bool is_known = !file.empty() && can_name_a_file(file);
      const std::string path = is_known ? normal_path(folder_, file) : std::string();
      const Settings &settings = settings_for_(path);
      known->second = {&settings, excluded(settings, path)};
    }
    return known->second;
  }

private:
  const std::string &folder_;
  const SettingsLookup &settings_for_;
  std::map<std::string, FileDecision> by_file_;
};

/// Removes the elements whose new index is negative.
template <class T> void keep_numbered(std::vector<T> &values, const std::vector<int> &new_index) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (new_index[i] >= 0) {
      if (kept != i)
        values[kept] = std::move(values[i]);
      ++kept;
    }
  values.erase(values.begin() + static_cast<std::ptrdiff_t>(kept), values.end());
}

} // namespace

Report with_settings(Report report, const std::string &folder, const SettingsLookup &settings_for) {
  FileDecisions decisions(folder, settings_for);
  std::vector<int> new_index(report.kernels.size(), -1);
  std::vector<int> new_annotation(report.annotated.size(), -1);
  int count = 0;
  for (std::size_t a = 0; a < report.annotated.size(); ++a) {
    AnnotationReport &annotation = report.annotated[a];
    const FileDecision &decision = decisions.of(annotation.source.file);
    if (decision.is_excluded)
      continue;
    new_annotation[a] = count++;
    apply_levels(annotation.findings, *decision.settings);
  }
  count = 0;
  for (std::size_t k = 0; k < report.kernels.size(); ++k) {
    KernelReport &kernel = report.kernels[k];
    const FileDecision &decision = decisions.of(file_of(kernel));
    if (decision.is_excluded)
      continue;
    new_index[k] = count++;
    apply_levels(kernel.findings, *decision.settings);
    apply_levels(kernel.findings_if_hot, *decision.settings);
    if (kernel.annotation >= 0)
      kernel.annotation = new_annotation[at(kernel.annotation)];
  }
  keep_numbered(report.kernels, new_index);
  keep_numbered(report.annotated, new_annotation);
  for (AnnotationReport &annotation : report.annotated) {
    for (int &kernel : annotation.kernels)
      kernel = new_index[at(kernel)];
    std::erase_if(annotation.kernels, [](int kernel) { return kernel < 0; });
  }
  return report;
}

} // namespace osaca
