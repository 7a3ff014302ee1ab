// `osaca doctor`: does a compiler really answer with a note?
#pragma once

#include "driver/doctor/doctor_compilers.h"
#include "driver/programs/installation.h"

#include <string>

namespace osaca::driver {

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

} // namespace osaca::driver
