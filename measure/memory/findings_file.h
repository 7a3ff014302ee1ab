// Files of findings about memory: YAML in the manner of structure files (docs/measure/memory.md).
#pragma once

#include "measure/file/measurement.h"
#include "measure/memory/probe.h"

#include <string>

namespace osaca::measure::memory {

struct ProbeResult {
  const Probe *probe = nullptr;
  std::vector<Finding> found;
};

[[nodiscard]] std::string findings_yaml(const MeasuredMachine &machine, const std::vector<ProbeResult> &results);

/// A table for the terminal.
[[nodiscard]] std::string findings_text(const std::vector<ProbeResult> &results);

} // namespace osaca::measure::memory
