// Pairs of a store and a load that reads what the store wrote or a part of it, as code that forms a chain.
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
  int offset = 0;            ///< of the load, relative to the store
  bool crosses_line = false; ///< the store crosses a cache line
  [[nodiscard]] bool is_contained() const { return offset >= 0 && offset + load.bytes <= store.bytes; }
  [[nodiscard]] bool changes_kind() const { return store.is_vector != load.is_vector; }
};

/// All widths with all widths; the load is at the beginning, at the end, in the middle, or across the end of the stored
/// bytes.
[[nodiscard]] std::vector<ForwardingCase> forwarding_cases();

/// "forwarding.general_64_to_general_32.at_4.crossing"
[[nodiscard]] std::string name_of(const ForwardingCase &pair);

struct ForwardingCode {
  std::string store;  ///< its address is in rdi
  std::string load;   ///< its address is in rsi, another register with the same value
  std::string chain;  ///< the store and the load, and a move between kinds of registers if one is necessary
  std::string before; ///< sets both addresses
};
[[nodiscard]] ForwardingCode code_of(const ForwardingCase &pair);

} // namespace osaca::measure::core_probes
