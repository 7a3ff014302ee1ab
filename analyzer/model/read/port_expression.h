// How models write the ports that a uop may use, and for how long: "5*DIV", "FP2|FP3".
#pragma once

#include "base/expected.h"
#include "model/machine_model.h"

#include <string_view>
#include <vector>

namespace osaca {

/// Parses PORTS or "n*PORTS". PORTS are names joined by '|'. n is the number of cycles, above 0: a whole number, a
/// decimal or a fraction; 1 if it is omitted.
[[nodiscard]] Expected<PortDemand> parse_port_demand(std::string_view text, const std::vector<Port> &ports);

/// Parses names joined by '|'.
[[nodiscard]] Expected<PortSet> parse_port_set(std::string_view text, const std::vector<Port> &ports);

/// The inverse of parse_port_demand, for messages and `osaca models --show`: "5*DIV".
[[nodiscard]] std::string port_demand_text(const PortDemand &demand, const std::vector<Port> &ports);

} // namespace osaca
