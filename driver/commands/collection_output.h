// A collection in the forms that people and CI systems read, and when it fails a build.
#pragma once

#include "collection/collection.h"
#include "driver/command_line/option_set.h"

#include <string>
#include <vector>

namespace osaca::driver {

// A collection in the forms that people and CI systems read.

struct CollectionOutput {
  std::string format = "text";
  std::string file;              ///< empty or "-": standard output
  std::vector<std::string> also; ///< "sarif=osaca.sarif"
  std::string colour = "auto";
  int width = -1; ///< -1: the terminal's
  int top = 0;    ///< 0: all findings
  bool verbose = false;
};

/// --format, -o, --also, --color, --width, --top, --verbose.
void add_collection_output_options(OptionSet &options, CollectionOutput &output);

/// "osaca.sarif" of "sarif=osaca.sarif", and the main one, which may be "" or "-".
[[nodiscard]] std::vector<std::string> files_written(const CollectionOutput &output);

/// Writes all that was asked for; what goes wrong is told on standard error.
[[nodiscard]] bool write_collection(const Collection &collection, const CollectionOutput &output);

enum class ShownFindings { none, regressions, all_but_minor };

/// What whoever looks at standard output sees there.
[[nodiscard]] ShownFindings findings_shown_to_people(const CollectionOutput &output);

// When a report fails a build.

/// One line that says why `fail_on` ("findings", "warning", "regressions" or "never") fails; empty: it does not. Errors
/// fail whenever anything may: somebody chose that severity.
[[nodiscard]] std::string reason_to_fail(const Collection &collection, const std::string &fail_on);

/// What makes it fail, as a compiler writes it: "file:line:column: error: osaca: ..."; one line per source loop and
/// core, what was promised (regressions, budgets) first. Without what was `shown` already.
[[nodiscard]] std::string failing_loops(const Collection &collection, const std::string &fail_on, ShownFindings shown);

} // namespace osaca::driver
