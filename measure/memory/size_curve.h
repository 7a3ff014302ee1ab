// Time per step by the bytes that a walk covers, and where it rises because something is full.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace osaca::measure::memory {

struct SizePoint {
  std::int64_t bytes = 0;
  double cycles = 0;
  bool is_disturbed = false;
};

/// By ascending bytes.
using SizeCurve = std::vector<SizePoint>;

/// At a size between two points: between their values, over the logarithm of the size. Outside: that of the nearest
/// point.
[[nodiscard]] std::optional<double> value_at(const SizeCurve &curve, std::int64_t bytes);

struct SizeKnee {
  std::int64_t last_before = 0; ///< the largest size that is still as fast as smaller ones
  std::int64_t first_behind = 0;
  double low = 0;
  double high = 0;
};

/// The rises between `from` and `to`, each at least by `ratio` over few points. Slow rises, over many points, are none.
[[nodiscard]] std::vector<SizeKnee> knees(const SizeCurve &curve, std::int64_t from, std::int64_t to, double ratio);

/// The size of what is full at the knee: where half of the steps miss it. In a circle of places that is the size itself
/// if the oldest line is replaced, and 1.4 times as much if any is.
[[nodiscard]] std::int64_t size_at(const SizeCurve &curve, const SizeKnee &knee);

/// Powers of two and what lies in the middle of them.
[[nodiscard]] std::vector<std::int64_t> size_grid(std::int64_t from, std::int64_t to);

} // namespace osaca::measure::memory
