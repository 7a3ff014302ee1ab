// Addresses as linear expressions over the values that registers have at the start of an iteration.
//
// The kernel is executed symbolically: `add $8, %rax` turns rax into rax0 + 8, anything unknown makes a fresh symbol. A
// register whose value at the end of the iteration is its own start value plus a constant is an induction variable, and
// that constant its step. Two accesses whose expressions have the same symbols differ by a known number of bytes, also
// across iterations; this finds `a[i-2]` as a dependency of distance 2.
#pragma once

#include "kernel/kernel.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace osaca {

struct AddressExpression {
  std::map<int, std::int64_t> terms; ///< symbol -> coefficient, no zeros
  std::int64_t offset = 0;
};

struct MemoryAccess {
  int instruction = 0;
  int operand = 0;
  bool reads = false;
  bool writes = false;
  int width_bytes = 0;
  AddressExpression address;
  std::string text;      ///< "8(rsp)" for messages
  bool comparable = true; ///< false: gather/scatter or unknown width
};

struct AddressAnalysis {
  std::vector<MemoryAccess> accesses;  ///< in program order
  std::map<int, std::int64_t> steps;   ///< symbol -> bytes per iteration, for induction variables and invariants (0)
};

[[nodiscard]] AddressAnalysis analyze_addresses(const Kernel &kernel);

/// The least number of iterations after which `load` reads a byte that `store` wrote: 0 if later in the same iteration.
/// Empty: never within `max_distance`, or not known.
[[nodiscard]] std::optional<int> forwarding_distance(const AddressAnalysis &analysis, const MemoryAccess &store,
                                                     const MemoryAccess &load, int max_distance);

} // namespace osaca
