// Comments in the source that accept a finding: `osaca: ignore[osaca-port-bound, lcd-bound]`, or `osaca: ignore` for
// all rules.
#pragma once

#include "report/report.h"

#include <map>
#include <string>
#include <vector>

namespace osaca {

using SourceLines = std::map<std::string, std::vector<std::string>>; ///< by name of the file

/// A comment speaks for its own line; where nothing but the comment is on it, or a pragma, for the next line that is
/// code, at most 200 lines below. A comment at the loop statement speaks for all findings in the loop. "osaca-" may be
/// left out.
[[nodiscard]] bool is_ignored(const SourceLines &sources, const std::string &rule, const SourceLocation &where,
                              const SourceLocation &loop);

/// Without the findings that comments ignore. `sources` by the names that the report uses.
[[nodiscard]] Report without_ignored(Report report, const SourceLines &sources);

/// Names in such comments that are no rules, one problem each, with a suggestion.
[[nodiscard]] std::vector<Error> unknown_rules_in_comments(const SourceLines &sources);

} // namespace osaca
