// From translation units to their loops and pragmas, one or several at a time, and the headers that this needs.
#pragma once

#include "base/expected.h"
#include "scan/compile_commands.h"
#include "scan/loop.h"
#include "scan/project.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace osaca::scan {

/// The folder with the headers that belong to the compiler library itself (stddef.h, immintrin.h): `given`, or else
/// looked for around the library that is loaded.
[[nodiscard]] Expected<std::string> find_resource_dir(const std::string &given);

// One translation unit -> its loops and pragmas. Keeps no state between calls: any number may run at once.

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

// All translation units, several at a time. What comes out does not depend on how many.

struct ScanResult {
  Findings findings;
  std::vector<Error> failures; ///< one per unit with errors, in the order of the units
};

/// Called with how many units are done and the name of the last one; never by two threads at once.
using Progress = std::function<void(std::size_t done, const std::string &file)>;

[[nodiscard]] ScanResult scan_all(const std::vector<Unit> &units, const ScanSettings &settings, unsigned threads,
                                  const Progress &progress);

} // namespace osaca::scan
