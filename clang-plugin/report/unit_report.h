// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shows what the driver answered in the compiler's own diagnostics, at the compiler's own places.
//
// Without being asked for warnings the plugin makes remarks: they show up like warnings, but -Werror leaves them alone.
// All of them obey -w, -Wno-backend-plugin and -Rno-remark-backend-plugin.
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

  /// Warnings and errors that the user asked for: in the source (what a loop is expected to keep to) or in the
  /// project's settings.
  void say(clang::SourceLocation where, const Record &record) const;

  /// A note to what was said last; never an error.
  void add(clang::SourceLocation where, const std::string &message) const;

private:
  void report(clang::SourceLocation where, unsigned id, const std::string &message) const;

  clang::DiagnosticsEngine &diagnostics_;
  unsigned id_;
  bool is_silent_;
};

enum class Output {
  machine_code,
  left_to_linker,       ///< -flto, also where the object holds code beside (-ffat-lto-objects)
  left_to_next_process, ///< -save-temps: what is generated now is optimised by another process
  precompiled,          ///< a header or module: code comes out of it only in the units that use it
  none,
};

[[nodiscard]] Output output_of(const clang::CompilerInstance &instance);

/// Takes away what an earlier compile left in report_dir: this unit has nothing to report any more.
void drop_old_report(const clang::CompilerInstance &instance, const Arguments &arguments);

/// `places` belongs to the capture's locations, index by index. What the object is to carry, or "".
[[nodiscard]] std::string report_unit(clang::CompilerInstance &instance, const capture::Capture &capture,
                                      const std::vector<clang::SourceLocation> &places, const Arguments &arguments,
                                      const Diagnoser &diagnoser);

} // namespace osaca::clang_plugin
