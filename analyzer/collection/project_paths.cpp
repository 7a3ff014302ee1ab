#include "collection/project_paths.h"

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
  if (file.empty())
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
    read(absolute);
    return below_root(absolute);
  }
  if (options_.working_dir.empty())
    return path.lexically_normal().string();
  const fs::path here(options_.working_dir);
  fs::path candidate = (here / path).lexically_normal();
  fs::path above = (here / folder).lexically_normal();
  for (int i = 0; i <= most_folders_above; ++i) {
    if (read(candidate.string()))
      return below_root(candidate.string());
    candidate = (above / path).lexically_normal();
    above = above.parent_path();
  }
  return below_root((here / path).lexically_normal().string());
}

bool ProjectPaths::read(const std::string &absolute) {
  const auto known = readable_.find(absolute);
  if (known != readable_.end())
    return known->second;
  const std::optional<std::string> text = read_source_ ? read_source_(absolute) : std::nullopt;
  if (text)
    sources_.emplace(below_root(absolute), lines_of(*text));
  return readable_[absolute] = text.has_value();
}

std::string ProjectPaths::below_root(const std::string &path) const {
  if (options_.root.empty())
    return path;
  const std::string root = options_.root.ends_with('/') ? options_.root : options_.root + "/";
  return path.starts_with(root) ? path.substr(root.size()) : path;
}

} // namespace osaca
