// Pairs of a store and a load of (part of) what it wrote, as code that is a chain.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace osaca::measure::core_probes {

struct AccessWidth {
  int bytes = 8;
  bool is_vector = false;
};

/// "general 64", "xmm"
[[nodiscard]] std::string name_of(const AccessWidth &width);
[[nodiscard]] std::vector<AccessWidth> access_widths();

struct ForwardingCase {
  AccessWidth store;
  AccessWidth load;
  int offset = 0;            ///< of the load, from the store
  bool crosses_line = false; ///< the store does
  [[nodiscard]] bool is_contained() const { return offset >= 0 && offset + load.bytes <= store.bytes; }
  [[nodiscard]] bool changes_kind() const { return store.is_vector != load.is_vector; }
};

/// All widths against all; loads at the beginning, at the end, in the middle and over the end of what was stored.
[[nodiscard]] std::vector<ForwardingCase> forwarding_cases();

/// "forwarding.general_64_to_general_32.at_4.crossing"
[[nodiscard]] std::string name_of(const ForwardingCase &pair);

struct ForwardingCode {
  std::string store;  ///< through rdi
  std::string load;   ///< through rsi, another register with the same address
  std::string chain;  ///< the two, and a move between kinds of registers if there must be one
  std::string before; ///< sets both addresses
};
[[nodiscard]] ForwardingCode code_of(const ForwardingCase &pair);

} // namespace osaca::measure::core_probes
