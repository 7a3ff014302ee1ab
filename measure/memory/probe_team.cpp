#include "measure/memory/probe.h"

namespace osaca::measure::memory {

std::vector<Finding> probe_team(const ProbeWorld &, MemoryFigures &) { return {}; }

} // namespace osaca::measure::memory
