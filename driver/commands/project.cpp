#include "driver/commands/project.h"

#include "base/format.h"
#include "base/source_location.h"
#include "base/text.h"
#include "collection/ignore_comments.h"
#include "driver/command_line/messages.h"
#include "driver/files/files.h"
#include "driver/files/source_files.h"
#include "osaca/models.h"
#include "report/rules.h"

#include <cerrno>
#include <filesystem>
#include <set>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace osaca::driver {
namespace {

namespace fs = std::filesystem;

std::string current_folder() {
  std::error_code failed;
  const fs::path here = fs::current_path(failed);
  return failed ? "/" : here.string();
}

bool is_there(const fs::path &path) {
  std::error_code failed;
  return fs::exists(path, failed);
}

bool is_folder(const std::string &path) {
  std::error_code failed;
  return fs::is_directory(path, failed);
}

/// Whether a settings file is trusted. It decides what fails, and another user could have placed it above the project,
/// so it has to belong to this user, to root or to the owner of the working folder.
bool may_be_obeyed(const struct stat &settings) {
  struct stat here = {};
  return settings.st_uid == ::geteuid() || settings.st_uid == 0 ||
         (::stat(".", &here) == 0 && settings.st_uid == here.st_uid);
}

Expected<std::optional<std::string>> settings_text(const std::string &path) {
  struct stat status = {};
  if (::lstat(path.c_str(), &status) != 0)
    return std::optional<std::string>();
  const auto error = [&path](const std::string &why) { return Error{why, {path, 0, 0}}; };
  if (::stat(path.c_str(), &status) != 0)
    return error("these settings cannot be read: the symbolic link is broken");
  if (!S_ISREG(status.st_mode))
    return error("these settings cannot be read: not a regular file");
  if (!may_be_obeyed(status))
    return error("these settings are ignored because they belong to another user; copy them into the project, or "
                 "change their owner (chown)");
  Expected<std::string> text = read_input(path);
  return text ? Expected<std::optional<std::string>>(std::optional(*std::move(text))) : text.error();
}

std::optional<std::string> problem_of_named_file(const std::string &path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0)
    return format_text("cannot be read: {}", std::system_category().message(errno));
  return S_ISREG(status.st_mode) ? std::nullopt : std::optional<std::string>("is not a regular file");
}

Error unusable_folder(const std::string &option, const std::string &folder, const std::string &why) {
  return {format_text("{}: {} {}", option, in_quotes(folder), why)};
}

} // namespace

void add_source_options(OptionSet &options, SourceOptions &chosen) {
  options
      .option("--root", chosen.root,
              "root of the project: file names are relative to it, and source lines are read from it (default: the "
              "repository that contains this folder)")
      .called("DIR");
  options
      .repeatable("--sources", chosen.more_folders,
                  "also read source lines from files below this folder, such as a separate build folder; repeatable")
      .called("DIR");
}

Project::Project()
    : working_dir_(current_folder()),
      finder_(working_dir_, {is_folder, settings_text, {isa_of_arch, problem_of_named_file}}) {}

Report Project::configured(Report report, const std::string &folder) {
  return with_settings(std::move(report), folder.empty() ? working_dir_ : folder,
                       [this](const std::string &file) -> const Settings & { return settings_for(file); });
}

Report Project::without_ignored_findings(Report report) {
  std::set<std::string> files;
  for (const KernelReport &kernel : report.kernels) {
    files.insert(kernel.source.file);
    for (const Finding &finding : kernel.findings)
      files.insert(finding.where.file);
  }
  for (const AnnotationReport &annotation : report.annotated) {
    files.insert(annotation.source.file);
    for (const Finding &finding : annotation.findings)
      files.insert(finding.where.file);
  }
  SourceBudget budget;
  SourceLines sources;
  for (const std::string &file : files)
    if (std::optional<std::string> text = file.empty() ? std::nullopt : text_of_file(file); text && budget.take(*text))
      sources.emplace(file, LinedText(*std::move(text)));
  comment_problems_ = unknown_rules_in_comments(sources);
  return without_ignored(std::move(report), sources);
}

Expected<CollectOptions> Project::collect_options(const SourceOptions &chosen) const {
  CollectOptions options;
  options.working_dir = working_dir_;
  for (const std::string &folder : chosen.more_folders)
    if (!can_name_a_file(folder) || !is_folder(folder))
      return unusable_folder("--sources", folder, "is not a folder");
  if (!can_name_a_file(chosen.root))
    return unusable_folder("--root", chosen.root, "is too long for a path");
  if (!chosen.root.empty()) {
    options.root = (fs::path(working_dir_) / chosen.root).lexically_normal().string();
    while (options.root.size() > 1 && options.root.ends_with('/'))
      options.root.pop_back();
    if (!is_folder(options.root))
      return unusable_folder("--root", chosen.root, "is not a folder");
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

SourceFolders Project::source_folders(const CollectOptions &where, const SourceOptions &options) {
  std::vector<std::string> folders = options.more_folders;
  folders.push_back(where.root);
  return SourceFolders(folders);
}

Collection Project::collected(std::vector<NamedReport> reports, const CollectOptions &where,
                              const SourceOptions &options) {
  SourceFiles sources(source_folders(where, options));
  Collection collection = collect(
      std::move(reports), where, [&](const std::string &path) { return sources.read(path); },
      [&](Report report) { return configured(std::move(report), where.root); },
      [&](const std::vector<std::string> &paths) { sources.read_ahead(paths, where.jobs); });
  source_problems_.insert(source_problems_.end(), sources.problems().begin(), sources.problems().end());
  return collection;
}

Report with_strict_expectations(Report report) {
  for (AnnotationReport &annotation : report.annotated)
    for (Shared<Finding> &finding : annotation.findings)
      if (finding->rule == expectation_rule)
        finding.edit().severity = Severity::error;
  return report;
}

} // namespace osaca::driver
