// Finds reports in objects, in archives, in folders that contain these, and in JSON files.
#pragma once

#include "collection/collect.h"
#include "driver/commands/report_index.h"
#include "driver/files/files.h"
#include "osaca/read_report.h"
#include "osaca/shards.h"

#include <cstddef>
#include <functional>
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

/// The same with all objects that are known to contain a report: those of a shard, else the one in the file.
using TakeEntry = std::function<void(std::size_t number, ShardEntry entry)>;
[[nodiscard]] std::vector<Error> visit_entries(const FoundFile &file, const std::function<bool(std::size_t)> &wants,
                                               const TakeEntry &take);

/// The files that `paths` refer to, as in ReportInputs::add().
[[nodiscard]] std::vector<FoundFile> report_files_in(const std::vector<std::string> &paths,
                                                     std::vector<Error> &problems);

/// Where a report was read from, so that its details can be read later.
struct ReportPlace {
  FoundFile file;
  std::size_t number = 0; ///< among the reports of the file
  ContentKey content;
};

/// The indexes of the folders that are read.
class ReportIndexes {
public:
  /// Those of `paths` that are folders are used.
  void open(const std::vector<std::string> &paths);

  struct Place {
    ReportIndex *index = nullptr; ///< null: the file is in no folder with an index
    std::string name;             ///< relative to the folder
  };
  [[nodiscard]] Place place_of(const FoundFile &file) const;

  void write();
  /// See ReportIndex::remove().
  void remove();

private:
  struct Folder {
    std::string prefix; ///< of the paths of its files
    std::unique_ptr<ReportIndex> index;
  };
  std::vector<Folder> folders_;
};

struct ReportInputOptions {
  ReportDetail detail = ReportDetail::summary;
  int jobs = 1;            ///< the greatest number of threads
  bool uses_index = false; ///< of folders; only for reports without details
  bool keeps_steps = true; ///< of findings
};

class ReportInputs {
public:
  explicit ReportInputs(ReportInputOptions options) : options_(options) {}

  /// Adds objects, archives and JSON reports. If a path is a folder, the objects and archives below it are added. If
  /// none of them contains a report, its JSON reports are added instead. "@FILE" is a file with one path per line.
  /// Paths that cannot be read are reported on standard error. The result does not depend on the number of threads.
  void add(const std::vector<std::string> &paths);

  /// The same for files that were found already.
  void add_files(const std::vector<FoundFile> &files);

  [[nodiscard]] bool empty() const { return places_.empty(); }
  /// The files that were searched for reports.
  [[nodiscard]] const std::vector<FoundFile> &files() const { return files_; }
  /// Moves the reports out. Each content occurs once, with the first name, in the order of names.
  [[nodiscard]] std::vector<NamedReport> take_reports() { return std::move(reports_); }
  /// Parallel to the reports.
  [[nodiscard]] const std::vector<ReportPlace> &places() const { return places_; }
  [[nodiscard]] bool good() const { return good_; } ///< everything could be read
  /// Why units were not analysed although they have requested loops: the plugin embedded that instead of a report.
  [[nodiscard]] const std::vector<Error> &failures() const { return failures_; }

  /// Removes the indexes, because a file has changed although its time stamp has not.
  void remove_indexes() { indexes_.remove(); }

private:
  void fail(const Error &problem);

  ReportInputOptions options_;
  ReportIndexes indexes_;
  std::vector<FoundFile> files_;
  std::vector<NamedReport> reports_;
  std::vector<ReportPlace> places_;
  std::vector<Error> failures_;
  bool good_ = true;
};

} // namespace osaca::driver
