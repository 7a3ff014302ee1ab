// Groups the machine loops of a collection by the loops of the source, and orders these by how much they matter.
#pragma once

#include "collection/collection.h"
#include "report/report.h"

namespace osaca {

/// Sets the source loops of the collection, and what they imply for each of its loops: its source loop, its time, and
/// whether it represents its machine loop. Source loops of equal importance are in the order of the source. `jobs`: the
/// greatest number of threads, which does not affect the result.
[[nodiscard]] Collection with_source_loops(Collection collection, int jobs = 1);

// The estimated importance of a loop without samples and profile. The formula is documented in
// docs/use/reading-a-report.md.

/// At least 0: predicted cycles times the compiler's estimate of the iterations, reduced for loops with calls.
/// `machine_loops`: the number of machine loops generated from the source loop on one core, because a function that is
/// inlined into many callers runs often.
[[nodiscard]] double guessed_weight(const KernelReport &kernel, int machine_loops = 1);

} // namespace osaca
