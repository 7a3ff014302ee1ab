// The machine models of this library: which cores they describe, and where their figures come from.
#pragma once

#include "base/expected.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace osaca {

struct ModelInfo {
  std::string name;
  std::string title;
  std::string isa;
  std::vector<std::string> aliases;
  std::string compiler_cpu; ///< the core in LLVM whose scheduling model supplies instruction forms that the model lacks
  bool own_figures = true; ///< false: all figures come from the model of a related core or from LLVM's scheduling model
  std::string
      relative; ///< the shipped model of the related core that supplies the figures; empty: no related core is used
  std::vector<std::pair<std::string, int>> forms_by_origin; ///< number of instruction forms by origin of their figures:
                                                            ///< ("measured", 120); strongest origin first
  std::vector<std::string> notes;
};

/// The shipped models.
[[nodiscard]] std::vector<ModelInfo> list_models();
/// CPUs without a model of their own that use a shipped one, because their core is the same or nearly the same.
[[nodiscard]] std::vector<ModelInfo> list_relatives();
/// CPUs that only LLVM's scheduling models describe.
[[nodiscard]] std::vector<ModelInfo> list_compiler_models();

/// A chip with several kinds of cores. Its names stand for the first of them.
struct ChipInfo {
  std::vector<std::string> names;
  std::string isa;
  std::vector<std::string> cores; ///< names that --arch accepts; the fastest kind first
};
[[nodiscard]] std::vector<ChipInfo> list_chips();

struct ModelDetails {
  ModelInfo info;
  std::vector<std::pair<std::string, std::string>> core; ///< properties of the core: ("reorder buffer", "512 entries")
};
/// Accepts every name that --arch accepts. Error: there is no such model.
[[nodiscard]] Expected<ModelDetails> model_details(const std::string &name);

/// The name of the instruction set of a core, as in ModelInfo; empty for "native" and for model files, which are not
/// read. Error: there is no such core.
[[nodiscard]] Expected<std::string> isa_of_arch(const std::string &name);

struct ModelCheck {
  std::optional<ModelInfo> model; ///< empty: the file cannot be used at all
  std::vector<Error> problems;    ///< each with its line
};
/// Reads and validates the user's model file at `path`, including the names of its instruction forms.
[[nodiscard]] ModelCheck check_own_model(const std::string &path);

} // namespace osaca
