// What the compiler was told when it made a function, as far as advice needs it: no command line, but the facts that
// follow from one. Empty: unknown, as for objects and for assembly.
#pragma once

#include <optional>

namespace osaca {

struct CompilerOptions {
  enum class Compiler { unknown, gcc, clang };
  /// When the loop vectoriser goes ahead.
  enum class CostModel {
    any_gain,    ///< where it expects a gain
    little_code, ///< where it needs neither checks nor a remainder, or few: GCC's "cheap" and "very-cheap", the latter
                 ///< that of its -O2
  };

  Compiler compiler = Compiler::unknown;
  std::optional<int> level;                 ///< of optimisation, 0 to 3
  std::optional<bool> vectorises;           ///< the loop vectoriser is on
  std::optional<CostModel> cost_model;      ///< of that
  std::optional<bool> unrolls;              ///< -funroll-loops, which is Clang's default from -O2
  std::optional<bool> reassociates;         ///< floating point may be computed in another order
  std::optional<bool> contracts;            ///< a product and a sum may be fused, also of two expressions
  std::optional<bool> takes_reciprocals;    ///< x / y may become x * (1 / y)
  std::optional<bool> sets_errno;           ///< functions of the C library may
  std::optional<bool> finite_only;          ///< there are no NaNs and infinities
  std::optional<bool> has_fused;            ///< the target has a fused multiply-add
  std::optional<int> preferred_vector_bits; ///< -mprefer-vector-width=; 0: no preference
  std::optional<int> widest_vector_bits;    ///< that the target has

  friend bool operator==(const CompilerOptions &, const CompilerOptions &) = default;
};

} // namespace osaca
