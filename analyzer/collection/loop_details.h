// The details of a loop: its instructions and their figures, dependencies and data streams. They are most of a report,
// and only some output formats show them. A collection of a large build is kept without them.
#pragma once

#include "collection/collection.h"
#include "report/report.h"

namespace osaca {

/// Replaces the details of each kernel by their summary. Nothing that rows, findings and baselines show is lost.
[[nodiscard]] Report without_details(Report report);

/// `kernel` with its details from `full`, which is the report that it was made from.
[[nodiscard]] KernelReport with_details(KernelReport kernel, KernelReport full);

/// Whether some instructions of the kernel are from an inlined call.
[[nodiscard]] bool has_inlined_code(const KernelReport &kernel);

} // namespace osaca
