// Addresses as linear expressions over the values that registers have at the start of an iteration.
//
// The kernel is executed symbolically: `add $8, %rax` turns rax into rax0 + 8, anything unknown makes a fresh symbol. A
// register whose value at the end of the iteration is its own start value plus a constant is an induction variable, and
// that constant its step. Two accesses whose expressions have the same symbols differ by a known number of bytes, also
// across iterations; this finds `a[i-2]` as a dependency of distance 2.
#pragma once

#include "analysis/bind/costed_kernel.h"

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

namespace osaca {

/// Symbols with their coefficients, in ascending order and none zero. An address has four at most: of its base, index,
/// segment and name.
class AddressTerms {
public:
  struct Term {
    int symbol = 0;
    std::int64_t coefficient = 0;
    friend auto operator<=>(const Term &, const Term &) = default;
  };
  void add(int symbol, std::int64_t coefficient);

  [[nodiscard]] const Term *begin() const { return terms_.data(); }
  [[nodiscard]] const Term *end() const { return terms_.data() + count_; }

  friend auto operator<=>(const AddressTerms &, const AddressTerms &) = default;

private:
  std::array<Term, 4> terms_{};
  std::size_t count_ = 0;
};

struct AddressExpression {
  AddressTerms terms;
  std::int64_t offset = 0;
};

/// A part of an address that changes in an unknown way, but takes few values.
struct MaskedTerm {
  AddressTerms::Term term;
  std::int64_t mask = 0;
};

struct MemoryAccess {
  int instruction = 0;
  int operand = 0;
  const CostedAddress *memory = nullptr; ///< of the kernel that was analysed
  bool reads = false;
  bool writes = false;
  int width_bytes = 0;
  bool comparable = true; ///< false: gather/scatter or unknown width
  AddressExpression address;
  /// Its offset counts from the beginning of a cache line: in blocks without a context; of thread-local data there, too.
  bool from_a_line = false;
  std::optional<std::int64_t> step_bytes; ///< by which it moves from one iteration to the next; empty: not known
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
