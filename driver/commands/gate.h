// When a report fails a build.
#pragma once

#include "collection/collection.h"
#include "driver/commands/collection_output.h"

#include <string>

namespace osaca::driver {

/// One line that says why `fail_on` ("findings", "warning", "regressions" or "never") fails; empty: it does not. Errors
/// fail whenever anything may: somebody chose that severity.
[[nodiscard]] std::string reason_to_fail(const Collection &collection, const std::string &fail_on);

/// What makes it fail, as a compiler writes it: "file:line:column: error: osaca: ..."; one line per source loop and
/// core, what was promised (regressions, budgets) first. Without what was `shown` already.
[[nodiscard]] std::string failing_loops(const Collection &collection, const std::string &fail_on, ShownFindings shown);

} // namespace osaca::driver
