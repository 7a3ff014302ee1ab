#include "collection/project_paths.h"

#include "base/file_name.h"
#include "base/text_lines.h"

#include <filesystem>

namespace osaca {
namespace {

namespace fs = std::filesystem;

constexpr int most_folders_above = 6;

/// "out/liba.a(b.o)" -> "out"
std::string folder_of(const std::string &object) {
  return fs::path(object.substr(0, object.find('('))).parent_path().string();
}

} // namespace

ProjectPaths::ProjectPaths(CollectOptions options, SourceReader read_source)
    : options_(std::move(options)), read_source_(std::move(read_source)) {}

std::string ProjectPaths::name_in_project(const std::string &file, const std::string &object) {
  if (file.empty() || !can_name_a_file(file))
    return file;
  const std::string folder = folder_of(object);
  const auto known = names_.find({file, folder});
  if (known != names_.end())
    return known->second;
  return names_[{file, folder}] = resolved(file, folder);
}

std::string ProjectPaths::resolved(const std::string &file, const std::string &folder) {
  const fs::path path(file);
  if (path.is_absolute()) {
    const std::string absolute = path.lexically_normal().string();
    is_there(absolute);
    return below_root(absolute);
  }
  if (options_.working_dir.empty())
    return path.lexically_normal().string();
  const fs::path here(options_.working_dir);
  fs::path candidate = (here / path).lexically_normal();
  fs::path above = (here / folder).lexically_normal();
  for (int i = 0; i <= most_folders_above; ++i) {
    if (is_there(candidate.string()))
      return below_root(candidate.string());
    candidate = (above / path).lexically_normal();
    above = above.parent_path();
  }
  return below_root((here / path).lexically_normal().string());
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
