// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The plugin implementations installed next to the loader, in one folder for each compiler.
#pragma once

#include <string>
#include <vector>

namespace osaca {

class Implementations {
public:
  /// The implementations in the folder of the loader, which is the file that contains this code. Symbolic links in its
  /// path are resolved.
  static Implementations next_to_loader();

  const std::string &folder() const { return folder_; }

  /// The names of the implementations, such as "clang-19, gcc-12-x86_64-linux-gnu", or "none".
  std::string listed() const;

  bool has(const std::string &identity) const;

  /// The handle from dlopen, or null and the reason in `why`.
  void *load(const std::string &identity, std::string &why) const;

private:
  std::string path_of(const std::string &identity) const { return folder_ + "/" + identity + "/osaca.so"; }

  std::string folder_;
};

} // namespace osaca
