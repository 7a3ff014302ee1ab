#include "measure/harness/level_footprints.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure::memory {
namespace {

constexpr std::int64_t memory_if_no_cache_is_known = 256 << 20;
constexpr std::int64_t times_the_largest = 4;

} // namespace

std::vector<Footprint> level_footprints(const std::vector<KnownCache> &caches, std::int64_t most_bytes) {
  std::vector<Footprint> found;
  std::int64_t nearer = 0;
  std::int64_t largest = memory_if_no_cache_is_known / times_the_largest;
  for (const KnownCache &cache : caches) {
    if (cache.bytes <= nearer)
      continue;
    const auto middle =
        static_cast<std::int64_t>(std::sqrt(static_cast<double>(nearer) * static_cast<double>(cache.bytes)));
    found.push_back({cache.name, nearer == 0 ? cache.bytes / 2 : middle, ""});
    nearer = cache.bytes;
    largest = std::max({largest, cache.bytes, cache.largest_bytes});
  }
  const std::int64_t wanted = times_the_largest * largest;
  Footprint memory = {"MEM", std::min(wanted, most_bytes), ""};
  if (memory.bytes < wanted)
    memory.shortage = "four times the largest cache would be more than this machine has to spare";
  found.push_back(std::move(memory));
  return found;
}

} // namespace osaca::measure::memory
