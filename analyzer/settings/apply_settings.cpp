#include "base/glob.h"
#include "settings/settings.h"

#include <algorithm>
#include <filesystem>

namespace osaca {
namespace {

namespace fs = std::filesystem;

bool excluded(const Settings &settings, const std::string &path) {
  if (settings.exclude.empty() || path.empty())
    return false;
  const std::string below = fs::path(path).lexically_relative(fs::path(settings.file).parent_path()).string();
  return std::any_of(settings.exclude.begin(), settings.exclude.end(), [&](const std::string &pattern) {
    return glob_matches(pattern, below.empty() ? path : below);
  });
}

std::vector<Finding> with_levels(const std::vector<Finding> &findings, const Settings &settings) {
  std::vector<Finding> out;
  for (const Finding &finding : findings) {
    const auto chosen = settings.rules.find(finding.rule);
    if (chosen == settings.rules.end()) {
      out.push_back(finding);
      continue;
    }
    if (chosen->second == RuleLevel::off)
      continue;
    out.push_back(finding);
    out.back().severity = chosen->second == RuleLevel::note      ? Severity::note
                          : chosen->second == RuleLevel::warning ? Severity::warning
                                                                 : Severity::error;
  }
  return out;
}

const std::string &file_of(const KernelReport &kernel) {
  return kernel.source.known() ? kernel.source.file : kernel.input.file;
}

} // namespace

Report with_settings(const Report &report, const std::string &folder, const SettingsLookup &settings_for) {
  const auto path_of = [&folder](const std::string &file) {
    return file.empty() ? file : (fs::path(folder) / file).lexically_normal().string();
  };
  Report out;
  out.problems = report.problems;
  out.notes = report.notes;
  std::vector<int> new_index(report.kernels.size(), -1);
  std::vector<int> new_annotation(report.annotated.size(), -1);
  for (std::size_t a = 0; a < report.annotated.size(); ++a) {
    const std::string path = path_of(report.annotated[a].source.file);
    const Settings &settings = settings_for(path);
    if (excluded(settings, path))
      continue;
    new_annotation[a] = static_cast<int>(out.annotated.size());
    out.annotated.push_back(report.annotated[a]);
    out.annotated.back().findings = with_levels(report.annotated[a].findings, settings);
  }
  for (std::size_t k = 0; k < report.kernels.size(); ++k) {
    const std::string path = path_of(file_of(report.kernels[k]));
    const Settings &settings = settings_for(path);
    if (excluded(settings, path))
      continue;
    new_index[k] = static_cast<int>(out.kernels.size());
    out.kernels.push_back(report.kernels[k]);
    KernelReport &kernel = out.kernels.back();
    kernel.findings = with_levels(report.kernels[k].findings, settings);
    if (kernel.annotation >= 0)
      kernel.annotation = new_annotation[static_cast<std::size_t>(kernel.annotation)];
  }
  for (AnnotationReport &annotation : out.annotated) {
    std::vector<int> kept;
    for (const int kernel : annotation.kernels)
      if (const int index = new_index[static_cast<std::size_t>(kernel)]; index >= 0)
        kept.push_back(index);
    annotation.kernels = std::move(kept);
  }
  return out;
}

} // namespace osaca
