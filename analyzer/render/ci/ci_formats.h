// The collection in the formats that CI systems and other programs read.
#pragma once

#include "collection/collection.h"

#include <string>
#include <string_view>

namespace osaca {

// The findings as SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format), for GitHub's code scanning and
// editors.
//
// The document has one run with all rules, and a result for each finding that is not minor (see
// CollectedFinding::minor). Suppressed findings state the reason. File names are relative to %SRCROOT%, which is not
// defined in the document, so that it does not depend on the location of the project.

struct SarifOptions {
  std::string version;         ///< version of the program, "1.2.3"; empty: none
  std::string information_uri; ///< a page about the program; empty: none
  std::string rules_uri; ///< prefix of a rule's page, ".../rules.md#", to which the rule's id is appended; empty: none
};

[[nodiscard]] std::string render_sarif(const Collection &collection, const SarifOptions &options);

// The collection as JUnit XML for the test views of Jenkins, GitLab and others: a test case per loop and core.

/// A suite per source file. A test case fails if an open finding about the loop is a warning or an error, a regression
/// or a broken expectation. The test case of an annotation without a loop is skipped, unless the finding about it makes
/// the case fail. Names of test cases contain the line only if they would not be unique otherwise, so that a case keeps
/// its history when lines move.
[[nodiscard]] std::string render_junit(const Collection &collection);

// The collection as GitHub-flavoured Markdown for a job summary or a comment: changes, then findings, then loops.

struct MarkdownOptions {
  int most_rows = 100; ///< maximum per table; a line states how many were omitted. GitHub shows at most 1 MiB per step
};

[[nodiscard]] std::string render_markdown(const Collection &collection, const MarkdownOptions &options = {});

/// Any text on one line, escaped so that it is shown literally in a cell, an item or a paragraph.
[[nodiscard]] std::string markdown_text(std::string_view text);

// The open findings as workflow commands of GitHub Actions, which annotate the lines of a pull request.

/// One "::warning file=...::..." per line, the most important first, because GitHub shows only the first ten of a kind
/// per step.
[[nodiscard]] std::string render_github(const Collection &collection);

// The open findings as GitLab's code quality report (a list of issues, based on Code Climate's specification).

/// Notes are "info", warnings "minor", errors, regressions and broken expectations "major". Findings without a known
/// file are omitted, because GitLab requires one.
[[nodiscard]] std::string render_gitlab(const Collection &collection);

// Measurements in the format that CTest extracts from a test's output and CDash plots.

/// The numbers of loops, open findings and regressions, and the cycles per iteration of every loop.
[[nodiscard]] std::string render_ctest(const Collection &collection);

// The collection as LLVM's optimization remarks in YAML, for opt-viewer, llvm-remarkutil and similar tools. Each loop
// has an analysis remark with its prediction, and each open finding has a missed-optimization remark.

[[nodiscard]] std::string render_remarks(const Collection &collection);

} // namespace osaca
