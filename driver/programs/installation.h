// What lies beside the running program, and which version it is.
#pragma once

#include <string>
#include <vector>

namespace osaca::driver {

// What lies beside the running program.

struct Installation {
  std::string program; ///< this program, links resolved; empty: unknown
  std::string folder;  ///< where it lies
  std::string loader;  ///< lib/osaca/osaca.so of its prefix, whether it is there or not
  bool has_loader = false;
  std::vector<std::string> plugins; ///< identities as in cmake/OsacaFindPlugin.cmake: "clang-19", sorted

  [[nodiscard]] bool has_plugin(const std::string &identity) const;
};

[[nodiscard]] Installation this_installation();

/// The path of a program of ours ("osaca-scan") beside this one; empty: not there.
[[nodiscard]] std::string sister_program(const Installation &installation, const std::string &name);

// `osaca --version`.

/// "osaca X.Y.Z", then one line for each other version that a bug report needs.
[[nodiscard]] std::string version_text();

} // namespace osaca::driver
