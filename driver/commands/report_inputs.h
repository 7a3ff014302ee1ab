// Finds reports in objects, in archives, in folders that contain these, and in JSON files.
#pragma once

#include "collection/collect.h"
#include "driver/files/files.h"
#include "osaca/read_report.h"

#include <unordered_set>

namespace osaca::driver {

/// The reports in one file, as JSON.
struct FoundDocuments {
  std::vector<NamedJson> documents;
  std::vector<Error> problems;
};
[[nodiscard]] FoundDocuments documents_in(const FoundFile &file);

/// The files that `paths` refer to, as in ReportInputs::add().
[[nodiscard]] std::vector<FoundFile> report_files_in(const std::vector<std::string> &paths,
                                                     std::vector<Error> &problems);

class ReportInputs {
public:
  /// Adds objects, archives and JSON reports. If a path is a folder, the objects and archives below it are added. If
  /// none of them contains a report, its JSON reports are added instead. "@FILE" is a file with one path per line.
  /// Paths that cannot be read are reported on standard error.
  void add(const std::vector<std::string> &paths);

  [[nodiscard]] const std::vector<NamedReport> &reports() const { return reports_; }
  [[nodiscard]] bool good() const { return good_; } ///< everything could be read

private:
  void add_files(const std::vector<FoundFile> &files);
  void add_document(NamedJson document);
  void read_documents();
  void fail(const Error &problem);

  std::vector<NamedJson> documents_; ///< not read yet
  std::size_t documents_bytes_ = 0;
  std::vector<NamedReport> reports_;
  std::unordered_set<std::string> known_; ///< so that an object and the archive that contains it are added only once
  bool good_ = true;
};

} // namespace osaca::driver
