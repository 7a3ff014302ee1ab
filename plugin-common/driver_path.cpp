// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver_path.h"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

namespace osaca {
namespace {

/// lib/<multiarch>/osaca/<compiler>/osaca.so is the deepest layout: the prefix is five steps up.
constexpr int steps_up = 6;

bool is_program(const std::string &path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

std::string folder_of(const std::string &path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

std::string own_path() {
  Dl_info info{};
  if (::dladdr(reinterpret_cast<const void *>(&find_driver), &info) == 0 || info.dli_fname == nullptr)
    return {};
  char resolved[PATH_MAX];
  if (::realpath(info.dli_fname, resolved) == nullptr)
    return {};
  return resolved;
}

std::string beside_plugin() {
  std::string folder = folder_of(own_path());
  for (int step = 0; step < steps_up && !folder.empty(); ++step, folder = folder_of(folder))
    for (const char *place : {"/osaca", "/bin/osaca", "/driver/osaca"})
      if (is_program(folder + place))
        return folder + place;
  return {};
}

std::string on_path(const std::string &name) {
  const char *path = std::getenv("PATH");
  const std::string list = path != nullptr ? path : "";
  for (std::size_t start = 0; start <= list.size();) {
    const std::size_t colon = std::min(list.find(':', start), list.size());
    const std::string candidate = list.substr(start, colon - start) + "/" + name;
    if (candidate.front() == '/' && candidate.size() > name.size() + 1 && is_program(candidate))
      return candidate;
    start = colon + 1;
  }
  return {};
}

} // namespace

std::string find_driver(const std::string &told) {
  if (!told.empty())
    return told.find('/') != std::string::npos || is_program(told) ? told : on_path(told);
  const std::string beside = beside_plugin();
  return beside.empty() ? on_path("osaca") : beside;
}

} // namespace osaca
