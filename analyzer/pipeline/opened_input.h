// An input on its way: its bytes, then what was read of them.
#pragma once

#include "osaca/analyze_inputs.h"
#include "pipeline/worker.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca {

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

} // namespace osaca
