#include "measure/core_probes/calm_timing.h"

#include "measure/core_probes/slot_cost.h"

#include <algorithm>

namespace osaca::measure::core_probes {

CalmTiming::CalmTiming(Evidence &evidence) : evidence_(evidence), slot_cycles_(core_probes::slot_cycles(evidence)) {}

bool CalmTiming::is_calm() {
  constexpr double surely_calm = 1.06;
  const auto slot = evidence_.time(straight("nopl 512(%rax,%rax)"));
  if (!slot)
    return false;
  const bool calm = *slot <= surely_calm * slot_cycles_;
  slot_cycles_ = std::min(slot_cycles_, *slot);
  return calm;
}

std::optional<double> CalmTiming::time(const ProbeCode &code) {
  constexpr int wanted = 2;
  constexpr int attempts = 40;
  std::optional<double> least;
  int calm = 0;
  for (int i = 0; i < attempts && calm < wanted; ++i) {
    const bool before = was_calm_ || is_calm();
    const auto cycles = evidence_.time(code);
    if (!cycles)
      return std::nullopt;
    was_calm_ = is_calm();
    if (!before || !was_calm_)
      continue;
    ++calm;
    least = least ? std::min(*least, *cycles) : cycles;
  }
  was_crowded_ = was_crowded_ || !least;
  return least;
}

} // namespace osaca::measure::core_probes
