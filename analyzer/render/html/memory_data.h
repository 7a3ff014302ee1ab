// Where a loop's data may be, as the page's script reads it.
#pragma once

#include "render/html/loop_data.h"

namespace osaca::html {

/// Precondition: there is a MemoryReport.
[[nodiscard]] Json memory_data(const KernelReport &kernel, Shared &shared);

} // namespace osaca::html
