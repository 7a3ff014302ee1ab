// All translation units, several at a time. What comes out does not depend on how many.
#pragma once

#include "scan/unit_scanner.h"

#include <functional>
#include <vector>

namespace osaca::scan {

struct ScanResult {
  Findings findings;
  std::vector<Error> failures; ///< one per unit with errors, in the order of the units
};

/// Called with how many units are done and the name of the last one; never by two threads at once.
using Progress = std::function<void(std::size_t done, const std::string &file)>;

[[nodiscard]] ScanResult scan_all(const std::vector<Unit> &units, const ScanSettings &settings, unsigned threads,
                                  const Progress &progress);

} // namespace osaca::scan
