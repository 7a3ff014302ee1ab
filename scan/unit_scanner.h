// Scans translation units for loops and pragmas, several at a time, and finds the compiler's own headers for this.
#pragma once

#include "base/expected.h"
#include "scan/compile_commands.h"
#include "scan/loop.h"
#include "scan/project_root.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace osaca::scan {

/// The folder with the headers of the compiler library itself (stddef.h, immintrin.h): `given`, or else searched for
/// near the loaded library. Error: it was not found.
[[nodiscard]] Expected<std::string> find_resource_dir(const std::string &given);

// Scans one translation unit. It keeps no state between calls, so several scans may run in parallel.

struct ScanSettings {
  const ProjectRoot &project;
  std::string resource_dir; ///< the folder of Clang's own headers
  bool with_others = false; ///< also list loops outside the project
};

struct UnitResult {
  ScannedLoops findings; ///< if the unit has errors: what could be read nevertheless
  std::optional<Error> error;
};

/// Has to be called once before any thread is started.
void prepare_scanning();

[[nodiscard]] UnitResult scan_unit(const CompileCommand &unit, const ScanSettings &settings);

// Scans all translation units, several at a time. The result does not depend on the number of threads.

struct ScanResult {
  ScannedLoops findings;
  std::vector<Error> failures; ///< one per unit with errors, in the order of the units
};

/// Called with the number of finished units and the name of the last one; never by two threads at once.
using Progress = std::function<void(std::size_t done, const std::string &file)>;

[[nodiscard]] ScanResult scan_all(const std::vector<CompileCommand> &units, const ScanSettings &settings,
                                  unsigned threads, const Progress &progress);

} // namespace osaca::scan
