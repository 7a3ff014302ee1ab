// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The implementations that lie beside the loader, one folder for each compiler.
#pragma once

#include <string>
#include <vector>

namespace osaca {

class Implementations {
public:
  /// Those in the folder of the file that holds this code, links resolved.
  static Implementations beside_loader();

  const std::string &folder() const { return folder_; }

  /// "clang-19, gcc-12-x86_64-linux-gnu", or "none".
  std::string listed() const;

  bool has(const std::string &identity) const;

  /// dlopen's handle, or null and why.
  void *load(const std::string &identity, std::string &why) const;

private:
  std::string path_of(const std::string &identity) const { return folder_ + "/" + identity + "/osaca.so"; }

  std::string folder_;
};

} // namespace osaca
