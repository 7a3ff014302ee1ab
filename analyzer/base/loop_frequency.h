// How often a machine loop runs: counted in a training run, or estimated by a compiler.
#pragma once

#include <optional>

namespace osaca {

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

} // namespace osaca
