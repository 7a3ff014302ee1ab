// `osaca doctor`: checks whether the compilers on PATH show predictions, and prints the result.
#pragma once

#include "driver/command_line/option_set.h"
#include "driver/programs/compilers.h"
#include "driver/programs/installation.h"
#include "osaca/machine.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::driver {

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
