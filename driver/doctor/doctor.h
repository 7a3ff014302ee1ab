// `osaca doctor`: the compilers that a shell would find here, whether they answer with a note, and how that is shown.
#pragma once

#include "driver/command_line/option_set.h"
#include "driver/programs/installation.h"
#include "osaca/machine.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::driver {

// `osaca doctor`: the compilers that a shell would find here.

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

// `osaca doctor`: does a compiler really answer with a note?

enum class Health {
  works,          ///< a prediction came as a note
  no_plugin,      ///< none is installed for it
  no_note,        ///< it compiles, but nothing came
  cannot_compile, ///< not even without the plugin
  not_understood  ///< it is not clear what it is
};

[[nodiscard]] std::string_view name_of(Health health); ///< "works", "no-plugin", ...

struct Diagnosis {
  Compiler compiler;
  std::string plugin; ///< identity of the plugin that fits, whether it is there or not; empty: unknown
  Health health = Health::not_understood;
  std::string what;    ///< what is wrong; empty if nothing is
  std::string to_do;   ///< what helps
  std::string message; ///< the compiler's first line that matters, if it failed
};

/// Compiles an annotated loop in `folder`, an empty one that exists.
[[nodiscard]] Diagnosis examine(Compiler compiler, const Installation &installation, const std::string &folder);

/// Whether `-fplugin=osaca.so`, without a path, is found.
[[nodiscard]] bool is_found_by_name(const Compiler &compiler, const std::string &folder);

// `osaca doctor`: all that it found out, and how it is shown.

struct DoctorReport {
  Installation installation;
  MachineInfo machine;
  BuiltWith built_with;
  std::vector<Diagnosis> diagnoses;
  std::vector<std::string> remarks;  ///< what was not looked at
  std::optional<bool> found_by_name; ///< -fplugin=osaca.so; empty: no compiler to ask
  std::string cmake_version;         ///< on PATH; empty: none
  std::string ccache_version;        ///< likewise
  bool ccache_stands_for_compilers = false;

  [[nodiscard]] const Diagnosis *first_working() const;
};

[[nodiscard]] std::string doctor_text(const DoctorReport &report, bool colour);

/// docs/use/doctor.md describes it.
[[nodiscard]] std::string doctor_json(const DoctorReport &report);

} // namespace osaca::driver
