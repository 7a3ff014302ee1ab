#include "collection/project_paths.h"

#include "base/source_location.h"
#include "report/rules.h"

#include <utility>

namespace osaca {

namespace {

constexpr int most_folders_above = 6;

/// "out/liba.a(b.o)" -> "out"
std::string folder_of_object(const std::string &object) {
  return std::string(folder_of(object.substr(0, object.find('('))));
}

} // namespace

ProjectPaths::ProjectPaths(CollectOptions options, SourceReader read_source)
    : options_(std::move(options)), read_source_(std::move(read_source)) {}

const std::string &ProjectPaths::name_in_project(const std::string &file, const std::string &object) {
  if (file.empty() || !can_name_a_file(file))
    return file;
  if (names_here_ == nullptr || object != object_here_) { // reports name the same few files many times
    object_here_ = object;
    names_here_ = &names_[folder_of_object(object)];
  }
  const auto [known, is_new] = names_here_->try_emplace(file);
  if (is_new)
    known->second = resolved(file, folder_of_object(object));
  return known->second;
}

void ProjectPaths::rename(SourceLocation &where, const std::string &object) {
  if (const std::string &name = name_in_project(where.file, object); name != where.file)
    where.file = name;
}

void ProjectPaths::rename(Findings &findings, const std::string &object) {
  for (Shared<Finding> &shared : findings) {
    Finding &finding = shared.edit();
    rename(finding.where, object);
    if (!finding.steps->empty())
      for (FindingStep &step : finding.steps.edit())
        rename(step.where, object);
  }
}

void ProjectPaths::rename(KernelReport &kernel, const std::string &object) {
  rename(kernel.source, object);
  rename(kernel.input, object);
  for (InstructionLine &line : kernel.instructions) {
    rename(line.source, object);
    for (SourceLocation &site : line.inlined_at)
      rename(site, object);
  }
  std::erase_if(kernel.findings, [](const Finding &finding) { return finding.rule == regression_rule; });
  rename(kernel.findings, object);
  rename(kernel.findings_if_hot, object);
}

KernelReport ProjectPaths::renamed(KernelReport kernel, const std::string &object) {
  rename(kernel, object);
  return kernel;
}

Report ProjectPaths::renamed(Report report, const std::string &object) {
  for (const std::string &file : report.files_of_instructions)
    static_cast<void>(name_in_project(file, object)); // the file is a source of the project, which may be shown
  for (KernelReport &kernel : report.kernels)
    rename(kernel, object);
  for (AnnotationReport &annotation : report.annotated) {
    rename(annotation.source, object);
    rename(annotation.findings, object);
  }
  for (Error &problem : report.problems)
    rename(problem.where, object);
  return report;
}

std::string ProjectPaths::resolved(const std::string &file, const std::string &folder) {
  if (is_absolute_path(file)) {
    const std::string absolute = normal_path(file);
    is_there(absolute);
    return below_root(absolute);
  }
  if (options_.working_dir.empty())
    return normal_path(file);
  const std::string here = normal_path(options_.working_dir, file);
  std::string candidate = here;
  std::string above = normal_path(options_.working_dir, folder);
  for (int i = 0; i <= most_folders_above; ++i) {
    if (is_there(candidate))
      return below_root(candidate);
    candidate = normal_path(above, file);
    above = folder_of(above);
  }
  return below_root(here);
}

/// Only existing files are cached, because the number of names of missing files is not limited.
bool ProjectPaths::is_there(const std::string &absolute) {
  if (found_.contains(absolute))
    return true;
  SourceFile source = read_source_ ? read_source_(absolute) : SourceFile();
  if (source.access == SourceFile::Access::missing)
    return false;
  if (source.access == SourceFile::Access::open)
    sources_.emplace(below_root(absolute), LinedText(std::move(source.text)));
  else
    withheld_.insert(below_root(absolute));
  found_.insert(absolute);
  return true;
}

std::string ProjectPaths::below_root(const std::string &path) const {
  if (options_.root.empty())
    return path;
  const std::string root = options_.root.ends_with('/') ? options_.root : options_.root + "/";
  return path.starts_with(root) ? path.substr(root.size()) : path;
}

} // namespace osaca
