#include "collection/project_paths.h"

#include "base/file_name.h"
#include "base/text_lines.h"

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

std::string ProjectPaths::name_in_project(const std::string &file, const std::string &object) {
  if (file.empty() || !can_name_a_file(file))
    return file;
  const std::string folder = folder_of_object(object);
  const auto known = names_.find({file, folder});
  if (known != names_.end())
    return known->second;
  return names_[{file, folder}] = resolved(file, folder);
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

/// Only what is there is remembered: of names that lead nowhere there may be any number.
bool ProjectPaths::is_there(const std::string &absolute) {
  if (found_.contains(absolute))
    return true;
  const SourceFile source = read_source_ ? read_source_(absolute) : SourceFile();
  if (source.access == SourceFile::Access::missing)
    return false;
  if (source.access == SourceFile::Access::open)
    sources_.emplace(below_root(absolute), lines_of(source.text));
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
