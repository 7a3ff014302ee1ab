// Fingerprints of contents. Unlike std::hash, they are the same on every machine and in every version of OSACA.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace osaca {

constexpr std::size_t fingerprint_digits = 16;

struct Fingerprint {
  std::uint64_t value = 0;

  /// 16 hexadecimal digits.
  [[nodiscard]] std::string text() const;
  /// Of the same content followed by `more`.
  [[nodiscard]] Fingerprint followed_by(std::string_view more) const;

  friend auto operator<=>(const Fingerprint &, const Fingerprint &) = default;
};

/// 64-bit FNV-1a (Fowler, Noll, Vo; draft-eastlake-fnv). Not resistant to attackers.
[[nodiscard]] Fingerprint fingerprint_of(std::string_view content);

} // namespace osaca
