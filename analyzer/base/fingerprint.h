// Fingerprints of contents. Unlike std::hash, they are the same on every machine and in every version of OSACA.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace osaca {

constexpr std::size_t fingerprint_digits = 16;

/// 16 hexadecimal digits: 64-bit FNV-1a (Fowler, Noll, Vo; draft-eastlake-fnv). Not resistant to attackers.
[[nodiscard]] std::string fingerprint_of(std::string_view content);

} // namespace osaca
