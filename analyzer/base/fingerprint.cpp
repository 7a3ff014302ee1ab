#include "base/fingerprint.h"

namespace osaca {

Fingerprint fingerprint_of(std::string_view content) { return Fingerprint{0xcbf29ce484222325U}.followed_by(content); }

Fingerprint Fingerprint::followed_by(std::string_view more) const {
  std::uint64_t hash = value;
  for (const char c : more) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3U;
  }
  return {hash};
}

Fingerprint Fingerprint::followed_by(const std::optional<Fingerprint> &other) const {
  if (!other)
    return *this;
  const std::array<char, fingerprint_digits> text = other->digits();
  return followed_by(std::string_view(text.data(), text.size()));
}

std::array<char, fingerprint_digits> Fingerprint::digits() const {
  constexpr std::string_view names = "0123456789abcdef";
  std::array<char, fingerprint_digits> out{};
  std::uint64_t rest = value;
  for (std::size_t i = out.size(); i-- > 0; rest >>= 4U)
    out[i] = names[rest & 15U];
  return out;
}

} // namespace osaca
