// Writes a collection (the loops and findings of a build) in the formats for people and CI systems, and decides whether
// its findings fail the build.
#pragma once

#include "collection/collection.h"
#include "driver/command_line/option_set.h"
#include "render/html.h"

#include <cstddef>
#include <string>
#include <vector>

namespace osaca::driver {

// The output options.

struct CollectionOutput {
  std::string format = "text";
  std::string file;              ///< empty or "-": standard output
  std::vector<std::string> also; ///< additional outputs: "sarif=osaca.sarif"
  std::string colour = "auto";
  int width = -1; ///< -1: that of the terminal
  int top = 0;    ///< 0: all findings
  bool verbose = false;
  int jobs = 1; ///< number of threads that write
};

/// Adds --format, -o, --also, --color, --width, --top and --verbose.
void add_collection_output_options(OptionSet &options, CollectionOutput &output);

/// The files of all outputs: those of `also` ("osaca.sarif" for "sarif=osaca.sarif"), and that of the main output,
/// which may be "" or "-".
[[nodiscard]] std::vector<std::string> files_written(const CollectionOutput &output);

/// Whether the collection must have the details of its loops (collection/loop_details.h) because of one of the outputs.
[[nodiscard]] bool shows_details(const CollectionOutput &output, std::size_t loops);

/// Whether one of the outputs can be limited to the most important loops (--top).
[[nodiscard]] bool has_ranking(const CollectionOutput &output);

/// Whether one of the outputs shows the steps of findings.
[[nodiscard]] bool shows_steps(const CollectionOutput &output);

/// Whether one of the outputs shows the ids of loops or the fingerprints of findings.
[[nodiscard]] bool shows_ids(const CollectionOutput &output);

/// Writes all requested outputs. `details`: for a collection without them. Errors are reported on standard error.
[[nodiscard]] bool write_collection(const Collection &collection, const CollectionOutput &output,
                                    const DetailsReader &details);

enum class ShownFindings { none, regressions, all_but_minor };

/// The findings that appear on standard output in a format for people.
[[nodiscard]] ShownFindings findings_shown_to_people(const CollectionOutput &output);

// The condition for failing a build.

/// One line that explains why the build fails according to `fail_on` ("findings", "warning", "regressions" or "never");
/// empty: it does not fail. Findings with severity error fail the build unless `fail_on` is "never", because only the
/// user can have chosen that severity.
[[nodiscard]] std::string reason_to_fail(const Collection &collection, const std::string &fail_on);

/// The findings that fail the build in the format of compilers: "file:line:column: error: osaca: ..."; one line per
/// source loop and core, regressions and broken expectations first. Findings in `shown` are omitted.
[[nodiscard]] std::string failing_loops(const Collection &collection, const std::string &fail_on, ShownFindings shown);

} // namespace osaca::driver
