// The mechanisms of a core that change a loop before its bounds are computed, as a list in the order of their
// application.
#pragma once

#include "analysis/bounds/prediction.h"

#include <span>
#include <string_view>

namespace osaca {

/// One step of prepare(). It has no effect on a core whose model lacks the field.
struct Mechanism {
  std::string_view name;        ///< as in docs/understand/mechanisms.md
  std::string_view model_field; ///< a key of models/reference.md; empty: applies to every core
  /// The reason for its position in the list: the steps that must come before it, and those that must come after it.
  std::string_view reason;
  void (*apply)(PreparedKernel &prepared, const PreparationOptions &options);
};

/// To add a mechanism, declare its function in analysis/graph/core_effects.h, describe its field in model/fields, and
/// add a row to this list and to docs/understand/mechanisms.md.
[[nodiscard]] std::span<const Mechanism> mechanisms();

} // namespace osaca
