// What a machine model says about a finding, in the finding's unit.
#pragma once

#include "measure/core_probes/finding.h"
#include "model/machine_model.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca::measure::core_probes {

/// Empty: the model says nothing about it.
[[nodiscard]] std::optional<double> modelled_value(const MachineModel &model, const Finding &finding);

struct Comparison {
  std::string name;
  std::string unit;
  double measured = 0;
  double modelled = 0;
  bool agrees = false; ///< within 10 % or 0.3 cycles (one entry in twenty of sizes)
};

/// Of those findings that were told and of which the model says something.
[[nodiscard]] std::vector<Comparison> compared(const MachineModel &model, const std::vector<Finding> &findings);

/// One line each, those that differ first, and how many agree.
[[nodiscard]] std::string comparison_text(const std::vector<Comparison> &all, const std::string &model);

} // namespace osaca::measure::core_probes
