// Linear expressions: sums of symbols times numbers, plus a number. They describe the values of registers and
// addresses, as far as these are known.
#pragma once

#include "analysis/bind/costed_kernel.h"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace osaca {

/// Symbols with their coefficients, in ascending order. No coefficient is zero.
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
  /// False: there is no room for the term, or the coefficient becomes too large.
  [[nodiscard]] bool add(int symbol, std::int64_t coefficient);
  void remove(int symbol);

  [[nodiscard]] const Term *begin() const { return terms_.data(); }
  [[nodiscard]] const Term *end() const { return terms_.data() + count_; }
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] std::int64_t coefficient_of(int symbol) const;

  friend auto operator<=>(const LinearTerms &, const LinearTerms &) = default;

private:
  std::array<Term, 5> terms_{}; ///< enough for the base, index, segment and symbol of an address; an expression with
                                ///< more terms is treated as unknown
  std::size_t count_ = 0;
};

struct LinearExpression {
  LinearTerms terms;
  std::int64_t offset = 0;

  [[nodiscard]] static LinearExpression of(int symbol) { return {LinearTerms::of(symbol), 0}; }
  /// Adds the other expression times `factor`. False: the sum does not fit, and this expression is no longer valid.
  [[nodiscard]] bool add(const LinearExpression &other, std::int64_t factor);
  [[nodiscard]] bool add_number(std::int64_t number);
  /// Divides the expression by 2^by. False: it is not a multiple of 2^by, and remains unchanged.
  [[nodiscard]] bool shift_right(int by);
  [[nodiscard]] bool is_number() const { return terms.empty(); }
  [[nodiscard]] bool is_zero() const { return terms.empty() && offset == 0; }
  friend bool operator==(const LinearExpression &, const LinearExpression &) = default;
};

// The addresses of a loop's accesses, as linear expressions over the values of registers at the start of an iteration
// (symbolic_registers.h).
//
// Two accesses whose expressions have the same symbols differ by a known number of bytes. If their step is known, this
// also holds across iterations. For example, in a loop that stores to `a[i]`, a load of `a[i-2]` is found to depend on
// the store two iterations earlier.

/// A part of an address that changes in an unknown way, but has few possible values.
struct MaskedTerm {
  LinearTerms::Term term;
  std::int64_t mask = 0;
};

/// A step that is the same in every iteration, but whose value is unknown: bytes + factor * the value of `of`.
struct EvenStep {
  enum class Of : std::uint8_t {
    reg,           ///< the value of a register
    vector_length, ///< an eighth of the vector length
    other
  };
  Of of = Of::other;
  std::uint16_t unit = 0; ///< unit of the register
  std::int64_t factor = 0;
  std::int64_t bytes = 0;
  friend bool operator==(const EvenStep &, const EvenStep &) = default;
};

struct MemoryAccess {
  int instruction = 0;
  int operand = 0;
  const CostedAddress *memory = nullptr; ///< the operand's address, in the analysed kernel
  bool reads = false;
  bool writes = false;
  int width_bytes = 0;
  bool comparable = true; ///< false: gather/scatter or unknown width
  /// A predicate or mask selects the elements, so the access may touch fewer bytes than `width_bytes`.
  bool is_predicated = false;
  LinearExpression address;
  /// Whether `address.offset` is relative to the beginning of a cache line. This is so in blocks without a context,
  /// even for thread-local data.
  bool from_a_line = false;
  std::optional<std::int64_t> step_bytes; ///< the change of the address from one iteration to the next; empty: unknown
  std::optional<EvenStep> even_step;      ///< a step that is the same in all iterations, but whose value is unknown
  /// The only part of the address that changes, if it has no bits set outside a mask.
  std::optional<MaskedTerm> masked;
};

struct AddressAnalysis {
  std::vector<MemoryAccess> accesses; ///< in program order
};

/// The addresses of all accesses of a kernel. A block without a context is a basic block that is repeated without the
/// code around it (RegionKind::block). It is analysed in the state in which the harness of the BHive suite runs it
/// (Chen et al., IISWC 2019), because the measurements with which predictions for blocks are compared were made in this
/// way. All registers hold the same address, except that the stack and frame pointers hold slightly higher addresses,
/// and all memory is filled with this address.
[[nodiscard]] AddressAnalysis analyze_addresses(const CostedKernel &kernel);

/// Whether the access is to an array of unknown alignment: it moves from iteration to iteration, through a pointer in a
/// register other than the stack pointer.
[[nodiscard]] bool is_in_array(const MemoryAccess &access);

/// Moves all these arrays by the same number of bytes, except those to which the loop has accesses that must be aligned
/// to more than this.
void move_arrays(AddressAnalysis &addresses, int bytes);

/// Whether the load reads only bytes that the store wrote `distance` iterations earlier.
[[nodiscard]] bool is_covered(const MemoryAccess &store, const MemoryAccess &load, int distance);

/// Whether the load begins at the byte at which the store began `distance` iterations earlier.
[[nodiscard]] bool begin_together(const MemoryAccess &store, const MemoryAccess &load, int distance);

} // namespace osaca
