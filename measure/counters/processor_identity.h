#pragma once

#include <string>
#include <string_view>

namespace osaca::measure {

/// A processor as it names itself.
struct ProcessorIdentity {
  std::string vendor;
  int family = 0;
  int model = 0;
};

/// Of this machine; empty: it does not say.
[[nodiscard]] ProcessorIdentity this_processor();
/// As /proc/cpuinfo has it, of the first processor there.
[[nodiscard]] ProcessorIdentity processor_in(std::string_view cpu_info);

} // namespace osaca::measure
