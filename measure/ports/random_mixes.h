// Whether the result predicts mixes that it was not made from.
#pragma once

#include "measure/ports/port_map.h"

namespace osaca::measure {

/// `count` mixes of two to four forms whose usage is known, the same every time; fills in the residuals.
void check_with_random_mixes(MixLog &log, int count, PortMap &map);

} // namespace osaca::measure
