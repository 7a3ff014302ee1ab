// Port pressure: how busy each port is per iteration when the uops are spread as well as they can be.
//
// The optimum of the fractional assignment is the largest, over all sets S of ports, of
//     (cycles demanded only from within S) / |S|
// (Hall's theorem for fractional matchings; Facile, IISWC 2023, section 4.8 uses pairs of port sets). Only unions of
// the port sets that occur need to be tried. A worked example: two uops on {0,1}, one on {1}: S={0,1} gives 3/2.
#pragma once

#include "analysis/bound_kernel.h"

#include <vector>

namespace osaca {

enum class PortAssignment {
  optimal,    ///< least maximum; among those the one reached by always filling the least loaded port
  equal_split ///< each uop in equal parts on all its ports, as OSACA's --fixed
};

struct PortPressure {
  std::vector<std::vector<Cycles>> per_instruction; ///< [instruction][port]
  std::vector<Cycles> total;                        ///< [port]
  Cycles execution_bound;                           ///< over execution, load and store ports
  PortSet execution_bottleneck = 0;                 ///< the set S that gives it
  Cycles divider_bound;                             ///< over divider ports
  PortSet divider_bottleneck = 0;
};

[[nodiscard]] PortPressure port_pressure(const BoundKernel &kernel, PortAssignment assignment);

} // namespace osaca
