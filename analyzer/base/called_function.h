// How the analysis treats the calls of a loop.
#pragma once

namespace osaca {

/// What is known about a call.
enum class CallStatus {
  followed,      ///< the callee's instructions are part of the loop's path
  measured,      ///< the callee is not in the input, and its cost is known from a table
  indirect,      ///< called through a pointer or a table
  elsewhere,     ///< the callee is not in the input
  recursive,     ///< the callee is being executed already
  has_loop,      ///< the callee contains a loop whose trip count is unknown
  too_deep,      ///< calls are nested more deeply than the analysis follows
  too_large,     ///< the callees have more instructions than the analysis follows
  not_returning, ///< no path through the callee returns
  too_long       ///< the tables of calls have no figures for so many bytes
};

/// Whether the input contains the callee.
[[nodiscard]] constexpr bool is_in_input(CallStatus status) {
  switch (status) {
  case CallStatus::followed:
  case CallStatus::recursive:
  case CallStatus::has_loop:
  case CallStatus::too_deep:
  case CallStatus::too_large:
  case CallStatus::not_returning: return true;
  case CallStatus::measured:
  case CallStatus::indirect:
  case CallStatus::elsewhere:
  case CallStatus::too_long: return false;
  }
  return false;
}

/// Whether the prediction contains the cost of the call.
[[nodiscard]] constexpr bool is_known(CallStatus status) {
  return status == CallStatus::followed || status == CallStatus::measured;
}

} // namespace osaca
