// Ports that the simulation treats differently from others.
#pragma once

#include "analysis/bind/costed_kernel.h"

namespace osaca {

/// Ports that model a limit which many loads share on average. The bounds include them; they cannot be expressed by
/// single uops.
[[nodiscard]] PortSet shared_in_the_mean(const Core &core);

/// The ports whose uops take part in dispatch groups.
[[nodiscard]] PortSet grouped_ports(const Core &core);

} // namespace osaca
