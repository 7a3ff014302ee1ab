// Step 3: what forms wait for that no class of pipes explains, such as a divider that is busy for several cycles.
#pragma once

#include "measure/ports/port_map.h"

namespace osaca::measure {

/// For each form whose time alone its pipes do not explain, in turn: a mix with the first form of each unit found so
/// far, both for about as long, takes twice as long if they share the unit.
void find_slow_units(MixLog &log, PortMap &map);

} // namespace osaca::measure
