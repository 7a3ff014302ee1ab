// Access to a project's build for the language server: finds the build folder, reads its reports as they change, and
// remembers the sources as they were compiled.
#pragma once

#include "base/fingerprint.h"
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

// Finds the folder in which a project was built, if the user does not specify it.

struct BuildFolder {
  std::string path; ///< `root` joined with the folder's name; `root` itself for a build in the source folder
  std::vector<std::string> others; ///< other build folders, which were built earlier
};

/// The folder that was built last among `root`, its subfolders and their subfolders. A build folder contains files of
/// CMake, Ninja or Meson, or a compilation database; otherwise `root` is used if it has a makefile. Empty: there is
/// none.
[[nodiscard]] std::optional<BuildFolder> find_build_folder(const std::string &root);

// The reports of a build that is in progress. Only new and changed files are read again.

class LiveReports {
public:
  /// Selects what is kept of a report.
  using Keep = std::function<Report(Report)>;

  /// `paths`: objects, archives, JSON reports and folders, as in ReportInputs::add().
  LiveReports(std::vector<std::string> paths, Keep keep) : paths_(std::move(paths)), keep_(std::move(keep)) {}

  /// Says whether files have to be read. A file has to be read if it is new or has changed since it was read. If files
  /// have changed since the previous call of this function, the build is still running, and nothing has to be read yet.
  [[nodiscard]] lsp::BuildSource::State state();

  /// Reads what is new. `progress` is called with the number of new files that have been read.
  void read(const std::function<void(std::size_t done, std::size_t all)> &progress);

  [[nodiscard]] const std::vector<NamedReport> &reports() const { return reports_; }
  /// The problems found when each file was last read.
  [[nodiscard]] std::vector<Error> problems() const;
  /// The modification time of the file that contains this report. Precondition: `object` is one of reports().
  [[nodiscard]] std::filesystem::file_time_type written(const std::string &object) const { return written_.at(object); }

private:
  struct Stamp {
    std::filesystem::file_time_type time;
    std::uintmax_t bytes = 0;
    friend bool operator==(const Stamp &, const Stamp &) = default;
  };
  using Stamps = std::map<std::string, Stamp>;
  struct StoredReport { ///< parallel to reports_
    std::string path;
    Fingerprint fingerprint;
  };

  [[nodiscard]] Stamps stamps(std::vector<FoundFile> &files, std::vector<Error> &problems) const;
  void forget(const Stamps &now);
  void read_files(const std::vector<FoundFile> &files, const std::function<void(std::size_t, std::size_t)> &progress);
  void put_in_order();

  std::vector<std::string> paths_;
  Keep keep_;
  Stamps read_;      ///< the files that were read
  Stamps looked_at_; ///< the files that the last call of state() or read() found
  std::vector<NamedReport> reports_;
  std::vector<StoredReport> stored_;
  std::map<std::string, std::vector<Error>> problems_; ///< by file
  std::vector<Error> problems_of_folders_;
  std::map<std::string, std::filesystem::file_time_type> written_;
  std::vector<std::string> with_repeated_reports_; ///< files with a report that was already read from another file
};

// The build for the language server: reports from its objects, and the sources as they were compiled.

struct ReportBuildOptions {
  std::vector<std::string> paths; ///< relative to the editor's root; empty: the folder from find_build_folder()
  std::vector<std::string> archs; ///< names of models; empty: all that the reports contain
  std::string baseline;
  std::optional<double> tolerance_percent;
  ProfileOptions profile;
  SourceOptions sources;
};

class ReportBuild : public lsp::BuildSource {
public:
  explicit ReportBuild(ReportBuildOptions options) : options_(std::move(options)) {}

  /// The process changes its working folder to `root`, so that all file names are relative to it.
  std::optional<Error> open(const std::string &root) override;
  State state() override;
  lsp::BuildReports read(const Progress &progress) override;
  std::string path_of(const std::string &file) const override;

private:
  using Time = std::filesystem::file_time_type;
  struct LoopsOfFile { ///< indices into Collection::loops
    std::vector<int> begin_here;
    std::vector<int> have_code_here; ///< loops with a finding in this file; the loop may begin in another file
  };
  struct Remembered { ///< a source file as it was compiled
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

  ReportBuildOptions options_;
  std::optional<LiveReports> live_;
  std::optional<Expected<SampledPrograms>> samples_; ///< read only once, because the profiled run is over
  std::map<std::string, Remembered> remembered_;     ///< by path
};

} // namespace osaca::driver
