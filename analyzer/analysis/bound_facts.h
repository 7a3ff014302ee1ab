// What explains each bound: the busiest ports, the limit of the front end, the longest chain.
#pragma once

#include "analysis/bounds/port_pressure.h"
#include "analysis/bounds/prediction.h"
#include "report/bound.h"

namespace osaca {

[[nodiscard]] BoundFacts facts_of(BoundKind kind, const Core &core, const PortPressure &pressure,
                                  const Prediction &prediction);

} // namespace osaca
