// Times the two sides of an example on this machine, one after the other and again and again.
#pragma once

#include "build.h"

namespace osaca::advice {

struct Ratio {
  double bad_over_good = 0;  ///< of the medians
  double lower_quartile = 0; ///< of the ratios of neighbouring runs
  double upper_quartile = 0;
};

/// `rounds` runs of each, alternately, so that who else uses the machine slows both.
[[nodiscard]] Expected<Ratio> time_ratio(const Example &example, const std::string &compiler,
                                         const std::filesystem::path &drivers, int rounds);

} // namespace osaca::advice
