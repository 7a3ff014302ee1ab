#pragma once

#include <string>

namespace osaca::measure {

/// Two events that cannot be counted together: one filter serves both, say.
struct ExclusivePair {
  std::string first;
  std::string second;
  std::string reason;
};

} // namespace osaca::measure
