// The collection in the forms that CI systems and other programs read.
#pragma once

#include "collection/collection.h"

#include <string>
#include <string_view>

namespace osaca {

// The findings as SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format): for GitHub's code scanning and
// editors.
//
// One run, with all our rules. A result per finding that is not minor, suppressed ones with the reason. Names of files
// are relative to %SRCROOT%, whose place is not written: the document is the same wherever the project lies.

struct SarifOptions {
  std::string version;         ///< of the program, "1.2.3"; empty: none
  std::string information_uri; ///< where the program is described; empty: nowhere
  std::string rules_uri;       ///< what a rule's id is appended to for its description, ".../rules.md#"; empty: nowhere
};

[[nodiscard]] std::string render_sarif(const Collection &collection, const SarifOptions &options);

// The collection as JUnit's XML: a test case per loop and core, for the test views of Jenkins, GitLab and others.

/// A suite per source file. A loop fails where an open finding about it is a warning or an error, a regression or a
/// broken budget. An annotation without a loop is skipped, or fails if that is a warning. Names of test cases hold no
/// line unless two would be the same, so that a case keeps its history when lines move.
[[nodiscard]] std::string render_junit(const Collection &collection);

// The collection as GitHub-flavoured Markdown, for a job summary or a comment: what changed, then findings, then loops.

struct MarkdownOptions {
  int most_rows = 100; ///< of each table; a line says how many more there are. GitHub shows at most 1 MiB per step
};

[[nodiscard]] std::string render_markdown(const Collection &collection, const MarkdownOptions &options = {});

/// Text from anywhere, on one line, so that it is shown as it is wherever it stands: in a cell, an item, a paragraph.
[[nodiscard]] std::string markdown_text(std::string_view text);

// The open findings as workflow commands of GitHub Actions: annotations beside the lines of a pull request.

/// One "::warning file=...::..." per line, the most important first: GitHub shows the first ten of a kind per step
/// only.
[[nodiscard]] std::string render_github(const Collection &collection);

// The open findings as GitLab's code quality report (a list of issues, after Code Climate's specification).

/// Notes are "info", warnings "minor", errors, regressions and broken budgets "major". Findings of which no file is
/// known are left out: GitLab has no place for them.
[[nodiscard]] std::string render_gitlab(const Collection &collection);

// Measurements in the form in which CTest picks them up from a test's output and CDash plots them.

/// Numbers of loops, open findings and regressions, and the cycles per iteration of every loop.
[[nodiscard]] std::string render_ctest(const Collection &collection);

// The collection as LLVM's optimization remarks in YAML, for opt-viewer, llvm-remarkutil and what else reads them: a
// remark of analysis per loop with its prediction, a missed one per open finding.

[[nodiscard]] std::string render_remarks(const Collection &collection);

} // namespace osaca
