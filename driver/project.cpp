#include "driver/project.h"

#include "base/text_lines.h"
#include "collection/ignore_comments.h"

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace osaca::driver {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t most_source_bytes = 32U << 20U;

std::string current_folder() {
  std::error_code failed;
  const fs::path here = fs::current_path(failed);
  return failed ? "/" : here.string();
}

bool is_there(const fs::path &path) {
  std::error_code failed;
  return fs::exists(path, failed);
}

} // namespace

std::optional<std::string> source_text(const std::string &path) {
  std::error_code failed;
  if (!fs::is_regular_file(path, failed) || fs::file_size(path, failed) > most_source_bytes || failed)
    return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return file ? std::optional(std::move(text).str()) : std::nullopt;
}

Project::Project() : working_dir_(current_folder()), finder_(working_dir_, source_text) {}

Report Project::configured(const Report &report, const std::string &folder) {
  return with_settings(report, folder.empty() ? working_dir_ : folder,
                       [this](const std::string &file) -> const Settings & { return settings_for(file); });
}

Report Project::without_ignored_findings(const Report &report) {
  std::set<std::string> files;
  for (const KernelReport &kernel : report.kernels)
    for (const Finding &finding : kernel.findings)
      files.insert({finding.where.file, kernel.source.file});
  for (const AnnotationReport &annotation : report.annotated)
    for (const Finding &finding : annotation.findings)
      files.insert({finding.where.file, annotation.source.file});
  SourceLines sources;
  for (const std::string &file : files)
    if (const std::optional<std::string> text = file.empty() ? std::nullopt : source_text(file))
      sources.emplace(file, lines_of(*text));
  return without_ignored(report, sources);
}

CollectOptions Project::collect_options(const std::string &root) const {
  CollectOptions options;
  options.working_dir = working_dir_;
  if (!root.empty()) {
    options.root = (fs::path(working_dir_) / root).lexically_normal().string();
    while (options.root.size() > 1 && options.root.ends_with('/'))
      options.root.pop_back();
    return options;
  }
  options.root = working_dir_;
  for (fs::path folder = working_dir_; folder.has_relative_path(); folder = folder.parent_path())
    if (is_there(folder / ".git") || is_there(folder / SettingsFinder::file_name)) {
      options.root = folder.string();
      break;
    }
  return options;
}

} // namespace osaca::driver
