// A collection as a report, for the forms that show reports.
#pragma once

#include "collection/collection.h"

namespace osaca {

/// With the open findings put back into the kernels and annotations that they are about.
[[nodiscard]] Report report_of(const Collection &collection);

} // namespace osaca
