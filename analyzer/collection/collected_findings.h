// The findings of all loops, each once, and how much of a loop's time each is about.
#pragma once

#include "collection/collection.h"
#include "report/report.h"

namespace osaca {

// The findings of all loops, one per source line and rule however many copies, paths and cores have it.

/// Of the kernels and annotations in `collection`, in the order of the source. Suppressed in the source where a comment
/// says so.
[[nodiscard]] std::vector<CollectedFinding> collected_findings(const Collection &collection);

// How much of a loop's time a finding is about: an order for people, not a prediction.

/// Of a finding about what sets the pace: the share of the cycles that the next largest bound leaves, (cycles - next) /
/// cycles: a loop that waits 20 cycles for a chain while its ports need 2 could save nine tenths, one whose bounds are
/// alike nothing. Of scalar arithmetic that packed forms exist for: a half, for two elements at a time are the least
/// that vectors hold. A multiplication and an addition that could be one: the share of one operation among the
/// instructions. Of both 0 where memory sets the pace. Of others 0: not known. Loops beside the one that does the work
/// (remainders, scalar versions): a tenth of that.
[[nodiscard]] double gain_share(const Finding &finding, const KernelReport &kernel);

} // namespace osaca
