// The instructions of a loop as a whole: what kind of work they do, and at which addresses they are.
#pragma once

#include <cstdint>
#include <vector>

namespace osaca {

// The work that the instructions of a loop do, as counts.

struct CodeMix {
  int instructions = 0;
  int calls = 0;
  int branches = 0;   ///< conditional branches, except the one that closes the loop
  int arithmetic = 0; ///< on floating point and on packed integers
  int loads = 0;
  int strided_accesses = 0; ///< loads and stores whose address changes by the same distance in each iteration
  int narrow_accesses = 0;  ///< of one or two bytes
};

// The addresses of a loop's instructions, as far as they are known before the program runs.

struct CodePlace {
  std::vector<std::uint64_t>
      addresses;             ///< of each instruction; before linking, relative to the section. Empty: unknown
  std::uint64_t modulus = 0; ///< the linker adds a multiple of it to the addresses; 0: the addresses are final

  [[nodiscard]] bool is_known() const { return !addresses.empty(); }
  [[nodiscard]] bool is_final() const { return is_known() && modulus == 0; }

  /// The same code, moved so that its first instruction is at a multiple of `boundary` bytes, a power of two.
  [[nodiscard]] CodePlace beginning_at(std::uint64_t boundary) const {
    constexpr std::uint64_t far_above_zero = std::uint64_t{1} << 40; // other instructions may be before the first
    CodePlace moved{addresses, boundary};
    for (std::uint64_t &address : moved.addresses)
      address = address - addresses.front() + far_above_zero;
    return moved;
  }
};

} // namespace osaca
