// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shows the driver's answer as diagnostics of the compiler, at the compiler's locations.
//
// Unless the user asks for warnings, the plugin emits remarks. They look like warnings, but are not affected by
// -Werror. All diagnostics obey -w, -Wno-backend-plugin and -Rno-remark-backend-plugin.
#pragma once

#include "arguments.h"
#include "capture.h"
#include "clang_compat.h"
#include "driver_client.h"

namespace osaca::clang_plugin {

class Diagnoser {
public:
  Diagnoser(clang::CompilerInstance &instance, bool warn);

  void say(clang::SourceLocation where, const std::string &message) const;

  /// Shows a record. Warnings and errors are shown as such only where the user asked for them: in the source (an
  /// expectation) or in the project's settings.
  void say(clang::SourceLocation where, const Record &record) const;

  /// Adds a note to the previous diagnostic; it is never an error.
  void add(clang::SourceLocation where, const std::string &message) const;

private:
  void report(clang::SourceLocation where, unsigned id, const std::string &message) const;

  clang::DiagnosticsEngine &diagnostics_;
  unsigned id_;
  bool is_silent_;
};

enum class Output {
  machine_code,
  left_to_linker,       ///< -flto, also where the object contains machine code too (-ffat-lto-objects)
  left_to_next_process, ///< -save-temps: another process optimises the code that is generated now
  precompiled,          ///< a header or module: code is generated only in the units that use it
  none,
};

[[nodiscard]] Output output_of(const clang::CompilerInstance &instance);

/// Removes the report of an earlier compile from report_dir, because this unit has nothing to report any more.
void drop_old_report(const clang::CompilerInstance &instance, const Arguments &arguments);

/// Shows the report. `places` holds Clang's location for each of the capture's locations. Returns the content for the
/// section in the object, or "".
[[nodiscard]] std::string report_unit(clang::CompilerInstance &instance, const capture::Capture &capture,
                                      const std::vector<clang::SourceLocation> &places, const Arguments &arguments,
                                      const Diagnoser &diagnoser);

} // namespace osaca::clang_plugin
