// A collection as a report, for the forms that show reports.
#pragma once

#include "collection/collection.h"

namespace osaca {

/// Each kernel and annotation with its own findings, without those that are suppressed, and with the regressions.
[[nodiscard]] Report report_of(const Collection &collection);

} // namespace osaca
