// From a general register to a vector register and back: any chain that leaves one kind must come back, so that only
// the sum of both ways can be measured.
#pragma once

#include "measure/core_probes/evidence.h"

#include <optional>

namespace osaca::measure::core_probes {

/// Half of the way there and back, which is an assumption.
[[nodiscard]] inline std::optional<double> half_round_trip(Evidence &evidence) {
  const auto both = evidence.time(straight("vmovq %rax, %xmm0\nvmovq %xmm0, %rax"));
  return both ? std::optional(*both / 2) : std::nullopt;
}

constexpr const char *split_note =
    "; less half of the way to a vector register and back, as chains always go both ways";

} // namespace osaca::measure::core_probes
