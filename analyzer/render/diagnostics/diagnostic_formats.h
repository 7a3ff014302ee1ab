// The two ways to write diagnostics: for people as compilers do, and as records for a compiler plugin.
#pragma once

#include "render/diagnostics/diagnostics.h"
#include "render/render_options.h"

#include <string>
#include <vector>

namespace osaca {

/// "file:line:column: note: osaca: message [rule]", one per line.
[[nodiscard]] std::string render_diagnostics(const Report &report, const DiagnosticOptions &options, bool colour);

/// The records of plugin-common/capture_format.md. `locations` are the capture's: each diagnostic is sent to the index
/// of its place; a place that the capture does not list goes to the nearest line of the same file.
[[nodiscard]] std::string render_diagnostic_records(const Report &report, const std::vector<SourceLocation> &locations,
                                                    const DiagnosticOptions &options);

} // namespace osaca
