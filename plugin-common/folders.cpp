// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "folders.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <memory>

namespace osaca {
namespace {

std::string one_word(const std::string &object) {
  constexpr size_t longest = 200; // file systems allow 255 bytes for a name
  std::string name;
  for (const char c : object)
    name += c == '/' ? "-" : c == '-' ? "--" : std::string(1, c);
  if (name.size() <= longest)
    return name;
  std::uint64_t hash = 14695981039346656037U; // FNV-1a, the same in each version of the compiler
  for (const char c : name)
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return name.substr(0, longest) + "--" + std::to_string(hash);
}

bool is_kept(const std::string &object) { return !object.empty() && object != "-" && object != "/dev/null"; }

std::string working_folder() {
  std::unique_ptr<char, decltype(&std::free)> folder(::getcwd(nullptr, 0), &std::free);
  return folder ? folder.get() : "";
}

/// Without symbolic links if the folder exists.
std::string real_folder(const std::string &folder) {
  std::unique_ptr<char, decltype(&std::free)> real(::realpath(folder.c_str(), nullptr), &std::free);
  return real ? real.get() : folder;
}

std::string parent_of(const std::string &path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

/// The absolute path of a file that may not exist yet.
std::string absolute(const std::string &path) {
  std::string folder = real_folder(parent_of(path));
  if (folder.empty() || folder[0] != '/')
    folder = working_folder() + "/" + folder;
  return (folder == "/" ? "" : folder) + "/" + path.substr(path.rfind('/') + 1);
}

/// The path from the folder that contains `report_dir`; an absolute path if the file is not below that folder.
std::string path_beside(std::string report_dir, const std::string &file) {
  while (report_dir.size() > 1 && report_dir[report_dir.size() - 1] == '/')
    report_dir.erase(report_dir.size() - 1);
  const std::string folder = parent_of(absolute(report_dir));
  const std::string path = absolute(file);
  const std::string beginning = folder == "/" ? folder : folder + "/";
  return path.compare(0, beginning.size(), beginning) == 0 ? path.substr(beginning.size()) : path;
}

std::string name_in_folder(const Arguments &arguments, const OutputName &output) {
  const std::string &file = is_kept(output.object) ? output.object : output.source;
  return is_kept(file) ? one_word(path_beside(arguments.report_dir, file)) : "unnamed";
}

} // namespace

void make_folders(const std::string &path) {
  constexpr mode_t as_umask_allows = 0777;
  for (std::size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1))
    mkdir(path.substr(0, slash).c_str(), as_umask_allows);
  mkdir(path.c_str(), as_umask_allows);
}

std::string without_ending(std::string file) {
  const size_t slash = file.rfind('/');
  const size_t dot = file.rfind('.');
  if (dot != std::string::npos && dot > 0 && (slash == std::string::npos || dot > slash + 1))
    file.erase(dot);
  return file;
}

std::string report_file(const Arguments &arguments, const OutputName &output) {
  if (!arguments.report.empty() || arguments.report_dir.empty())
    return arguments.report;
  return arguments.report_dir + "/" + name_in_folder(arguments, output) + ".json";
}

Arguments with_report_file(const Arguments &arguments, const OutputName &output) {
  Arguments resolved = arguments;
  if (arguments.report.empty() && !arguments.report_dir.empty())
    make_folders(arguments.report_dir);
  resolved.report = report_file(arguments, output);
  return resolved;
}

void drop_old_report(const Arguments &arguments, const OutputName &output) {
  if (!arguments.report_dir.empty())
    ::unlink(report_file(arguments, output).c_str());
}

void drop_old_reports(const Arguments &arguments, const std::string &beginning) {
  DIR *folder = arguments.report_dir.empty() ? nullptr : ::opendir(arguments.report_dir.c_str());
  if (folder == nullptr)
    return;
  const std::string start = one_word(path_beside(arguments.report_dir, beginning));
  const std::string end = ".json";
  while (const dirent *entry = ::readdir(folder)) {
    const std::string name = entry->d_name;
    if (name.size() > start.size() + end.size() && name.compare(0, start.size(), start) == 0 &&
        name.compare(name.size() - end.size(), end.size(), end) == 0)
      ::unlink((arguments.report_dir + "/" + name).c_str());
  }
  ::closedir(folder);
}

} // namespace osaca
