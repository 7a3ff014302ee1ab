#include "measure/counters/stall_role.h"

#include <algorithm>

namespace osaca::measure {

std::string_view name_of(StallRole role) {
  switch (role) {
  case StallRole::cycles: return "cycles";
  case StallRole::pending_misses: return "pending_misses";
  case StallRole::store_buffer: return "store_buffer";
  case StallRole::fill_buffers: return "fill_buffers";
  case StallRole::super_queue: break;
  }
  return "super_queue";
}

std::optional<StallRole> stall_role_named(std::string_view name) {
  const auto found = std::ranges::find_if(all_stall_roles, [name](StallRole role) { return name_of(role) == name; });
  return found == all_stall_roles.end() ? std::nullopt : std::optional(*found);
}

} // namespace osaca::measure
