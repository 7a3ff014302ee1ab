// The sizes of the caches: what the system reports, compared with the sizes at which walks get slower.
#pragma once

#include "measure/harness/machine_memory.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace osaca::measure::memory {

// The time per step as a function of the bytes that a walk covers, and where it rises because a cache or TLB is full.

struct SizePoint {
  std::int64_t bytes = 0;
  double cycles = 0;
  bool is_disturbed = false;
};

/// By ascending bytes.
using SizeCurve = std::vector<SizePoint>;

struct SizeKnee {
  std::int64_t last_before = 0; ///< the largest size that is still as fast as smaller ones
  std::int64_t first_after = 0;
  double low = 0;
  double high = 0;
};

/// The rises between `from` and `to`, each at least by the factor `ratio` within a few points. Slow rises over many
/// points are ignored.
[[nodiscard]] std::vector<SizeKnee> knees(const SizeCurve &curve, std::int64_t from, std::int64_t to, double ratio);

/// The capacity that is exhausted at the knee: the size at which half of the steps miss. For a circle of places that is
/// the capacity itself with LRU replacement, and 1.4 times the capacity with random replacement.
[[nodiscard]] std::int64_t size_at(const SizeCurve &curve, const SizeKnee &knee);

/// Powers of two and the sizes halfway between them.
[[nodiscard]] std::vector<std::int64_t> size_grid(std::int64_t from, std::int64_t to);

// The sizes of the caches: what the system reports, compared with the sizes at which walks get slower.

struct CacheSize {
  std::string name;                ///< "L1"
  std::int64_t reported_bytes = 0; ///< as reported by the system; 0: it reports none
  std::int64_t measured_bytes = 0; ///< 0: walks show no such cache
  std::int64_t usable_bytes = 0;   ///< walks stay equally fast up to this size
  int ways = 0;                    ///< as reported by the system; 0: it reports none
  int shared_by = 1;
  [[nodiscard]] bool agrees() const;
  /// The size to use: the system's, unless walks show a smaller one.
  [[nodiscard]] std::int64_t bytes() const;
};

struct SizeCurves {
  SizeCurve chase;           ///< random places in all of the memory
  SizeCurve chase_in_blocks; ///< for large sizes: few pages are in use at a time
  SizeCurve read;
};

/// The caches, from the nearest on. If the system reports none, the knees of the walks are taken for caches.
[[nodiscard]] std::vector<CacheSize> cache_sizes(const std::vector<ReportedCache> &told, const SizeCurves &curves);

} // namespace osaca::measure::memory
