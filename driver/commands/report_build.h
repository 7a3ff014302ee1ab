// The build of a project as a language server sees it: reports from its objects, sources as they were compiled.
#pragma once

#include "driver/commands/live_reports.h"
#include "driver/commands/profile_file.h"
#include "driver/commands/project.h"
#include "driver/lsp/build_reports.h"

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace osaca::driver {

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
