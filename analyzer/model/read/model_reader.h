// A model's YAML text -> MachineModel::Data, checked against the rules of models/README.md.
#pragma once

#include "base/expected.h"
#include "model/machine_model.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// Finds the model that an `extends:` names.
using BaseModel = std::function<Expected<MachineModel::Data>(const std::string &name)>;

struct ReadModelOptions {
  /// All opcodes of an ISA, sorted. If it gives any, names and globs in the model must match one of them.
  std::function<std::span<const std::string>(Isa)> opcode_names;
  BaseModel base_model;   ///< none: `extends` is an error
  bool users_own = false; ///< figures are marked as the user's, whatever the kind of their source
};

struct ModelReading {
  std::optional<MachineModel::Data> data; ///< empty if there are problems
  std::vector<Error> problems;            ///< in the order in which they were found; at most 50
};

/// `file` is for messages.
[[nodiscard]] ModelReading read_model(std::string_view yaml, const std::string &file, const ReadModelOptions &options);

} // namespace osaca
