// What x86's conversion instructions convert, from their names.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace osaca::measure {

struct Conversion {
  std::string mnemonic; ///< in upper case, as the following ones
  bool is_vex = false;
  bool truncates = false;
  std::string from; ///< "PD", "UDQ", "SI"
  std::string to;
};

/// "VCVTTPD2UDQ"; empty: no conversion.
[[nodiscard]] std::optional<Conversion> conversion_of(std::string_view mnemonic);

/// Bytes of an element in a vector of this type; 0: it is no vector.
[[nodiscard]] int element_bytes(std::string_view type);

/// The bits of the register for elements of `bytes`, if the wider one of source and result has `bits`.
[[nodiscard]] constexpr int register_bits(int bits, int bytes, int other_bytes) {
  const int needed = bits * bytes / (bytes > other_bytes ? bytes : other_bytes);
  return needed < 128 ? 128 : needed;
}

} // namespace osaca::measure
