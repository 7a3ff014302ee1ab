// Comments in the source that accept a finding: `osaca: ignore[osaca-port-bound, lcd-bound]`, or `osaca: ignore` for
// all rules.
#pragma once

#include "collection/source_lines.h"
#include "report/report.h"

#include <string>
#include <vector>

namespace osaca {

/// A comment of C, or of Fortran in files with such an extension. A comment applies to its own line. If the line
/// contains only the comment or a pragma, it applies to the next line with code, at most 200 lines below. A comment at
/// the loop statement applies to all findings in the loop. "osaca-" may be omitted.
[[nodiscard]] bool is_ignored(const SourceLines &sources, const std::string &rule, const SourceLocation &where,
                              const SourceLocation &loop);

/// The same for many findings. For one thread.
class IgnoreComments {
public:
  explicit IgnoreComments(const SourceLines &sources) : of_findings_(sources), of_loops_(sources) {}

  [[nodiscard]] bool ignore(const std::string &rule, const SourceLocation &where, const SourceLocation &loop) {
    return of_findings_.ignore(rule, where) || of_loops_.ignore(rule, loop);
  }

private:
  /// Remembers whether the last file has such comments.
  class Place {
  public:
    explicit Place(const SourceLines &sources) : sources_(sources) {}
    [[nodiscard]] bool ignore(const std::string &rule, const SourceLocation &where);

  private:
    SourceCursor sources_;
    const LinedText *last_ = nullptr;
    bool has_comments_ = false;
  };

  Place of_findings_;
  Place of_loops_;
};

/// The report without the findings that comments ignore. The keys of `sources` are file names as in the report.
[[nodiscard]] Report without_ignored(Report report, const SourceLines &sources);

/// One problem, with a suggestion, for each unknown rule name in such comments.
[[nodiscard]] std::vector<Error> unknown_rules_in_comments(const SourceLines &sources);

} // namespace osaca
