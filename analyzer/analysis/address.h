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

/// Basic blocks without a context are read as the harness of the BHive suite runs them (Chen et al., IISWC 2019; so do
/// the measurements that blocks are compared with): all registers point to the same place in memory, the stack and the
/// frame pointer a little further, and memory is full of pointers to that place.
[[nodiscard]] AddressAnalysis analyze_addresses(const Kernel &kernel);

/// Bytes by which an access moves from one iteration to the next; empty: not known.
[[nodiscard]] std::optional<std::int64_t> step_bytes(const AddressAnalysis &analysis, const MemoryAccess &access);

/// Whether the load reads nothing but what the store wrote `distance` iterations before.
[[nodiscard]] bool is_covered(const AddressAnalysis &analysis, const MemoryAccess &store, const MemoryAccess &load,
                              int distance);

/// Whether all that the instruction does is to add a constant to a register.
[[nodiscard]] bool moves_by_constant(const Instruction &instruction);

/// The least number of iterations after which `load` reads a byte that `store` wrote: 0 if later in the same iteration.
/// Empty: never within `max_distance`, or not known.
[[nodiscard]] std::optional<int> forwarding_distance(const AddressAnalysis &analysis, const MemoryAccess &store,
                                                     const MemoryAccess &load, int max_distance);

} // namespace osaca
