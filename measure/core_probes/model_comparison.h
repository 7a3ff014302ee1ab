// What a machine model says about a finding, in the unit of the finding.
#pragma once

#include "measure/core_probes/probe_finding.h"
#include "model/machine_model.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca::measure::core_probes {

/// Empty: the model says nothing about the finding.
[[nodiscard]] std::optional<double> modelled_value(const MachineModel &model, const ProbeFinding &finding);

struct PropertyComparison {
  std::string name;
  std::string unit;
  double measured = 0;
  double modelled = 0;
  bool agrees = false; ///< within 10 % or 0.3 cycles; for sizes, within one entry in twenty
};

/// Compares the findings that have a value and about which the model says something.
[[nodiscard]] std::vector<PropertyComparison> compared(const MachineModel &model,
                                                       const std::vector<ProbeFinding> &findings);

/// One line per finding, those that differ first; then how many agree.
[[nodiscard]] std::string comparison_text(const std::vector<PropertyComparison> &all, const std::string &model);

} // namespace osaca::measure::core_probes
