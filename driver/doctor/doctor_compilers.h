// `osaca doctor`: the compilers that a shell would find here.
#pragma once

#include "driver/command_line/words.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::driver {

enum class CompilerKind { gcc, clang, other };

enum class CompilerLanguage { c, cxx, fortran };

struct Compiler {
  Words names;      ///< under which PATH has it, first the shortest: "gcc", "gcc-12"
  std::string path; ///< of the first name
  CompilerLanguage language = CompilerLanguage::c;
  CompilerKind kind = CompilerKind::other; ///< other: something that calls itself gcc or clang and is neither
  std::string version;                     ///< "12.2.0"
  std::string machine;                     ///< target: "x86_64-linux-gnu"
  std::string problem;                     ///< why the above is not known

  [[nodiscard]] std::string major() const { return version.substr(0, version.find('.')); }
  /// Identities of plugins that fit, best first.
  [[nodiscard]] Words plugin_identities() const;
  /// Debian's package with what building the plugin needs: "gcc-12-plugin-dev".
  [[nodiscard]] std::string headers_package() const;
  /// Our package with the plugin: "osaca-plugin-gcc-12".
  [[nodiscard]] std::string plugin_package() const;
};

struct FoundCompilers {
  std::vector<Compiler> compilers; ///< identify() is still to be asked
  Words remarks;                   ///< what of PATH was not looked at
};

/// gcc, g++, gfortran, clang, clang++, with versions behind and targets before: `search_path` is what PATH has. One
/// entry for each program, under all its names; of programs with the same name the first, as in a shell. Relative
/// folders are passed over: what lies in a folder that one happens to be in is not to be run.
[[nodiscard]] FoundCompilers find_compilers(std::string_view search_path);

/// The one that `name` means: a path, or a name to be looked up.
[[nodiscard]] std::optional<Compiler> named_compiler(const std::string &name, std::string_view search_path);

/// Asks the program what it is.
[[nodiscard]] Compiler identify(Compiler compiler);

} // namespace osaca::driver
