// Where the code of an assembly text comes to lie, as far as its alignment directives tell.
#pragma once

#include <cstdint>
#include <optional>

namespace osaca {

class TextPlace {
public:
  /// Bytes in front so that what follows is aligned, unless that takes more than `most_bytes` (0: it may take any).
  void align(std::uint64_t to, std::uint64_t most_bytes) {
    const std::uint64_t padding = (to - address_ % to) % to;
    if (to <= modulus_)
      address_ += most_bytes == 0 || padding <= most_bytes ? padding : 0;
    else if (most_bytes == 0 || most_bytes >= to - 1)
      address_ = 0, modulus_ = to;
    else
      lose();
  }

  void pass(std::uint64_t bytes) { address_ += bytes; }

  /// What comes next is of a length that nobody knows.
  void lose() { address_ = 0, modulus_ = 1; }

  [[nodiscard]] std::uint64_t address() const { return address_; }
  /// What it is known modulo; empty: not at all.
  [[nodiscard]] std::optional<std::uint64_t> modulus() const {
    return modulus_ > 1 ? std::optional(modulus_) : std::nullopt;
  }

private:
  std::uint64_t address_ = 0;
  std::uint64_t modulus_ = 1; ///< a power of two
};

} // namespace osaca
