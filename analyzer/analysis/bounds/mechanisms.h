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
  std::string_view reason;      ///< for its position: what it needs from earlier steps, and what it must not see
  void (*apply)(PreparedKernel &prepared, const DependencyOptions &options);
};

/// To add a mechanism, declare its function in analysis/graph/core_effects.h, describe its field in model/fields, and
/// add a row to this list and to the page.
[[nodiscard]] std::span<const Mechanism> mechanisms();

} // namespace osaca
