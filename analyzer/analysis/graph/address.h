// Where a loop's accesses go: addresses as linear expressions over the values that registers have at the start of an
// iteration (symbolic_registers.h).
//
// Two accesses whose expressions have the same symbols differ by a known number of bytes, and where their step is known
// also across iterations; this finds `a[i-2]` as a dependency of distance 2.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/graph/linear_expression.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace osaca {

/// A part of an address that changes in an unknown way, but takes few values.
struct MaskedTerm {
  LinearTerms::Term term;
  std::int64_t mask = 0;
};

/// A step that no iteration changes, but that is no number: bytes + factor times what `of` is.
struct EvenStep {
  enum class Of : std::uint8_t {
    reg,           ///< what a register holds
    vector_length, ///< an eighth of it
    other
  };
  Of of = Of::other;
  std::uint16_t unit = 0; ///< of the register
  std::int64_t factor = 0;
  std::int64_t bytes = 0;
  friend bool operator==(const EvenStep &, const EvenStep &) = default;
};

struct MemoryAccess {
  int instruction = 0;
  int operand = 0;
  const CostedAddress *memory = nullptr; ///< of the kernel that was analysed
  bool reads = false;
  bool writes = false;
  int width_bytes = 0;
  bool comparable = true; ///< false: gather/scatter or unknown width
  LinearExpression address;
  /// Its offset counts from the beginning of a cache line: in blocks without a context; of thread-local data there,
  /// too.
  bool from_a_line = false;
  std::optional<std::int64_t> step_bytes; ///< by which it moves from one iteration to the next; empty: not known
  std::optional<EvenStep> even_step;      ///< where it is no number, but always the same
  /// The only part of its address that changes, if no other bits are set in it than in a mask.
  std::optional<MaskedTerm> masked;
};

struct AddressAnalysis {
  std::vector<MemoryAccess> accesses; ///< in program order
};

/// Basic blocks without a context are read as the harness of the BHive suite runs them (Chen et al., IISWC 2019; so do
/// the measurements that blocks are compared with): all registers point to the same place in memory, the stack and the
/// frame pointer a little further, and memory is full of pointers to that place.
[[nodiscard]] AddressAnalysis analyze_addresses(const CostedKernel &kernel);

/// Whether the load reads nothing but what the store wrote `distance` iterations before.
[[nodiscard]] bool is_covered(const MemoryAccess &store, const MemoryAccess &load, int distance);

/// Whether the load's first byte is the one that the store wrote first `distance` iterations before.
[[nodiscard]] bool begin_together(const MemoryAccess &store, const MemoryAccess &load, int distance);

} // namespace osaca
