// Where the instructions of a loop lie in memory, as far as that is known before the program runs.
#pragma once

#include <cstdint>
#include <vector>

namespace osaca {

struct CodePlace {
  std::vector<std::uint64_t>
      addresses;             ///< of each instruction; before linking, within its section. Empty: nothing is known
  std::uint64_t modulus = 0; ///< the linker adds a multiple of it to them; 0: they are final

  [[nodiscard]] bool is_known() const { return !addresses.empty(); }
  [[nodiscard]] bool is_final() const { return is_known() && modulus == 0; }
};

} // namespace osaca
