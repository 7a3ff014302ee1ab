// Which ports each instruction of a kernel occupies: those of its form, and those of limits that its neighbours or the
// widths of its registers cause.
#pragma once

#include "analysis/bind/costed_kernel.h"

namespace osaca {

/// The ports that execute no vector operations in this code (WideVectors).
[[nodiscard]] PortSet closed_ports(const CostedKernel &kernel);

/// Appends the demands of one of the kernel's instructions, and sets its dispatch slots. The kernel's closed ports must
/// be known.
void add_demands(CostedKernel &kernel, PlacedInstruction &placed, PortSet load_ports);

} // namespace osaca
