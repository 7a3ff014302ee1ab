// Reads reports that were written as JSON (by a plugin's report=FILE or by osaca --format json).
#pragma once

#include "base/expected.h"
#include "report/report.h"

#include <string>
#include <vector>

namespace osaca {

/// How much of a report is kept; see collection/loop_details.h.
enum class ReportDetail { summary, all };

/// `json` is a document of docs/schema/osaca-report-1.schema.json; `name` is used in messages. Cycles are read as the
/// nearest fraction with a denominator of at most 10000. Error: the document does not match the schema; with
/// ReportDetail::summary, details that are not kept are not checked.
[[nodiscard]] Expected<Report> read_report(const std::string &json, const std::string &name,
                                           ReportDetail detail = ReportDetail::all);

struct NamedJson {
  std::string name;
  std::string json;
};

/// Reads many reports in at most `jobs` threads. The result is in the order of `documents`.
[[nodiscard]] std::vector<Expected<Report>> read_reports(const std::vector<NamedJson> &documents, int jobs);

/// One report with the kernels, annotations and problems of all reports, in that order. Each note is kept once.
[[nodiscard]] Report merged(const std::vector<Report> &reports);

} // namespace osaca
