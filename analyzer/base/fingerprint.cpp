#include "base/fingerprint.h"

#include "base/index.h"

#include <cstdint>

namespace osaca {

std::string fingerprint_of(std::string_view content) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : content) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3U;
  }
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out(16, '0');
  for (int i = 15; i >= 0; --i, hash >>= 4U)
    out[at(i)] = digits[hash & 15U];
  return out;
}

} // namespace osaca
