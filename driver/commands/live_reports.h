// The reports of a build that goes on: what was read stays, and what is new is read.
#pragma once

#include "collection/collect.h"
#include "driver/files/file_source.h"
#include "driver/lsp/build_reports.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace osaca::driver {

class LiveReports {
public:
  /// What of a report is held.
  using Keep = std::function<Report(Report)>;

  /// Objects, archives, reports in JSON and folders, as ReportInputs::add() takes them.
  LiveReports(std::vector<std::string> paths, Keep keep) : paths_(std::move(paths)), keep_(std::move(keep)) {}

  /// Whether files differ from what was read, and from when this was asked before: a build at work is not read again
  /// and again.
  [[nodiscard]] lsp::BuildSource::State state();

  /// Reads what is new; `progress` is told how many files of those are done.
  void read(const std::function<void(std::size_t done, std::size_t all)> &progress);

  [[nodiscard]] const std::vector<NamedReport> &reports() const { return reports_; }
  /// Of the files as they were read last.
  [[nodiscard]] std::vector<Error> problems() const;
  /// When the file that holds this report was written. Precondition: `object` is one of reports().
  [[nodiscard]] std::filesystem::file_time_type written(const std::string &object) const { return written_.at(object); }

private:
  struct Stamp {
    std::filesystem::file_time_type time;
    std::uintmax_t bytes = 0;
    friend bool operator==(const Stamp &, const Stamp &) = default;
  };
  using Stamps = std::map<std::string, Stamp>;
  struct Held { ///< beside each of reports_
    std::string path;
    std::string fingerprint;
  };

  [[nodiscard]] Stamps stamps(std::vector<FoundFile> &files, std::vector<Error> &problems) const;
  void forget(const Stamps &now);
  void read_files(const std::vector<FoundFile> &files, const std::function<void(std::size_t, std::size_t)> &progress);
  void put_in_order();

  std::vector<std::string> paths_;
  Keep keep_;
  Stamps read_; ///< what was read
  Stamps looked_at_;
  std::vector<NamedReport> reports_;
  std::vector<Held> held_;
  std::map<std::string, std::vector<Error>> problems_; ///< by file
  std::vector<Error> problems_of_folders_;
  std::map<std::string, std::filesystem::file_time_type> written_;
  std::vector<std::string> with_repeated_reports_; ///< files of which a report was held already
};

} // namespace osaca::driver
