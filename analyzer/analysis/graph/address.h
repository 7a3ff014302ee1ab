// Sums of symbols times numbers, and a number: what registers hold and addresses are, as far as that is known.
#pragma once

#include "analysis/bind/costed_kernel.h"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace osaca {

/// Symbols with their coefficients, in ascending order and none zero.
class LinearTerms {
public:
  struct Term {
    int symbol = 0;
    std::int64_t coefficient = 0;
    friend auto operator<=>(const Term &, const Term &) = default;
  };
  [[nodiscard]] static LinearTerms of(int symbol) {
    LinearTerms made;
    made.terms_[0] = {symbol, 1};
    made.count_ = 1;
    return made;
  }
  /// False: there is no room for it, or the coefficient becomes too large.
  [[nodiscard]] bool add(int symbol, std::int64_t coefficient);
  void remove(int symbol);

  [[nodiscard]] const Term *begin() const { return terms_.data(); }
  [[nodiscard]] const Term *end() const { return terms_.data() + count_; }
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] std::int64_t coefficient_of(int symbol) const;

  friend auto operator<=>(const LinearTerms &, const LinearTerms &) = default;

private:
  std::array<Term, 5> terms_{}; ///< an address has a base, an index, a segment and a name; more are given up
  std::size_t count_ = 0;
};

struct LinearExpression {
  LinearTerms terms;
  std::int64_t offset = 0;

  [[nodiscard]] static LinearExpression of(int symbol) { return {LinearTerms::of(symbol), 0}; }
  /// Adds the other one times `factor`. False: the sum does not fit, and what this holds means nothing any more.
  [[nodiscard]] bool add(const LinearExpression &other, std::int64_t factor);
  [[nodiscard]] bool add_number(std::int64_t number);
  /// Halves it `by` times. False: it is no such multiple, and is unchanged.
  [[nodiscard]] bool shift_right(int by);
  [[nodiscard]] bool is_number() const { return terms.empty(); }
  [[nodiscard]] bool is_zero() const { return terms.empty() && offset == 0; }
  friend bool operator==(const LinearExpression &, const LinearExpression &) = default;
};

// Where a loop's accesses go: addresses as linear expressions over the values that registers have at the start of an
// iteration (symbolic_registers.h).
//
// Two accesses whose expressions have the same symbols differ by a known number of bytes, and where their step is known
// also across iterations; this finds `a[i-2]` as a dependency of distance 2.

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
