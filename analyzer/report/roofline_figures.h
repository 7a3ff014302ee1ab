// Figures that follow from a loop's operations, its cycles and its memory traffic.
#pragma once

#include "report/report.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca {

/// Floating-point operations per cycle as predicted. Empty: the report has no roofline, or the prediction is zero
/// cycles.
[[nodiscard]] std::optional<double> operations_per_cycle(const KernelReport &kernel);
/// In 10^9 per second. Empty: the clock is not known, either.
[[nodiscard]] std::optional<double> giga_operations_per_second(const KernelReport &kernel);
/// From 0 to 1, and above 1 if additions and multiplications use more ports than the best instruction alone. Empty: the
/// peak is not known, either.
[[nodiscard]] std::optional<double> share_of_peak(const KernelReport &kernel);

/// A loop whose data come from one level, compared with what the transfers from that level allow.
struct LevelRoof {
  std::string level;
  double operations_per_byte = 0;  ///< of the bytes that move between this level and the next one towards the core
  double bytes_per_cycle = 0;      ///< of these transfers
  double operations_per_cycle = 0; ///< as predicted with the data in this level
};

/// The levels after the first one, without those whose traffic is not known or is none.
[[nodiscard]] std::vector<LevelRoof> level_roofs(const KernelReport &kernel);

} // namespace osaca
