#include "measure/core_probes/finding.h"

#include "measure/file/decimal.h"

#include <cmath>

namespace osaca::measure::core_probes {

std::string value_text(const Finding &finding) {
  if (!finding.value)
    return "could not be told";
  if (finding.unit == yes_or_no)
    return *finding.value > 0 ? "yes" : "no";
  const bool is_whole = std::abs(*finding.value - std::round(*finding.value)) < 1e-9;
  return decimal(*finding.value, is_whole ? 0 : 2) + " " + finding.unit;
}

} // namespace osaca::measure::core_probes
