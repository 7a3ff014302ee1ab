// Finds reports in objects, in archives, in folders that contain these, and in JSON files.
#pragma once

#include "collection/collect.h"
#include "driver/files/files.h"
#include "osaca/read_report.h"

#include <cstddef>
#include <string>
#include <vector>

namespace osaca::driver {

/// The reports in one file, as JSON.
struct FoundDocuments {
  std::vector<NamedJson> documents;
  std::vector<Error> problems;
};
[[nodiscard]] FoundDocuments documents_in(const FoundFile &file);

/// Passes the reports in one file to `visitor`, one after the other, and returns the problems.
[[nodiscard]] std::vector<Error> visit_documents(const FoundFile &file, const ReportVisitor &visitor);

/// The files that `paths` refer to, as in ReportInputs::add().
[[nodiscard]] std::vector<FoundFile> report_files_in(const std::vector<std::string> &paths,
                                                     std::vector<Error> &problems);

/// Identifies a report by its content, within one run of this program.
struct ContentKey {
  std::size_t hash = 0;
  std::size_t bytes = 0;
  auto operator<=>(const ContentKey &) const = default;
};
[[nodiscard]] ContentKey content_key_of(const std::string &json);

/// Where a report was read from, so that its details can be read later.
struct ReportPlace {
  FoundFile file;
  std::size_t number = 0; ///< among the reports of the file
  ContentKey content;
};

class ReportInputs {
public:
  /// `jobs`: the greatest number of threads.
  ReportInputs(ReportDetail detail, int jobs) : detail_(detail), jobs_(jobs) {}

  /// Adds objects, archives and JSON reports. If a path is a folder, the objects and archives below it are added. If
  /// none of them contains a report, its JSON reports are added instead. "@FILE" is a file with one path per line.
  /// Paths that cannot be read are reported on standard error. The result does not depend on the number of threads.
  void add(const std::vector<std::string> &paths);

  void add_files(const std::vector<FoundFile> &files);

  [[nodiscard]] bool empty() const { return places_.empty(); }
  /// The files that were searched for reports.
  [[nodiscard]] const std::vector<FoundFile> &files() const { return files_; }
  /// Moves the reports out. Each content occurs once, with the first name, in the order of names.
  [[nodiscard]] std::vector<NamedReport> take_reports() { return std::move(reports_); }
  /// Parallel to the reports.
  [[nodiscard]] const std::vector<ReportPlace> &places() const { return places_; }
  [[nodiscard]] bool good() const { return good_; } ///< everything could be read

private:
  void fail(const Error &problem);

  ReportDetail detail_;
  int jobs_;
  std::vector<FoundFile> files_;
  std::vector<NamedReport> reports_;
  std::vector<ReportPlace> places_;
  bool good_ = true;
};

} // namespace osaca::driver
