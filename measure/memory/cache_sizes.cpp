#include "measure/memory/cache_sizes.h"

#include "base/format.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace osaca::measure::memory {

namespace {

constexpr double slope = 1.12; // from point to point; a smaller ratio is a slow rise

} // namespace

std::vector<SizeKnee> knees(const SizeCurve &curve, std::int64_t from, std::int64_t to, double ratio) {
  std::vector<SizeKnee> found;
  for (std::size_t i = 0; i + 1 < curve.size(); ++i) {
    if (curve[i].bytes < from || curve[i + 1].bytes > to || curve[i + 1].cycles < slope * curve[i].cycles)
      continue;
    std::size_t end = i + 1;
    while (end + 1 < curve.size() && curve[end + 1].bytes <= to && curve[end + 1].cycles >= slope * curve[end].cycles)
      ++end;
    if (curve[end].cycles >= ratio * curve[i].cycles)
      found.push_back({curve[i].bytes, curve[end].bytes, curve[i].cycles, curve[end].cycles});
    i = end;
  }
  return found;
}

std::int64_t size_at(const SizeCurve &curve, const SizeKnee &knee) {
  const double middle = (knee.low + knee.high) / 2;
  for (std::size_t i = 1; i < curve.size(); ++i) {
    const SizePoint &before = curve[i - 1];
    if (before.bytes < knee.last_before || curve[i].cycles < middle)
      continue;
    const double part = (middle - before.cycles) / (curve[i].cycles - before.cycles);
    const double octaves = std::log2(static_cast<double>(curve[i].bytes) / static_cast<double>(before.bytes));
    return static_cast<std::int64_t>(static_cast<double>(before.bytes) * std::exp2(part * octaves));
  }
  return knee.first_after;
}

std::vector<std::int64_t> size_grid(std::int64_t from, std::int64_t to) {
  std::vector<std::int64_t> sizes;
  for (std::int64_t size = from; size <= to; size *= 2) {
    sizes.push_back(size);
    if (size + size / 2 <= to)
      sizes.push_back(size + size / 2);
  }
  return sizes;
}

namespace {

constexpr double as_large = 0.8; // in octaves; lines of small pages share sets long before a cache is full
constexpr double rises_of_chase = 1.5;
constexpr double rises_of_reads = 1.3;
constexpr std::int64_t everything = std::numeric_limits<std::int64_t>::max();

double octaves_between(std::int64_t a, std::int64_t b) {
  return std::abs(std::log2(static_cast<double>(a) / static_cast<double>(b)));
}

/// The knee nearest to the reported size of a cache; if none is near, the first one.
std::optional<SizeKnee> knee_for(const std::vector<SizeKnee> &all, const SizeCurve &curve, std::int64_t told) {
  const auto nearest = std::ranges::min_element(all, [&](const SizeKnee &a, const SizeKnee &b) {
    return octaves_between(size_at(curve, a), told) < octaves_between(size_at(curve, b), told);
  });
  if (nearest == all.end())
    return std::nullopt;
  return octaves_between(size_at(curve, *nearest), told) <= as_large ? *nearest : all.front();
}

void measure_by(CacheSize &size, const SizeCurve &curve, std::int64_t from, double ratio) {
  const std::optional<SizeKnee> knee = knee_for(knees(curve, from, everything, ratio), curve, size.reported_bytes);
  if (!knee)
    return;
  const std::int64_t measured = size_at(curve, *knee);
  // Of two curves, the one that rises first shows the usable size.
  if (size.measured_bytes != 0 && measured >= size.measured_bytes)
    return;
  size.measured_bytes = measured;
  size.usable_bytes = knee->last_before;
}

/// Treats each knee as a cache: the first, the second, and so on.
std::vector<CacheSize> sizes_of_knees(const SizeCurve &curve) {
  std::vector<CacheSize> found;
  for (const SizeKnee &knee : knees(curve, 0, everything, rises_of_chase)) {
    CacheSize size;
    size.name = format_text("L{}", found.size() + 1);
    size.measured_bytes = size_at(curve, knee);
    size.usable_bytes = knee.last_before;
    found.push_back(std::move(size));
  }
  return found;
}

} // namespace

bool CacheSize::agrees() const {
  return reported_bytes > 0 && measured_bytes > 0 && octaves_between(reported_bytes, measured_bytes) <= as_large;
}

std::int64_t CacheSize::bytes() const {
  if (agrees() || measured_bytes == 0)
    return reported_bytes;
  return reported_bytes == 0 ? measured_bytes : std::min(reported_bytes, usable_bytes);
}

std::vector<CacheSize> cache_sizes(const std::vector<ReportedCache> &told, const SizeCurves &curves) {
  if (told.empty())
    return sizes_of_knees(curves.chase);
  std::vector<CacheSize> found;
  std::int64_t nearer = 0;
  for (const ReportedCache &cache : told) {
    CacheSize size;
    size.name = format_text("L{}", cache.level);
    size.reported_bytes = cache.bytes;
    size.ways = cache.ways;
    size.shared_by = cache.shared_by;
    if (cache.level <= 2) {
      measure_by(size, curves.chase, nearer, rises_of_chase);
    } else {
      // Walks over many pages also get slower because of TLB misses.
      measure_by(size, curves.chase_in_blocks, 2 * nearer, rises_of_chase);
      measure_by(size, curves.read, 2 * nearer, rises_of_reads);
    }
    nearer = 2 * cache.bytes;
    found.push_back(std::move(size));
  }
  return found;
}

} // namespace osaca::measure::memory
