// When a report fails a build.
#pragma once

#include "collection/collection.h"

#include <string>

namespace osaca::driver {

/// One line that says why `fail_on` ("findings", "warning", "regressions" or "never") fails; empty: it does not. Errors fail
/// whenever anything may: somebody chose that severity.
[[nodiscard]] std::string reason_to_fail(const Collection &collection, const std::string &fail_on);

/// The findings that make it fail, as a compiler writes them: "file:line:column: error: osaca: ...". `minor_only`: those that
/// overviews leave out.
[[nodiscard]] std::string failing_findings(const Collection &collection, const std::string &fail_on, bool minor_only);

} // namespace osaca::driver
