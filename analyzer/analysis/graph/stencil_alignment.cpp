#include "analysis/graph/stencil_alignment.h"

#include <algorithm>
#include <optional>

namespace osaca {
namespace {

constexpr int narrowest_vector_bytes = 16;

bool is_moving_vector_load(const MemoryAccess &access) {
  return access.reads && access.comparable && access.width_bytes >= narrowest_vector_bytes &&
         access.step_bytes.value_or(0) != 0 && *access.step_bytes % access.width_bytes == 0;
}

bool is_off(const MemoryAccess &access) { return access.address.offset % access.width_bytes != 0; }

/// Of the first load that is off its width.
std::optional<std::int64_t> bytes_off(const AddressAnalysis &addresses, int line_bytes) {
  for (const MemoryAccess &access : addresses.accesses)
    if (is_moving_vector_load(access) && is_off(access))
      return (access.address.offset % line_bytes + line_bytes) % line_bytes;
  return std::nullopt;
}

} // namespace

std::vector<std::int64_t> stencil_shifts(const CostedKernel &kernel, const AddressAnalysis &addresses, int line_bytes) {
  std::vector<std::int64_t> shifts(addresses.accesses.size());
  if (kernel.region == RegionKind::block)
    return shifts;
  const std::optional<std::int64_t> off = bytes_off(addresses, line_bytes);
  if (!off)
    return shifts;
  for (std::size_t a = 0; a < shifts.size(); ++a) {
    const MemoryAccess &access = addresses.accesses[a];
    const bool is_placed = std::ranges::any_of(addresses.accesses, [&](const MemoryAccess &other) {
      return is_moving_vector_load(other) && is_off(other) && other.address.terms == access.address.terms;
    });
    if (is_moving_vector_load(access) && !is_placed)
      shifts[a] = *off;
  }
  return shifts;
}

} // namespace osaca
