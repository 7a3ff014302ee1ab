// The stages of an input: its bytes, the opened object or analysed text, and the summary of many inputs in one report.
#pragma once

#include "osaca/analyze_inputs.h"
#include "pipeline/pipeline.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace osaca {

// An input before and after it is opened.

struct RawInput {
  std::string name;
  std::string bytes;
  std::string archive;          ///< the archive that contains it; else empty
  std::optional<Error> error;   ///< the input could not be read
  std::string debug_bytes = {}; ///< of its separate file with debug information; empty: there is none
};

/// An input after opening: text is analysed already, an object is not.
struct OpenedInput {
  std::string name;
  std::string archive;
  std::optional<Error> error;
  Analysed analysed;
  bool is_object = false;
  std::optional<ObjectFile> file;
  std::optional<ObjectPlan> plan; ///< points into `file`

  void add(Report part); ///< the report of one group
};

/// Adds the file, or its members if it is an archive. If it is a universal file, which holds code for several CPUs,
/// only the code for the worker's CPU is added. If there is none, the code for all other CPUs is added. Returns the
/// number of bytes added.
[[nodiscard]] std::size_t add_inputs(const InputFile &file, const std::string &bytes, const FileOpener &open,
                                     const Worker &worker, std::vector<RawInput> &inputs);

[[nodiscard]] OpenedInput open_input(const RawInput &input, Worker &worker);

// Merges many inputs into one report. If an input lacks something, such as loops or a requested function, this is a
// problem only if all other inputs lack it, too.

class InputSummary {
public:
  InputSummary(const AnalyzeOptions &options, std::size_t file_count);

  void add(OpenedInput input); ///< in the order of the inputs

  /// Records that there are too many functions with loops for a report. `file`: the input, if there is only one.
  void refuse(const std::string &file) {
    is_refused_ = true;
    refused_at_.file = file;
  }

  /// `notes` are added to reports with kernels. `most_functions` as in WorkOptions.
  [[nodiscard]] Report finish(std::vector<std::string> notes, std::size_t most_functions);

  /// After finish(): the first problem that explains why something requested is missing.
  [[nodiscard]] const std::optional<Error> &failure() const { return failure_; }

private:
  struct Missing { ///< a pattern that matches no function
    std::size_t inputs = 0;
    std::string nearest;
  };
  void add_member_failure(const OpenedInput &input);
  void add_unmatched(const std::vector<UnmatchedName> &unmatched);
  [[nodiscard]] bool report_missing_functions();
  void report_names_without_kernels();
  void report_no_kernels();
  void add_failure(Error error);

  const AnalyzeOptions &options_;
  std::size_t file_count_;
  Report report_;
  std::optional<Error> failure_;
  bool is_refused_ = false;
  SourceLocation refused_at_;
  std::size_t readable_ = 0;           ///< number of inputs
  std::vector<Error> without_kernels_; ///< of objects
  std::map<std::string, Missing> missing_;
  std::map<std::string, std::set<std::string>> named_; ///< by pattern: the functions that it selects, as in reports
  struct FailedMembers {
    std::size_t problem = 0; ///< index in Report::problems
    std::string first;
    std::size_t count = 0;
  };
  std::map<std::pair<std::string, std::string>, FailedMembers> failed_members_; ///< by archive and message
  ObjectRemarks remarks_{.with_unknown_jumps = {},
                         .with_data = {},
                         .skipped_bytes = 0,
                         .objects = 0,
                         .without_lines = 0,
                         .refused_lines = 0};
};

} // namespace osaca
