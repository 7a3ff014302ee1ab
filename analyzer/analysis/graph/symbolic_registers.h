// What registers hold, as linear expressions over the values that they have at the start of an iteration.
//
// The kernel is executed once, in program order. What an instruction computes in a way that is not known
// (CostedAffineResult) becomes a symbol of its own. At the end each symbol may have a step, by which it changes from
// one iteration to the next:
//
//   the value of a register at the start, whose value at the end is that plus what no iteration changes: the difference
//   the same, where the value at the end has nothing to do with it: the step of that value
//   a product of which one side does not change: the step of the other side times that
//   what is computed from values that do not change: 0
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/graph/address.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace osaca {

/// By symbol: what is added from one iteration to the next, of symbols that do not change. Empty: not known.
using SymbolSteps = std::vector<std::optional<LinearExpression>>;

/// By symbol: what it is, computed from the common place. Empty: not known.
using CommonSymbols = std::vector<std::optional<LinearExpression>>;

class SymbolicRegisters {
public:
  explicit SymbolicRegisters(const CostedKernel &kernel);

  /// Precondition: the register has units, which the two arguments tell.
  [[nodiscard]] const LinearExpression &value(const CostedInstruction &instruction, const CostedRegister &reg);
  /// Takes in what the instruction writes to registers.
  void execute(const CostedInstruction &instruction);
  /// Adds so many eighths of the vector length. False: it does not fit.
  [[nodiscard]] bool add_vectors(LinearExpression &sum, std::int64_t eighths);
  [[nodiscard]] int symbol_of_name(const std::string &name);
  /// A symbol that means nothing but itself.
  [[nodiscard]] int new_symbol() { return next_symbol_++; }

  [[nodiscard]] SymbolSteps steps() const;
  /// Symbols in which no other bits are set than in a mask.
  [[nodiscard]] const std::vector<std::pair<int, std::int64_t>> &masks() const { return masks_; }
  /// Of registers that no iteration moves, and of those that hold what was computed from such ones, or such a pointer,
  /// at the end of every iteration. Nothing where registers have a context.
  [[nodiscard]] CommonSymbols common_symbols() const;
  /// The unit of the register whose value at the start of an iteration the symbol is.
  [[nodiscard]] std::optional<std::uint16_t> unit_of(int symbol) const;
  /// The symbol of an eighth of the length of a vector, in bytes; -1: it did not matter, or is known.
  [[nodiscard]] int vector_symbol() const { return vector_symbol_; }

  /// The place that all registers of a block without a context point to.
  static constexpr int common_place = 0;

private:
  struct Start {
    LinearExpression value; ///< now
    int symbol = 0;         ///< at the start of an iteration
    std::int64_t lead = 0;  ///< from the common place, at the start
    std::uint16_t unit = 0;
  };
  /// A symbol that was computed from others, and from nothing else: a range of inputs_.
  struct Computed {
    int symbol = 0;
    std::size_t first = 0;
    std::size_t end = 0;
  };
  struct Product {
    int symbol = 0;
    LinearExpression a;
    LinearExpression b;
  };

  Start &start_of(const CostedInstruction &instruction, const CostedRegister &reg);
  [[nodiscard]] std::optional<LinearExpression> evaluate(const CostedInstruction &instruction,
                                                         const CostedAffineResult &affine);
  [[nodiscard]] bool add_product(LinearExpression &sum, const LinearExpression &a, const LinearExpression &b,
                                 std::int64_t factor);
  /// Nothing: it depends on more than whole general registers and flags.
  [[nodiscard]] std::optional<Computed> inputs_of(const CostedInstruction &instruction);
  void forget(const CostedInstruction &instruction, const CostedRegister &reg, const std::optional<Computed> &inputs);

  [[nodiscard]] std::optional<LinearExpression> step_of_start(const Start &start, const SymbolSteps &steps) const;
  [[nodiscard]] static std::optional<LinearExpression> step_of_product(const Product &product,
                                                                       const SymbolSteps &steps);

  bool is_context_free_;
  bool follows_flags_;           ///< only where a result depends on them
  std::int64_t vector_bits_ = 0; ///< 0: not known
  int next_symbol_ = common_place + 1;
  int vector_symbol_ = -1;
  std::vector<int> place_; ///< by register unit: in registers_
  std::vector<Start> registers_;
  std::vector<int> inputs_;
  std::vector<Computed> computed_; ///< in program order
  std::vector<Product> products_;
  std::vector<std::pair<int, std::int64_t>> masks_;
  std::unordered_map<std::string, int> name_symbol_;
};

/// The value with its symbols replaced by what they are; empty: one of them is not known.
[[nodiscard]] std::optional<LinearExpression> with_common_symbols(const LinearExpression &value,
                                                                  const CommonSymbols &common);

/// By how much the terms change from one iteration to the next; empty: not known.
[[nodiscard]] std::optional<LinearExpression> step_of(const LinearTerms &terms, const SymbolSteps &steps);

} // namespace osaca
