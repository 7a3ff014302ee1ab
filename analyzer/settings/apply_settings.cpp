#include "base/index.h"
#include "base/name_matching.h"
#include "base/source_location.h"
#include "settings/settings.h"

#include <algorithm>
#include <map>
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

std::vector<Finding> with_levels(std::vector<Finding> findings, const Settings &settings) {
  std::vector<Finding> out;
  for (Finding &finding : findings) {
    const auto chosen = settings.rules.find(finding.rule);
    if (chosen == settings.rules.end()) {
      out.push_back(std::move(finding));
      continue;
    }
    if (chosen->second == RuleLevel::off)
      continue;
    out.push_back(std::move(finding));
    out.back().severity = chosen->second == RuleLevel::note      ? Severity::note
                          : chosen->second == RuleLevel::warning ? Severity::warning
                                                                 : Severity::error;
  }
  return out;
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

} // namespace

Report with_settings(Report report, const std::string &folder, const SettingsLookup &settings_for) {
  FileDecisions decisions(folder, settings_for);
  std::vector<KernelReport> kernels = std::exchange(report.kernels, {});
  std::vector<AnnotationReport> annotated = std::exchange(report.annotated, {});
  Report out = std::move(report); // keeps everything else
  std::vector<int> new_index(kernels.size(), -1);
  std::vector<int> new_annotation(annotated.size(), -1);
  for (std::size_t a = 0; a < annotated.size(); ++a) {
    const FileDecision &decision = decisions.of(annotated[a].source.file);
    if (decision.is_excluded)
      continue;
    new_annotation[a] = static_cast<int>(out.annotated.size());
    AnnotationReport &annotation = out.annotated.emplace_back(std::move(annotated[a]));
    annotation.findings = with_levels(std::move(annotation.findings), *decision.settings);
  }
  for (std::size_t k = 0; k < kernels.size(); ++k) {
    const FileDecision &decision = decisions.of(file_of(kernels[k]));
    if (decision.is_excluded)
      continue;
    new_index[k] = static_cast<int>(out.kernels.size());
    KernelReport &kernel = out.kernels.emplace_back(std::move(kernels[k]));
    kernel.findings = with_levels(std::move(kernel.findings), *decision.settings);
    kernel.findings_if_hot = with_levels(std::move(kernel.findings_if_hot), *decision.settings);
    if (kernel.annotation >= 0)
      kernel.annotation = new_annotation[at(kernel.annotation)];
  }
  for (AnnotationReport &annotation : out.annotated) {
    std::vector<int> kept;
    for (const int kernel : annotation.kernels)
      if (const int index = new_index[at(kernel)]; index >= 0)
        kept.push_back(index);
    annotation.kernels = std::move(kept);
  }
  return out;
}

} // namespace osaca
