// Reports that were written as JSON (a plugin's report=FILE, osaca --format json), back as values.
#pragma once

#include "base/expected.h"
#include "report/report.h"

#include <string>
#include <vector>

namespace osaca {

/// `json` is a document of docs/schema/osaca-report-1.schema.json; `name` is for messages. Cycles come back as the
/// nearest fraction with a denominator of at most 10000.
[[nodiscard]] Expected<Report> read_report(const std::string &json, const std::string &name);

struct NamedJson {
  std::string name;
  std::string json;
};

/// The same for many, in several threads; in the order of `documents`. `jobs`: at most so many threads.
[[nodiscard]] std::vector<Expected<Report>> read_reports(const std::vector<NamedJson> &documents, int jobs);

/// One report with the kernels, annotations and problems of all, in that order, and each note once.
[[nodiscard]] Report merged(const std::vector<Report> &reports);

} // namespace osaca
