// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "implementations.h"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <dirent.h>
#include <dlfcn.h>
#include <unistd.h>

namespace osaca {

Implementations Implementations::next_to_loader() {
  Implementations result;
  Dl_info info{};
  char resolved[PATH_MAX];
  if (::dladdr(reinterpret_cast<const void *>(&Implementations::next_to_loader), &info) == 0 ||
      info.dli_fname == nullptr || ::realpath(info.dli_fname, resolved) == nullptr)
    return result;
  const std::string path = resolved;
  result.folder_ = path.substr(0, path.rfind('/'));
  return result;
}

bool Implementations::has(const std::string &identity) const {
  // The name comes from the compiler, and must not lead to another folder.
  return !folder_.empty() && identity.find('/') == std::string::npos && ::access(path_of(identity).c_str(), F_OK) == 0;
}

std::string Implementations::listed() const {
  std::vector<std::string> names;
  if (DIR *folder = folder_.empty() ? nullptr : ::opendir(folder_.c_str())) {
    while (const dirent *entry = ::readdir(folder))
      if (entry->d_name[0] != '.' && has(entry->d_name))
        names.emplace_back(entry->d_name);
    ::closedir(folder);
  }
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

void *Implementations::load(const std::string &identity, std::string &why) const {
  // All symbols are bound at once, so that one that this compiler lacks causes a message here instead of a crash later.
  // The file stays loaded until the process ends, because the compiler keeps pointers into it.
  void *handle = ::dlopen(path_of(identity).c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (handle == nullptr) {
    const char *error = ::dlerror();
    why = error != nullptr ? error : "unknown reason";
  }
  return handle;
}

} // namespace osaca
