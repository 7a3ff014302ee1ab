// What branches that are predicted wrongly cost a loop. Beside the prediction, not in it: how often a branch is
// predicted wrongly depends on the data and on what the core remembers, and a model knows neither.
#pragma once

#include "base/expected.h"

#include <optional>
#include <string_view>

namespace osaca {

struct Mispredictions {
  enum class Teller {
    user,   ///< said which part of the conditional branches is predicted wrongly
    profile ///< of a training run, which knows how often each branch is taken but not in which order: an estimate, for
            ///< branches whose ways come in no order
  };
  Teller teller = Teller::user;
  int branches = 0;         ///< conditional ones of an iteration on this path
  double rate = 0;          ///< mispredicted ones of them, 0 to 1
  double per_iteration = 0; ///< mispredicted branches
  std::optional<double>
      cycles_each; ///< in the mean; empty: the model does not say how long the core takes to begin again

  /// How much longer an iteration takes at most: what a core does meanwhile is not subtracted. Empty: see
  /// `cycles_each`.
  [[nodiscard]] std::optional<double> cycles() const {
    return cycles_each ? std::optional(per_iteration * *cycles_each) : std::nullopt;
  }
};

/// "3%", "0.03": 0 to 1. The error says what is expected.
[[nodiscard]] Expected<double> parse_misprediction_rate(std::string_view text);

} // namespace osaca
