// "5*DIV", "FP2|FP3": how models write which ports a uop may use, and for how long.
#pragma once

#include "base/expected.h"
#include "model/machine_model.h"

#include <string_view>
#include <vector>

namespace osaca {

/// PORTS or "n*PORTS", PORTS being names joined by '|', n > 0 cycles (default 1) as a whole number, decimal or
/// fraction.
[[nodiscard]] Expected<PortDemand> parse_port_demand(std::string_view text, const std::vector<Port> &ports);

/// Names joined by '|' -> the set.
[[nodiscard]] Expected<PortSet> parse_port_set(std::string_view text, const std::vector<Port> &ports);

/// The inverse, for messages and `osaca models --show`: "5*DIV".
[[nodiscard]] std::string port_demand_text(const PortDemand &demand, const std::vector<Port> &ports);

} // namespace osaca
