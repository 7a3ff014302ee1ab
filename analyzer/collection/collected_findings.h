// The findings of all loops, each listed once, and the share of the loop's time that each of them concerns.
#pragma once

#include "collection/collection.h"
#include "report/report.h"

namespace osaca {

// The findings of all loops: one per source line and rule, for all copies, paths and cores together.

/// The findings of the kernels and annotations in `collection`, in the order of the source. Those that a comment in the
/// source ignores are suppressed. The collection must have its source loops. `jobs`: the greatest number of threads,
/// which does not affect the result. `has_fingerprints`: false: they are left out.
[[nodiscard]] std::vector<CollectedFinding> collected_findings(const Collection &collection, int jobs = 1,
                                                               bool has_fingerprints = true);

// The share of a loop's time that a finding concerns. It orders findings and is not a prediction.

/// A finding about the limiting bound: (cycles - next) / cycles, where `next` is the second largest bound. A loop that
/// waits 20 cycles for a chain while its ports need 2 could save nine tenths; one with equal bounds could save nothing.
/// Scalar arithmetic that could be packed: one half, because a vector holds at least two elements. A multiplication and
/// an addition that could be fused: the share of one operation among the instructions. The shares for packing and
/// fusing are 0 if memory is the limit. Other findings: 0 (unknown). Findings in remainders and scalar versions get a
/// tenth of these shares.
[[nodiscard]] double gain_share(const Finding &finding, const KernelReport &kernel);

} // namespace osaca
