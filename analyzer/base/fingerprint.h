// Names for contents: the same on every machine and in every version of ours, which std::hash does not promise.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace osaca {

constexpr std::size_t fingerprint_digits = 16;

/// 16 hexadecimal digits: FNV-1a of 64 bits (Fowler, Noll, Vo; draft-eastlake-fnv). Not against attackers.
[[nodiscard]] std::string fingerprint_of(std::string_view content);

} // namespace osaca
