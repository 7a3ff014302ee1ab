#include "collection/project_paths.h"

#include "base/parallel.h"
#include "base/source_location.h"

#include <string_view>
#include <unordered_set>
#include <utility>

namespace osaca {

namespace {

constexpr int most_folders_above = 6;

/// "out/liba.a(b.o)" -> "out"
std::string folder_of_object(const std::string &object) {
  return std::string(folder_of(object.substr(0, object.find('('))));
}

// The places in a report.

template <class Take> void for_each_file(const Findings &findings, const Take &take) {
  for (const Shared<Finding> &finding : findings) {
    take(finding->where.file);
    for (const FindingStep &step : *finding->steps)
      take(step.where.file);
  }
}

template <class Take> void for_each_file(const KernelReport &kernel, const Take &take) {
  take(kernel.source.file);
  take(kernel.input.file);
  for (const InstructionLine &line : kernel.instructions) {
    take(line.source.file);
    for (const SourceLocation &site : line.inlined_at)
      take(site.file);
  }
  for_each_file(kernel.findings, take);
  for_each_file(kernel.findings_if_hot, take);
}

template <class Take> void for_each_file(const Report &report, const Take &take) {
  for (const std::string &file : report.files_of_instructions)
    take(file);
  for (const KernelReport &kernel : report.kernels)
    for_each_file(kernel, take);
  for (const AnnotationReport &annotation : report.annotated) {
    take(annotation.source.file);
    for_each_file(annotation.findings, take);
  }
  for (const Error &problem : report.problems)
    take(problem.where.file);
}

template <class NewName> void rename(SourceLocation &where, const NewName &new_name) {
  if (const std::string &name = new_name(where.file); name != where.file)
    where.file = name;
}

template <class NewName> void rename(Findings &findings, const NewName &new_name) {
  for (Shared<Finding> &shared : findings) {
    Finding &finding = shared.edit();
    rename(finding.where, new_name);
    if (!finding.steps->empty())
      for (FindingStep &step : finding.steps.edit())
        rename(step.where, new_name);
  }
}

template <class NewName> void rename_places(KernelReport &kernel, const NewName &new_name) {
  rename(kernel.source, new_name);
  rename(kernel.input, new_name);
  for (InstructionLine &line : kernel.instructions) {
    rename(line.source, new_name);
    for (SourceLocation &site : line.inlined_at)
      rename(site, new_name);
  }
  rename(kernel.findings, new_name);
  rename(kernel.findings_if_hot, new_name);
}

} // namespace

std::vector<std::string> files_named_in(const Report &report) {
  std::vector<std::string> names;
  std::unordered_set<std::string_view> known;
  std::string_view last;
  for_each_file(report, [&](const std::string &file) {
    if (file.empty() || file == last)
      return;
    last = file;
    if (known.insert(file).second)
      names.push_back(file);
  });
  return names;
}

void NewNames::add(const std::string &old_name, const std::string &new_name) {
  if (old_name != new_name)
    names_.try_emplace(old_name, new_name);
}

const std::string &NewNames::of(const std::string &name) const {
  const auto found = names_.find(name);
  return found == names_.end() ? name : found->second;
}

Report renamed(Report report, const NewNames &names) {
  if (names.empty())
    return report;
  const auto new_name = [&](const std::string &file) -> const std::string & { return names.of(file); };
  for (KernelReport &kernel : report.kernels)
    rename_places(kernel, new_name);
  for (AnnotationReport &annotation : report.annotated) {
    rename(annotation.source, new_name);
    rename(annotation.findings, new_name);
  }
  for (Error &problem : report.problems)
    rename(problem.where, new_name);
  return report;
}

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

std::string ProjectPaths::next_path_for(const std::string &file) const {
  if (!can_name_a_file(file) || (options_.working_dir.empty() && !is_absolute_path(file)))
    return {};
  std::string path = is_absolute_path(file) ? normal_path(file) : normal_path(options_.working_dir, file);
  return found_.contains(path) ? std::string() : path;
}

KernelReport ProjectPaths::renamed(KernelReport kernel, const std::string &object) {
  const auto new_name = [&](const std::string &file) -> const std::string & { return name_in_project(file, object); };
  rename_places(kernel, new_name);
  return kernel;
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

SourceLines ProjectPaths::take_sources(int jobs) {
  SourceLines out;
  std::vector<std::pair<std::string *, LinedText *>> files;
  for (auto &[name, text] : sources_)
    files.emplace_back(&text, &out.emplace_hint(out.end(), name, LinedText())->second);
  for_each_index(jobs, files.size(), [&](int /*worker*/, std::size_t file) {
    *files[file].second = LinedText(std::move(*files[file].first));
  });
  return out;
}

/// Only existing files are cached, because the number of names of missing files is not limited.
bool ProjectPaths::is_there(const std::string &absolute) {
  if (found_.contains(absolute))
    return true;
  SourceFile source = read_source_ ? read_source_(absolute) : SourceFile();
  if (source.access == SourceFile::Access::missing)
    return false;
  if (source.access == SourceFile::Access::open)
    sources_.emplace(below_root(absolute), std::move(source.text));
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
