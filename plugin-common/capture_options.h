// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the compiler was told when it made a function: those facts that advice about its loops depends on. Empty:
// unknown.
#pragma once

#include <optional>

namespace osaca::capture {

struct Options {
  std::optional<int> level;               ///< of optimisation, 0 to 3
  std::optional<bool> vectorises;         ///< the loop vectoriser is on
  std::optional<bool> vectorises_cheaply; ///< but goes ahead only where that needs hardly more code
  std::optional<bool> unrolls;
  std::optional<bool> reassociates; ///< floating point may be computed in another order
  std::optional<bool> contracts;    ///< products and sums of several expressions may be fused
  std::optional<bool> takes_reciprocals;
  std::optional<bool> sets_errno;
  std::optional<bool> finite_only;
  std::optional<bool> has_fused;            ///< the target has a fused multiply-add
  std::optional<int> preferred_vector_bits; ///< 0: no preference
  std::optional<int> widest_vector_bits;
};

} // namespace osaca::capture
