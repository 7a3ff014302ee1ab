// Reads the YAML text of models and of memory overlays, and checks it against the rules of models/README.md. Models may
// extend one another.
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

// A single model.

/// Finds the model that `extends:` names.
using BaseModel = std::function<Expected<MachineModel::Data>(const std::string &name)>;

struct ReadModelOptions {
  /// All opcodes of an ISA, sorted. If there are any, each name and glob in the model must match one of them.
  std::function<std::span<const std::string>(Isa)> opcode_names;
  BaseModel base_model;   ///< null: `extends` is an error
  bool users_own = false; ///< figures are marked as the user's, whatever the kind of their source
};

struct ModelReading {
  std::optional<MachineModel::Data> data; ///< empty if there are problems
  std::vector<Error> problems;            ///< in the order in which they were found; at most 50
};

/// `file` is used in messages.
[[nodiscard]] ModelReading read_model(std::string_view yaml, const std::string &file, const ReadModelOptions &options);

// A memory overlay. It follows the same rules as `core: memory:` of a model.

struct MemoryOverlayReading {
  std::optional<MemoryOverlay> overlay; ///< empty if there are problems
  std::vector<Error> problems;          ///< in the order in which they were found; at most 50
};

/// `file` is used in messages. Figures are marked as the user's, whatever the kind of their source.
[[nodiscard]] MemoryOverlayReading read_memory_overlay(std::string_view yaml, const std::string &file);

// Several model files that are read together. They may extend one another, and their names and aliases must differ.

struct ModelText {
  std::string file; ///< for messages
  std::string yaml;
};

struct ModelSetReading {
  std::vector<MachineModel::Data> models; ///< in the order of the files; only those without problems
  std::vector<Error> problems;
};

/// `options.base_model` is called for names that are not in the set.
[[nodiscard]] ModelSetReading read_model_set(const std::vector<ModelText> &texts, const ReadModelOptions &options);

} // namespace osaca
