// Arrays that do not begin at a cache line.
//
// The prediction assumes that arrays begin at a line. Arrays from malloc usually do not: most C libraries align them to
// 16 bytes only, and glibc places large arrays 16 bytes past the beginning of a page. Half of the accesses with vectors
// of 32 bytes then cross a line, and all of those with vectors of 64 bytes.
#pragma once

#include "analysis/predicted_loop.h"
#include "report/loop_figures.h"
#include "report/report.h"

#include <optional>

namespace osaca {

/// The larger of the prediction and the bounds for arrays that begin 16 bytes past a line, with data in the first-level
/// cache. This is not simulated: a simulation gives all iterations the mean time of their accesses, but some iterations
/// cross lines with all their accesses, and others with none. A loop with two loads and a store of 32 bytes takes 1.6
/// cycles on an Ice Lake-SP. Its largest bound is 1.7, and it would be simulated as 2.0. Empty: the loop is hardly
/// slower, or is not predicted as a long run with its data in that cache. `report` contains the prediction and the
/// place of the data.
[[nodiscard]] std::optional<UnalignedArrays> predict_unaligned_arrays(const PredictedLoop &predicted,
                                                                      const KernelReport &report);

} // namespace osaca
