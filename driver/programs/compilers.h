// Finds programs on PATH, compilers above all.
#pragma once

#include "driver/command_line/option_set.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::driver {

enum class CompilerKind { gcc, clang, other };

enum class CompilerLanguage { c, cxx, fortran };

struct InstalledCompiler {
  Words names;      ///< all its names on PATH, the shortest first: "gcc", "gcc-12"
  std::string path; ///< the path to which the first name leads
  CompilerLanguage language = CompilerLanguage::c;
  CompilerKind kind = CompilerKind::other; ///< other: it is called gcc or clang, but is neither
  std::string version;                     ///< "12.2.0"
  std::string machine;                     ///< target: "x86_64-linux-gnu"
  std::string problem;                     ///< why the properties above are unknown

  [[nodiscard]] std::string major() const { return version.substr(0, version.find('.')); }
  /// Identities of the plugins that fit, best first.
  [[nodiscard]] Words plugin_identities() const;
  /// Debian's package with the headers for building the plugin: "gcc-12-plugin-dev".
  [[nodiscard]] std::string headers_package() const;
  /// OSACA's package with the plugin: "osaca-plugin-gcc-12".
  [[nodiscard]] std::string plugin_package() const;
};

struct FoundCompilers {
  std::vector<InstalledCompiler> compilers; ///< identify() has not been called for them yet
  Words remarks;                            ///< parts of PATH that were not searched
};

/// Finds gcc, g++, gfortran, clang and clang++, also with a version as suffix and a target as prefix. `search_path` is
/// the value of PATH. There is one entry for each program, with all its names. If several folders contain the same
/// name, the first folder in PATH wins, as in a shell. Relative folders are skipped, so that no program of the current
/// folder is run.
[[nodiscard]] FoundCompilers find_compilers(std::string_view search_path);

/// The value of PATH; empty if it is not set.
[[nodiscard]] std::string search_path();

/// The program that `name` refers to: a path, or a name to be searched for in the folders of `search_path`.
[[nodiscard]] std::optional<std::string> find_program(const std::string &name, std::string_view search_path);

/// The compiler that `name` refers to: a path, or a name to be searched for.
[[nodiscard]] std::optional<InstalledCompiler> named_compiler(const std::string &name, std::string_view search_path);

/// Runs the program to find out its kind and version.
[[nodiscard]] InstalledCompiler identify(InstalledCompiler compiler);

} // namespace osaca::driver
