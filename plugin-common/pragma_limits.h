// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many pragmas of a unit are looked at, and what is said of those that are not.
#pragma once

#include <cstddef>
#include <string>

namespace osaca::pragma_limits {

/// Far more than anybody writes by hand; a generated file may hold any number.
constexpr std::size_t most_per_unit = 10000;
constexpr std::size_t most_complaints = 100;
/// Of what follows `#pragma osaca analyze`. The driver reads less, and says so.
constexpr std::size_t most_text_bytes = 65536;

inline std::string too_many() {
  return "this unit has more than " + std::to_string(most_per_unit) + " pragmas; those from here on are not looked at";
}

/// About `#pragma osaca WORD`.
inline std::string complaint(const std::string &word) {
  if (word.empty())
    return "'#pragma osaca' is ignored; write '#pragma osaca analyze'";
  return "unknown '#pragma osaca " + word + "' is ignored; did you mean '#pragma osaca analyze'?";
}

/// About `!OSACA$ WORD` in Fortran; "$": the sentinel itself is written as `!$OSACA`.
inline std::string complaint_on_directive(const std::string &word) {
  if (word == "$")
    return "'!$OSACA' is ignored; write '!OSACA$ analyze'";
  if (word.empty())
    return "'!OSACA$' is ignored; write '!OSACA$ analyze'";
  return "unknown '!OSACA$ " + word + "' is ignored; did you mean '!OSACA$ analyze'?";
}

} // namespace osaca::pragma_limits
