// Facts about a loop that its compiler knows, but that its instructions do not show: the compiler's options, how often
// the loop runs, and the loops around it.
#pragma once

#include "base/source_location.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

namespace osaca {

// The compiler options in effect for a function, as far as advice depends on them. They are stored as the facts that
// follow from the command line. An empty optional means unknown, as for objects and assembly.

struct CompilerOptions {
  enum class Compiler { unknown, gcc, clang };
  /// When the loop vectoriser vectorises a loop.
  enum class CostModel {
    any_gain,    ///< if it expects a gain
    little_code, ///< only if few or no run-time checks and remainder iterations are needed: GCC's cost models "cheap"
                 ///< and "very-cheap", the latter at -O2
  };

  Compiler compiler = Compiler::unknown;
  std::optional<int> level;                 ///< optimisation level, 0 to 3
  std::optional<bool> vectorises;           ///< the loop vectoriser is enabled
  std::optional<CostModel> cost_model;      ///< of the loop vectoriser
  std::optional<bool> unrolls;              ///< -funroll-loops, which is Clang's default from -O2
  std::optional<bool> reassociates;         ///< floating-point operations may be reordered
  std::optional<bool> contracts;            ///< a multiplication and an addition may be fused, even across expressions
  std::optional<bool> takes_reciprocals;    ///< x / y may become x * (1 / y)
  std::optional<bool> sets_errno;           ///< functions of the C library may set errno
  std::optional<bool> finite_only;          ///< NaNs and infinities are assumed not to occur
  std::optional<bool> has_fused;            ///< the target has a fused multiply-add
  std::optional<int> preferred_vector_bits; ///< -mprefer-vector-width=; 0: no preference
  std::optional<int> widest_vector_bits;    ///< the widest vectors of the target

  friend bool operator==(const CompilerOptions &, const CompilerOptions &) = default;
};

/// Where a loop of an annotated statement is written, if the statement only leads to it, as a call of a library's
/// function. The loop is reported at the statement.
struct WrittenElsewhere {
  std::string function = {}; ///< without parameters: "std::transform"
  SourceLocation place = {}; ///< unknown: the loop is written where it is reported
};

/// One of several loops that the compiler generates for a single statement, such as an assignment to arrays in Fortran.
/// All of them have the location of the statement.
struct LoopPart {
  int number =
      0; ///< from 1, in the order of the code; 0: the statement has one loop, or it is unknown which one this is
  int count = 0; ///< the number of these loops; 0 if `number` is 0
  friend auto operator<=>(const LoopPart &, const LoopPart &) = default;
};

// How often a machine loop runs: counted in a training run, or estimated by the compiler.

struct LoopFrequency {
  enum class Source {
    unknown,
    estimate, ///< by the compiler's heuristics; counts are for one call of the function
    profile   ///< from a training run; counts are for the whole run
  };

  Source source = Source::unknown;
  double iterations = 0; ///< of the machine loop; finite, at least 0
  double entries = 0;    ///< how often the loop is entered from outside; finite, at least 0

  [[nodiscard]] bool is_known() const { return source != Source::unknown; }

  /// Mean iterations of the machine loop each time it is entered; empty: it never runs, or the frequency is unknown.
  [[nodiscard]] std::optional<double> mean_trips() const {
    if (!is_known() || entries <= 0 || iterations <= 0)
      return std::nullopt;
    return iterations / entries;
  }
};

// What the compiler knows about a source loop and the loop around it.

struct LoopNest {
  std::optional<std::int64_t> trip_count; ///< iterations of the source loop each time it runs
  std::optional<std::int64_t> row_bytes;  ///< how far its addresses advance with one iteration of the loop around it
  std::optional<std::int64_t> rows = {};  ///< iterations of the loop around it each time the outer loop runs, if every
                                          ///< address advances with each of these iterations
  std::optional<std::int64_t> sweeps =
      {}; ///< iterations of the next enclosing loop that accesses the same addresses again
};

} // namespace osaca
