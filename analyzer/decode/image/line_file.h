#pragma once

#include <string>

namespace osaca {

/// A source file as the compiler was told of it.
struct LineFile {
  std::string name;
  std::string working_folder = {}; ///< that a relative name begins in; empty: not told (before DWARF 5)
  std::string md5 = {};            ///< 16 bytes, of the file when it was compiled; empty: not told
};

} // namespace osaca
