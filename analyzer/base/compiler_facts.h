// What a compiler knows of a loop that its instructions do not tell: what it was told to do, how often the loop runs,
// and what is around it.
#pragma once

#include <cstdint>
#include <optional>

namespace osaca {

// What the compiler was told when it made a function, as far as advice needs it: no command line, but the facts that
// follow from one. Empty: unknown, as for objects and for assembly.

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

// How often a machine loop runs: counted in a training run, or estimated by a compiler.

struct LoopFrequency {
  enum class Source {
    unknown,
    estimate, ///< by the compiler's heuristics: the counts are those of one call of the function
    profile   ///< of a training run: the counts are those of all of it
  };

  Source source = Source::unknown;
  double iterations = 0; ///< of the machine loop; finite, at least 0
  double entries = 0;    ///< how often it is come to from outside; finite, at least 0

  [[nodiscard]] bool is_known() const { return source != Source::unknown; }

  /// Iterations of the machine loop each time that it runs; empty: it never runs, or nobody knows.
  [[nodiscard]] std::optional<double> mean_trips() const {
    if (!is_known() || entries <= 0 || iterations <= 0)
      return std::nullopt;
    return iterations / entries;
  }
};

// What a compiler knows of a source loop and the loop around it that its instructions do not tell.

struct LoopNest {
  std::optional<std::int64_t> trip_count; ///< iterations of the source loop, each time that it runs
  std::optional<std::int64_t> row_bytes;  ///< by which its addresses move on with an iteration of the loop around it
  std::optional<std::int64_t> rows =
      {}; ///< iterations of that loop, each time that it runs, if all addresses move on with each of them
  std::optional<std::int64_t> sweeps = {}; ///< iterations of the next loop around that comes to the same places again
};

} // namespace osaca
