// The files installed with the running program, and its version.
#pragma once

#include <string>
#include <vector>

namespace osaca::driver {

// The files installed with the running program.

struct Installation {
  std::string program; ///< path of this program with links resolved; empty: unknown
  std::string folder;  ///< the folder that contains it
  std::string loader;  ///< lib/osaca/osaca.so of its prefix, whether or not it exists
  bool has_loader = false;
  std::vector<std::string> plugins; ///< identities as in cmake/OsacaFindPlugin.cmake: "clang-19", sorted

  [[nodiscard]] bool has_plugin(const std::string &identity) const;
};

[[nodiscard]] Installation this_installation();

/// The path of another program of OSACA ("osaca-scan") in the same folder; empty: it does not exist.
[[nodiscard]] std::string sister_program(const Installation &installation, const std::string &name);

// The output of `osaca --version`.

/// "osaca X.Y.Z", then one line for each other version that a bug report needs.
[[nodiscard]] std::string version_text();

} // namespace osaca::driver
