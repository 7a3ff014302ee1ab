// What is known about which core.
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
  std::string compiler_cpu; ///< LLVM's core that stands in for missing forms
  bool own_figures = true;  ///< false: everything comes from a relative or the compiler's scheduling model
  std::string relative;     ///< the shipped model whose figures these are; empty: not those of a relative
  std::vector<std::pair<std::string, int>> forms_by_origin; ///< ("measured", 120), strongest origin first
  std::vector<std::string> notes;
};

/// The shipped models.
[[nodiscard]] std::vector<ModelInfo> list_models();
/// The CPUs without a model that a shipped one serves, because their core is the same or nearly so.
[[nodiscard]] std::vector<ModelInfo> list_relatives();
/// The CPUs that only LLVM's scheduling models describe.
[[nodiscard]] std::vector<ModelInfo> list_compiler_models();

struct ModelDetails {
  ModelInfo info;
  std::vector<std::pair<std::string, std::string>> core; ///< what it is made of: ("reorder buffer", "512 entries")
};
/// By any name that --arch takes.
[[nodiscard]] Expected<ModelDetails> model_details(const std::string &name);

struct ModelCheck {
  std::optional<ModelInfo> model; ///< if the file can be used at all
  std::vector<Error> problems;    ///< each with its line
};
/// Reads and validates a model file of a user's own, the names of its instruction forms included.
[[nodiscard]] ModelCheck check_own_model(const std::string &path);

} // namespace osaca
