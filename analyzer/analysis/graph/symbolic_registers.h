// The values of registers as linear expressions over their values at the start of an iteration.
//
// The kernel is executed once, in program order. A result whose computation is not known (see CostedAffineResult)
// becomes a new symbol. At the end, each symbol may have a step, by which it changes from one iteration to the next:
//
// - The value of a register at the start of the iteration. If the register ends the iteration with this value plus
//   terms that no iteration changes, the step is the sum of these terms. If its value at the end does not depend on its
//   value at the start, the step is the step of the expression for the value at the end.
// - A product of which one factor does not change: the step is this factor times the step of the other factor.
// - An unknown result that is computed only from values that do not change: the step is 0.
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

/// For each symbol, its change from one iteration to the next, as an expression of symbols that do not change. Empty:
/// not known.
using SymbolSteps = std::vector<std::optional<LinearExpression>>;

/// For each symbol, its value as an expression of the common address, which is the address that all registers hold when
/// a block without a context starts (common_place). Empty: not known.
using CommonSymbols = std::vector<std::optional<LinearExpression>>;

class SymbolicRegisters {
public:
  explicit SymbolicRegisters(const CostedKernel &kernel);

  /// Precondition: the register has units. It is a register of `instruction`.
  [[nodiscard]] const LinearExpression &value(const CostedInstruction &instruction, const CostedRegister &reg);
  /// Updates the values of the registers that the instruction writes.
  void execute(const CostedInstruction &instruction);
  /// Adds `eighths` times an eighth of the vector length in bytes to `sum`. False: the sum does not fit.
  [[nodiscard]] bool add_vectors(LinearExpression &sum, std::int64_t eighths);
  [[nodiscard]] int symbol_of_name(const std::string &name);
  /// A new symbol for an unknown value.
  [[nodiscard]] int new_symbol() { return next_symbol_++; }

  [[nodiscard]] SymbolSteps steps() const;
  /// Symbols whose values have no bits set outside a mask, with their masks.
  [[nodiscard]] const std::vector<std::pair<int, std::int64_t>> &masks() const { return masks_; }
  /// The symbols whose values are known in a block without a context (RegionKind::block). They belong to registers that
  /// no iteration changes, and to registers that hold a loaded pointer, or a value computed from known symbols, at the
  /// end of every iteration. Empty for all other kernels.
  [[nodiscard]] CommonSymbols common_symbols() const;
  /// The unit of the register whose value at the start of an iteration is this symbol.
  [[nodiscard]] std::optional<std::uint16_t> unit_of(int symbol) const;
  /// The symbol for an eighth of the vector length in bytes; -1: not used, or the length is known.
  [[nodiscard]] int vector_symbol() const { return vector_symbol_; }

  /// The symbol of the common address (see CommonSymbols).
  static constexpr int common_place = 0;

private:
  struct Start {
    LinearExpression value; ///< current value
    int symbol = 0;         ///< the symbol for its value at the start of an iteration
    std::int64_t lead = 0;  ///< value at the start minus the common address, in blocks without a context
    std::uint16_t unit = 0;
  };
  /// A symbol that is computed only from other symbols: a range of inputs_.
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
  /// The symbols on which the results of the instruction depend. Empty: it loads, branches, or reads anything other
  /// than whole general registers and flags.
  [[nodiscard]] std::optional<Computed> inputs_of(const CostedInstruction &instruction);
  void forget(const CostedInstruction &instruction, const CostedRegister &reg, const std::optional<Computed> &inputs);

  [[nodiscard]] std::optional<LinearExpression> step_of_start(const Start &start, const SymbolSteps &steps) const;
  [[nodiscard]] static std::optional<LinearExpression> step_of_product(const Product &product,
                                                                       const SymbolSteps &steps);

  bool is_context_free_;
  bool follows_flags_;           ///< only if a result depends on them
  std::int64_t vector_bits_ = 0; ///< 0: not known
  int next_symbol_ = common_place + 1;
  int vector_symbol_ = -1;
  std::vector<int> place_; ///< by register unit: index into registers_
  std::vector<Start> registers_;
  std::vector<int> inputs_;
  std::vector<Computed> computed_; ///< in program order
  std::vector<Product> products_;
  std::vector<std::pair<int, std::int64_t>> masks_;
  std::unordered_map<std::string, int> name_symbol_;
};

/// Replaces each symbol of `value` by its value in `common`. Empty: a symbol has no known value, or the sum does not
/// fit.
[[nodiscard]] std::optional<LinearExpression> with_common_symbols(const LinearExpression &value,
                                                                  const CommonSymbols &common);

/// The change of the terms from one iteration to the next. Empty: not known.
[[nodiscard]] std::optional<LinearExpression> step_of(const LinearTerms &terms, const SymbolSteps &steps);

} // namespace osaca
