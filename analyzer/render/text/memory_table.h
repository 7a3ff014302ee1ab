// What a loop takes with its data in each level, and what it moves, for terminals.
#pragma once

#include "render/render_options.h"
#include "report/report.h"

#include <string>

namespace osaca {

/// One line about where the data are; empty without levels behind the first.
[[nodiscard]] std::string phrase_of_data(const KernelReport &kernel);

/// Levels, streams and layer conditions. Precondition: there is a MemoryReport.
[[nodiscard]] std::string memory_tables(const KernelReport &kernel, const RenderOptions &options);

} // namespace osaca
