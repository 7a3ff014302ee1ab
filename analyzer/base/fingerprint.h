// Fingerprints of contents. Unlike std::hash, they are the same on every machine and in every version of OSACA.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace osaca {

constexpr std::size_t fingerprint_digits = 16;

struct Fingerprint {
  std::uint64_t value = 0;

  /// Hexadecimal.
  [[nodiscard]] std::array<char, fingerprint_digits> digits() const;
  [[nodiscard]] std::string text() const {
    const std::array<char, fingerprint_digits> all = digits();
    return {all.data(), all.size()};
  }
  /// Of the same content followed by `more`.
  [[nodiscard]] Fingerprint followed_by(std::string_view more) const;
  /// Followed by the text of the other one; by nothing if there is no other one.
  [[nodiscard]] Fingerprint followed_by(const std::optional<Fingerprint> &other) const;

  friend auto operator<=>(const Fingerprint &, const Fingerprint &) = default;
};

/// 64-bit FNV-1a (Fowler, Noll, Vo; draft-eastlake-fnv). Not resistant to attackers.
[[nodiscard]] Fingerprint fingerprint_of(std::string_view content);

} // namespace osaca
