// `osaca doctor`: finds the compilers on PATH, checks whether they show predictions, and prints the result.
#pragma once

#include "driver/command_line/option_set.h"
#include "driver/programs/installation.h"
#include "osaca/machine.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::driver {

// Finds the compilers on PATH.

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

/// The compiler that `name` refers to: a path, or a name to be searched for.
[[nodiscard]] std::optional<InstalledCompiler> named_compiler(const std::string &name, std::string_view search_path);

/// Runs the program to find out its kind and version.
[[nodiscard]] InstalledCompiler identify(InstalledCompiler compiler);

// Checks whether a compiler shows predictions.

enum class Health {
  works,          ///< a prediction was shown as a note
  no_plugin,      ///< no plugin is installed for it
  no_note,        ///< it compiles, but shows no note
  cannot_compile, ///< it fails even without the plugin
  not_understood  ///< the compiler could not be identified
};

[[nodiscard]] std::string_view name_of(Health health); ///< "works", "no-plugin", ...

struct Diagnosis {
  InstalledCompiler compiler;
  std::string plugin; ///< identity of the plugin that fits, whether or not it is installed; empty: unknown
  Health health = Health::not_understood;
  std::string what;    ///< what is wrong; empty if nothing is
  std::string to_do;   ///< how to fix it
  std::string message; ///< the compiler's first relevant line of output, if it failed
};

/// Compiles an annotated loop in `folder`, which exists and is empty.
[[nodiscard]] Diagnosis examine(InstalledCompiler compiler, const Installation &installation,
                                const std::string &folder);

/// Whether the compiler finds `-fplugin=osaca.so`, without a path.
[[nodiscard]] bool is_found_by_name(const InstalledCompiler &compiler, const std::string &folder);

// The complete result, and its output formats.

struct DoctorReport {
  Installation installation;
  MachineInfo machine;
  BuiltWith built_with;
  std::vector<Diagnosis> diagnoses;
  std::vector<std::string> remarks;  ///< what was not checked
  std::optional<bool> found_by_name; ///< -fplugin=osaca.so; empty: there is no compiler to check
  std::string cmake_version;         ///< of cmake on PATH; empty: none
  std::string ccache_version;        ///< of ccache on PATH; empty: none
  bool ccache_wraps_compilers = false;

  [[nodiscard]] const Diagnosis *first_working() const;
};

[[nodiscard]] std::string doctor_text(const DoctorReport &report, bool colour);

/// The format is described in docs/use/doctor.md.
[[nodiscard]] std::string doctor_json(const DoctorReport &report);

} // namespace osaca::driver
