// Pieces of a model file's text.
#pragma once

#include "model/machine_model.h"

#include <span>
#include <string>
#include <vector>

namespace osaca::measure::composer {

/// ["P0|P1", "2*P5"]
[[nodiscard]] std::string demands_text(const std::vector<PortDemand> &demands, const std::vector<Port> &ports);
/// [A, B], broken into lines that begin with `indent`
[[nodiscard]] std::string names_text(std::span<const std::string> names, const std::string &indent);
/// At most two decimals.
[[nodiscard]] std::string cycles_text(double cycles);

} // namespace osaca::measure::composer
