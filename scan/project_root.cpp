#include "scan/project_root.h"

#include <algorithm>
#include <filesystem>
#include <fnmatch.h>
#include <fstream>

namespace osaca::scan {
namespace {

namespace fs = std::filesystem;

bool is_under(const std::string &file, const std::string &folder) {
  return folder == "/" || (file.starts_with(folder) && (file.size() == folder.size() || file[folder.size()] == '/'));
}

std::string real(const std::string &path) {
  std::error_code failed;
  const fs::path found = fs::canonical(path, failed);
  return failed ? "" : found.string();
}

/// The folder of the CMakeLists.txt that the build was configured from.
std::string noted_by_cmake(const std::string &build_folder) {
  constexpr std::string_view key = "CMAKE_HOME_DIRECTORY:INTERNAL=";
  const fs::path file = fs::path(build_folder) / "CMakeCache.txt";
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored))
    return "";
  std::ifstream cache(file);
  std::string line;
  while (std::getline(cache, line))
    if (line.starts_with(key))
      return real(line.substr(key.size()));
  return "";
}

/// The folders of the units that exist. Those in the build folder are generated, and only count if there are no others.
std::vector<std::string> source_folders(const Database &database) {
  std::vector<std::string> written;
  std::vector<std::string> generated;
  for (const CompileCommand &unit : database.units)
    if (const std::string file = real(unit.file); !file.empty())
      (is_under(file, database.folder) ? generated : written).push_back(fs::path(file).parent_path().string());
  return written.empty() ? generated : written;
}

std::string common_folder(const std::vector<std::string> &folders) {
  std::string common = folders.empty() ? "" : folders.front();
  for (const std::string &folder : folders)
    while (!is_under(folder, common))
      common = fs::path(common).parent_path().string();
  return common;
}

std::string working_copy(std::string folder) {
  std::error_code ignored;
  while (!folder.empty()) {
    for (const char *sign : {".git", ".hg", ".svn"})
      if (fs::exists(fs::path(folder) / sign, ignored))
        return folder;
    if (folder == "/")
      return "";
    folder = fs::path(folder).parent_path().string();
  }
  return "";
}

std::string guessed_root(const Database &database) {
  const std::vector<std::string> folders = source_folders(database);
  // Some projects have their CMakeLists.txt in a subfolder and name the sources as ../../lib/x.c.
  const std::string noted = noted_by_cmake(database.folder);
  if (!noted.empty() &&
      std::ranges::any_of(folders, [&noted](const std::string &folder) { return is_under(folder, noted); }))
    return noted;
  const std::string sources = common_folder(folders);
  if (std::string copy = working_copy(sources); !copy.empty())
    return copy;
  if (!noted.empty() && !sources.empty())
    return common_folder({noted, sources});
  const std::string above = fs::path(database.folder).parent_path().string();
  if (is_under(sources, database.folder))
    return database.folder;
  return is_under(sources, above) && above != "/" ? above : sources;
}

std::string relative(const std::string &file, const std::string &folder) {
  if (folder == "/" || !is_under(file, folder) || file.size() == folder.size())
    return file;
  return file.substr(folder.size() + 1);
}

} // namespace

Expected<ProjectRoot> ProjectRoot::find(const std::string &root, const Database &database) {
  ProjectRoot project;
  std::error_code failed;
  project.root_ = root.empty() ? guessed_root(database) : real(root);
  if (project.root_.empty() || !fs::is_directory(project.root_, failed))
    return Error{root.empty() ? "none of the source files in compile_commands.json exists; the file may be out of date"
                              : "--root: there is no folder '" + root + "'"};
  if (project.root_ != database.folder && is_under(database.folder, project.root_))
    project.build_folder_ = database.folder;
  project.current_ = fs::current_path(failed).string();
  return project;
}

bool ProjectRoot::has(const std::string &file) const {
  return is_under(file, root_) && (build_folder_.empty() || !is_under(file, build_folder_));
}

std::string ProjectRoot::relative_to_root(const std::string &file) const { return relative(file, root_); }

std::string ProjectRoot::shown(const std::string &file) const { return relative(file, current_); }

FileFilter::FileFilter(std::vector<std::string> patterns, const ProjectRoot &project)
    : patterns_(std::move(patterns)), project_(project) {}

bool FileFilter::matches(const std::string &pattern, const std::string &file) const {
  const std::string in_root = project_.relative_to_root(file);
  if (const std::string named = real(pattern); !named.empty() && is_under(file, named))
    return true;
  if (const std::string named = real(project_.root() + "/" + pattern); !named.empty() && is_under(file, named))
    return true;
  const auto fits = [&pattern](const std::string &text) { return ::fnmatch(pattern.c_str(), text.c_str(), 0) == 0; };
  return fits(file) || fits(in_root) || fits(project_.shown(file)) ||
         (pattern.find('/') == std::string::npos && fits(fs::path(file).filename().string()));
}

bool FileFilter::matches(const std::string &file) const {
  return patterns_.empty() ||
         std::ranges::any_of(patterns_, [&](const std::string &pattern) { return matches(pattern, file); });
}

std::vector<std::string> FileFilter::unused(const std::vector<std::string> &files) const {
  std::vector<std::string> unused;
  for (const std::string &pattern : patterns_)
    if (std::ranges::none_of(files, [&](const std::string &file) { return matches(pattern, file); }))
      unused.push_back(pattern);
  return unused;
}

std::vector<CompileCommand> FileFilter::sufficient(const std::vector<CompileCommand> &units) const {
  std::vector<std::string> named;
  for (const std::string &pattern : patterns_) {
    std::error_code ignored;
    const std::string file = real(pattern);
    if (file.empty() || !fs::is_regular_file(file, ignored))
      return units;
    named.push_back(file);
  }
  std::vector<CompileCommand> chosen;
  std::vector<std::string> met;
  for (const CompileCommand &unit : units) {
    const std::string file = real(unit.file);
    if (std::ranges::find(named, file) == named.end())
      continue;
    chosen.push_back(unit);
    met.push_back(file);
  }
  const bool all_met =
      std::ranges::all_of(named, [&met](const std::string &file) { return std::ranges::find(met, file) != met.end(); });
  return patterns_.empty() || !all_met ? units : chosen;
}

} // namespace osaca::scan
