// The shipped models and what a user adds to them.
#pragma once

#include "base/expected.h"
#include "model/machine_model.h"

#include <string>
#include <string_view>
#include <vector>

namespace osaca {

struct ModelSummary {
  std::string name;
  std::string title;
  Isa isa;
  std::vector<std::string> aliases;
  std::string compiler_cpu;
  Coverage coverage;
};

/// Models known by name or alias, without regard to case. Shipped ones are read from tables compiled into the library;
/// no YAML is parsed for them.
class ModelLibrary {
public:
  /// The shipped models.
  [[nodiscard]] static const ModelLibrary &shipped();

  [[nodiscard]] std::vector<ModelSummary> list() const;
  /// The canonical name ("zen4") for a name or alias ("ZEN4", "znver4"); empty if there is none.
  [[nodiscard]] std::string canonical_name(std::string_view name) const;
  [[nodiscard]] Expected<MachineModel> load(std::string_view name) const;
  /// All names and aliases, for suggestions.
  [[nodiscard]] std::vector<std::string> names() const;

private:
  ModelLibrary() = default;
};

/// A user's own YAML file: a whole model, or an overlay (`extends: zen4`) whose entries win over the base.
[[nodiscard]] Expected<MachineModel> load_model_file(const std::string &path);

} // namespace osaca
