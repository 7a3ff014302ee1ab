#include "measure/memory/size_curve.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure::memory {
namespace {

constexpr double slope = 1.12; // from point to point: less is a slow rise

} // namespace

std::optional<double> value_at(const SizeCurve &curve, std::int64_t bytes) {
  if (curve.empty())
    return std::nullopt;
  const auto behind = std::ranges::find_if(curve, [bytes](const SizePoint &point) { return point.bytes >= bytes; });
  if (behind == curve.end())
    return curve.back().cycles;
  if (behind == curve.begin() || behind->bytes == bytes)
    return behind->cycles;
  const SizePoint &before = *(behind - 1);
  const double part = std::log(static_cast<double>(bytes) / static_cast<double>(before.bytes)) /
                      std::log(static_cast<double>(behind->bytes) / static_cast<double>(before.bytes));
  return before.cycles + part * (behind->cycles - before.cycles);
}

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
  return knee.first_behind;
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

} // namespace osaca::measure::memory
