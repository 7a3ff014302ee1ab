// From what many inputs gave to one report: what one of them lacks is a problem only if the others lack it too.
#pragma once

#include "pipeline/opened_input.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace osaca {

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
