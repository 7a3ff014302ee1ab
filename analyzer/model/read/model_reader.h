// The YAML text of models, of one or of several that extend one another, and of memory overlays -> values, checked
// against the rules of models/README.md.
#pragma once

#include "base/expected.h"
#include "model/machine_model.h"
#include "model/memory_hierarchy.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

// A model's YAML text -> MachineModel::Data, checked against the rules of models/README.md.

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

// The YAML text of an overlay -> MemoryOverlay, checked as `core: memory:` of a model is.

struct MemoryOverlayReading {
  std::optional<MemoryOverlay> overlay; ///< empty if there are problems
  std::vector<Error> problems;          ///< in the order in which they were found; at most 50
};

/// `file` is for messages. Figures count as the user's, whatever the kind of their source.
[[nodiscard]] MemoryOverlayReading read_memory_overlay(std::string_view yaml, const std::string &file);

// Several model files read together: they may extend one another, and their names and aliases must differ.

struct ModelText {
  std::string file; ///< for messages
  std::string yaml;
};

struct ModelSetReading {
  std::vector<MachineModel::Data> models; ///< in the order of the files; only sound ones
  std::vector<Error> problems;
};

/// `options.base_model` is asked for names that are not in the set.
[[nodiscard]] ModelSetReading read_model_set(const std::vector<ModelText> &texts, const ReadModelOptions &options);

} // namespace osaca
