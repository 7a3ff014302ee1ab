// The floating-point operations of a loop, and how many the core and the memory system can do (roofline).
#pragma once

#include "base/cycles.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// The numbers that an operation computes with, by their size: 16 bits (also bfloat16), 32, 64, and x87's 80 bits.
enum class FloatFormat { half, single_precision, double_precision, extended };

/// "half", "single", "double", "extended": the names in JSON.
[[nodiscard]] std::string_view name_of(FloatFormat format);

/// What determined the clock.
enum class ClockSource { user, model };

/// The names in JSON: "user", "model".
[[nodiscard]] std::string_view name_of(ClockSource source);

struct RooflineReport {
  struct Work {
    FloatFormat format = FloatFormat::double_precision;
    Cycles operations; ///< per machine iteration
  };
  /// What one kind of instruction does if a loop contains nothing else.
  struct Peak {
    Cycles per_cycle;   ///< operations
    std::string opcode; ///< LLVM's name of the instruction
  };

  std::vector<Work> work; ///< in the order of the enumeration, without those that have no operations
  Cycles bytes_loaded;    ///< per machine iteration, by the instructions; wherever the data are
  Cycles bytes_stored;
  int uncounted_operations = 0;    ///< instructions that do an unknown number of operations; not in `work`
  int unsized_accesses = 0;        ///< loads and stores of an unknown number of bytes; not in the bytes
  int masked_operations = 0;       ///< instructions under a mask, counted as if all their elements were active
  std::optional<Peak> peak;        ///< of operations in `format()`; empty: the model has no form of them
  std::optional<double> clock_ghz; ///< empty: not known
  ClockSource clock_source = ClockSource::user;

  [[nodiscard]] Cycles operations() const {
    Cycles sum;
    for (const Work &one : work)
      sum += one.operations;
    return sum;
  }
  [[nodiscard]] Cycles bytes() const { return bytes_loaded + bytes_stored; }
  /// The format of most operations; `work` is not empty.
  [[nodiscard]] FloatFormat format() const;
  /// Operations per byte that instructions load or store; empty: no byte is known.
  [[nodiscard]] std::optional<double> intensity() const {
    return bytes() > Cycles(0) ? std::optional(operations().to_double() / bytes().to_double()) : std::nullopt;
  }
};

} // namespace osaca
