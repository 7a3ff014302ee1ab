// The build of a project as a language server sees it: where it is, its reports as they come, its sources as they were
// compiled.
#pragma once

#include "collection/collect.h"
#include "driver/commands/project.h"
#include "driver/commands/reference_files.h"
#include "driver/files/files.h"
#include "driver/lsp/build_reports.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace osaca::driver {

// Where a project was built, if nobody says.

struct BuildFolder {
  std::string path; ///< `root` joined with the folder's name; `root` itself where it was built in the sources
  std::vector<std::string> others; ///< that look like one, too, but were built longer ago
};

/// The folder that was built last, of `root`, those in it and those in these: one that holds what CMake, Ninja or Meson
/// leave behind or a compilation database; else `root`, if it has a makefile. Empty: there is none.
[[nodiscard]] std::optional<BuildFolder> find_build_folder(const std::string &root);

// The reports of a build that goes on: what was read stays, and what is new is read.

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

// The build of a project as a language server sees it: reports from its objects, sources as they were compiled.

struct BuildOptions {
  std::vector<std::string> paths; ///< relative to the editor's root; empty: the folder that find_build_folder() finds
  std::vector<std::string> archs; ///< models' names; empty: all that the reports have
  std::string baseline;
  std::optional<double> tolerance_percent;
  ProfileOptions profile;
  SourceOptions sources;
};

class ReportBuild : public lsp::BuildSource {
public:
  explicit ReportBuild(BuildOptions options) : options_(std::move(options)) {}

  /// The process works in that folder from then on, so that all names of files are relative to it.
  std::optional<Error> open(const std::string &root) override;
  State state() override;
  lsp::BuildReports read(const Progress &progress) override;
  std::string path_of(const std::string &file) const override;

private:
  using Time = std::filesystem::file_time_type;
  struct LoopsOfFile { ///< indices into Collection::loops
    std::vector<int> begin_here;
    std::vector<int> have_code_here; ///< of which something was found in it
  };
  struct Remembered { ///< a source file, as it was compiled
    Time newest_object;
    Time source;
    std::vector<std::string> lines;
  };

  void find_build(lsp::BuildReports &out);
  [[nodiscard]] Collection with_baseline_and_samples(Collection collection, const CollectOptions &where,
                                                     Project &project, std::vector<std::string> &log);
  void add_files(lsp::BuildReports &out, const std::string &root);
  void remember(const std::string &path, lsp::BuiltFile file, const LoopsOfFile &loops, lsp::BuildReports &out);
  [[nodiscard]] Time newest_object(const CollectedLoop &loop) const;

  BuildOptions options_;
  std::optional<LiveReports> live_;
  std::optional<Expected<SampledPrograms>> samples_; ///< read once: a profile is of a run that is over
  std::map<std::string, Remembered> remembered_;     ///< by path
};

} // namespace osaca::driver
