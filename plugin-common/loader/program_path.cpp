// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program_path.h"

#include <climits>
#include <unistd.h>

namespace osaca {

std::string program_path() {
  char path[PATH_MAX];
  const ssize_t length = ::readlink("/proc/self/exe", path, sizeof path);
  return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : std::string();
}

} // namespace osaca
