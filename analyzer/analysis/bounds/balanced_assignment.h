// The balanced fractional assignment behind port pressure; see ports.h for the idea.
#pragma once

#include "kernel/cost.h"

#include <map>
#include <vector>

namespace osaca {

/// For each distinct set of ports: the cycles that its demand puts on each port of `port_count`.
using PortShares = std::map<PortSet, std::vector<Cycles>>;

/// `demand`: total cycles asked of each set of ports. Sets must not be empty.
[[nodiscard]] PortShares balanced_assignment(const std::map<PortSet, Cycles> &demand, int port_count);

} // namespace osaca
