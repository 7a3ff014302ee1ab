// The mix that tells most about which of several structures is the right one.
#pragma once

#include "measure/ports/pipe_assignment.h"

#include <optional>
#include <vector>

namespace osaca::measure {

/// Cycles of so many copies of each class, limited by pipes and by dispatch.
[[nodiscard]] double predicted_by(const PipeAssignment &structure, const std::vector<int> &copies,
                                  double dispatch_width);

/// Copies of each class; the last class and up to three others take part. `sizes`: pipes of each class. Empty: no mix
/// that is not in `tried` tells any two of them apart.
[[nodiscard]] std::optional<std::vector<int>> telling_mix(const std::vector<PipeAssignment> &candidates,
                                                          const std::vector<int> &sizes, double dispatch_width,
                                                          double distinct_ratio,
                                                          const std::vector<std::vector<int>> &tried);

} // namespace osaca::measure
