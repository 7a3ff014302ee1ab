// What samples of running programs said of a loop.
#pragma once

#include <optional>

namespace osaca {

struct SampledTime {
  double share = 0;                           ///< of all samples of the programs, 0 to 1
  std::optional<double> cycles_per_iteration; ///< measured, of the machine loop
};

} // namespace osaca
