// Structure files: YAML in the manner of measurement files (docs/measure/structure.md).
#pragma once

#include "measure/core_probes/finding.h"
#include "measure/file/measurement.h"

#include <string>

namespace osaca::measure::core_probes {

[[nodiscard]] std::string head_yaml(const MeasuredMachine &machine);
[[nodiscard]] std::string finding_yaml(const Finding &finding);

/// For the terminal: name, value, and how it was concluded.
[[nodiscard]] std::string finding_text(const Finding &finding);

} // namespace osaca::measure::core_probes
