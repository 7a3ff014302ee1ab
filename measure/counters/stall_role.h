// What an event of cycles is wanted for when a program's time is taken apart.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace osaca::measure {

enum class StallRole : std::uint8_t {
  cycles,         ///< all of them
  pending_misses, ///< nothing was executed while a load that missed L1 was pending
  store_buffer,   ///< it was full
  fill_buffers,   ///< all were in use ...
  super_queue     ///< ... or those behind them
};

constexpr std::array<StallRole, 5> all_stall_roles = {StallRole::cycles, StallRole::pending_misses,
                                                      StallRole::store_buffer, StallRole::fill_buffers,
                                                      StallRole::super_queue};

[[nodiscard]] std::string_view name_of(StallRole role);
[[nodiscard]] std::optional<StallRole> stall_role_named(std::string_view name);

} // namespace osaca::measure
