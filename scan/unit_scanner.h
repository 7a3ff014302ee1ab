// One translation unit -> its loops and pragmas. Keeps no state between calls: any number may run at once.
#pragma once

#include "scan/compile_commands.h"
#include "scan/loop.h"
#include "scan/project.h"

#include <optional>

namespace osaca::scan {

struct ScanSettings {
  const Project &project;
  std::string resource_dir; ///< with the headers that Clang brings itself
  bool with_others = false; ///< list loops outside the project, too
};

struct UnitResult {
  Findings findings; ///< of a unit with errors: what could be read all the same
  std::optional<Error> error;
};

/// Call once, before any thread starts.
void prepare_scanning();

[[nodiscard]] UnitResult scan_unit(const Unit &unit, const ScanSettings &settings);

} // namespace osaca::scan
