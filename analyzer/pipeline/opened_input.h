// Inputs on their way: their bytes, what was read of them, and what many of them gave to one report.
#pragma once

#include "osaca/analyze_inputs.h"
#include "pipeline/pipeline.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace osaca {

// An input on its way: its bytes, then what was read of them.

struct RawInput {
  std::string name;
  std::string bytes;
  std::string archive;          ///< that it is a member of; else empty
  std::optional<Error> error;   ///< it could not even be got
  std::string debug_bytes = {}; ///< of the file with its debug information; empty: there is none
};

/// Text has been analysed already, objects have not.
struct OpenedInput {
  std::string name;
  std::string archive;
  std::optional<Error> error;
  Analysed analysed;
  bool is_object = false;
  std::optional<ObjectFile> file;
  std::optional<ObjectPlan> plan; ///< points into `file`

  void add(Report part); ///< of one group
};

/// The file, or what is in it: the objects of an archive, of a universal file the code for the workers' CPU (that for
/// other CPUs only if there is no such). Returns how many bytes were added.
[[nodiscard]] std::size_t add_inputs(const InputFile &file, const std::string &bytes, const FileOpener &open,
                                     const Worker &worker, std::vector<RawInput> &inputs);

[[nodiscard]] OpenedInput open_input(const RawInput &input, Worker &worker);

// From what many inputs gave to one report: what one of them lacks is a problem only if the others lack it too.

class InputSummary {
public:
  InputSummary(const AnalyzeOptions &options, std::size_t file_count);

  void add(OpenedInput input); ///< in the order of the inputs

  /// There are too many functions with loops for a report; `file`: the input, if there is only one.
  void refuse(const std::string &file) {
    is_refused_ = true;
    refused_at_.file = file;
  }

  /// `notes`: for reports with kernels. `most_functions` as in WorkOptions.
  [[nodiscard]] Report finish(std::vector<std::string> notes, std::size_t most_functions);

  /// After finish(): of the problems, the first that is why something that was asked for is not there.
  [[nodiscard]] const std::optional<Error> &failure() const { return failure_; }

private:
  struct Missing { ///< a pattern without a function
    std::size_t inputs = 0;
    std::string nearest;
  };
  void add_member_failure(const OpenedInput &input);
  void add_unmatched(const std::vector<UnmatchedName> &unmatched);
  [[nodiscard]] bool tell_missing_functions();
  void tell_nothing();
  void add_failure(Error error);

  const AnalyzeOptions &options_;
  std::size_t file_count_;
  Report report_;
  std::optional<Error> failure_;
  bool is_refused_ = false;
  SourceLocation refused_at_;
  std::size_t readable_ = 0;           ///< inputs
  std::vector<Error> without_kernels_; ///< of objects
  std::map<std::string, Missing> missing_;
  struct FailedMembers {
    std::size_t problem = 0; ///< place in Report::problems
    std::string first;
    std::size_t count = 0;
  };
  std::map<std::pair<std::string, std::string>, FailedMembers> failed_members_; ///< by archive and message
  ObjectRemarks remarks_{.jumping_anywhere = {},
                         .with_data = {},
                         .skipped_bytes = 0,
                         .objects = 0,
                         .without_lines = 0,
                         .refused_lines = 0};
};

} // namespace osaca
