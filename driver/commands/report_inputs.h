// Reports from wherever they are kept: in objects, in archives, in folders of these, in JSON files.
#pragma once

#include "collection/collect.h"
#include "driver/files/files.h"
#include "osaca/read_report.h"

#include <unordered_set>

namespace osaca::driver {

/// The reports, still in JSON, that one file holds.
struct FoundDocuments {
  std::vector<NamedJson> documents;
  std::vector<Error> problems;
};
[[nodiscard]] FoundDocuments documents_in(const FoundFile &file);

/// The files that `paths` mean, as ReportInputs::add() takes them.
[[nodiscard]] std::vector<FoundFile> report_files_in(const std::vector<std::string> &paths,
                                                     std::vector<Error> &problems);

class ReportInputs {
public:
  /// Objects, archives, JSON reports; folders with objects and archives below, or with JSON reports if no object there
  /// holds a report;
  /// "@FILE" is a file with one of these per line.
  /// Complains about what cannot be read.
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
  std::unordered_set<std::string> known_; ///< an object and the archive that holds it are there once
  bool good_ = true;
};

} // namespace osaca::driver
