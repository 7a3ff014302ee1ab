// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "folders.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

namespace osaca {
namespace {

std::string one_word(const std::string &object) {
  std::string name;
  for (const char c : object)
    name += c == '/' ? "-" : c == '-' ? "--" : std::string(1, c);
  return name;
}

} // namespace

void make_folders(const std::string &path) {
  constexpr mode_t as_umask_allows = 0777;
  for (std::size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1))
    mkdir(path.substr(0, slash).c_str(), as_umask_allows);
  mkdir(path.c_str(), as_umask_allows);
}

std::string report_file(const Arguments &arguments, std::string object) {
  if (!arguments.report.empty() || arguments.report_dir.empty())
    return arguments.report;
  if (object.empty() || object == "-")
    object = "unnamed";
  return arguments.report_dir + "/" + one_word(object) + ".json";
}

Arguments with_report_file(const Arguments &arguments, std::string object) {
  Arguments resolved = arguments;
  resolved.report = report_file(arguments, std::move(object));
  if (arguments.report.empty() && !arguments.report_dir.empty())
    make_folders(arguments.report_dir);
  return resolved;
}

void drop_old_report(const Arguments &arguments, std::string object) {
  if (!arguments.report_dir.empty())
    ::unlink(report_file(arguments, std::move(object)).c_str());
}

void drop_old_reports(const Arguments &arguments, const std::string &beginning) {
  DIR *folder = arguments.report_dir.empty() ? nullptr : ::opendir(arguments.report_dir.c_str());
  if (folder == nullptr)
    return;
  const std::string start = one_word(beginning);
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
