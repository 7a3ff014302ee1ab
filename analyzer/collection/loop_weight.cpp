#include "collection/source_loops.h"

#include <algorithm>
#include <cmath>

namespace osaca {

namespace {

int tier_of(const LoopWeight &weight) {
  if (weight.is_known() && weight.share <= 0)
    return 3;
  switch (weight.source) {
  case LoopWeight::Source::samples: return 0;
  case LoopWeight::Source::profile: return 1;
  case LoopWeight::Source::guess: return 2;
  }
  return 2;
}

} // namespace

std::string_view name_of(LoopWeight::Source source) {
  switch (source) {
  case LoopWeight::Source::guess: return "guess";
  case LoopWeight::Source::profile: return "profile";
  case LoopWeight::Source::samples: return "samples";
  }
  return "guess";
}

bool matters_before(const LoopWeight &a, const LoopWeight &b) {
  if (tier_of(a) != tier_of(b))
    return tier_of(a) < tier_of(b);
  if (a.share != b.share)
    return a.share > b.share;
  return a.score > b.score;
}

namespace {

constexpr double usual_iterations = 10; ///< if the compiler gives no estimate
constexpr double most_iterations = 1e6; ///< estimates for deeply nested loops are products of guesses
constexpr double least_cycles = 0.25; ///< so that a loop without known instructions is still ordered by its iterations

/// Compilers only guess iteration counts. A nest with a hundred times as many estimated iterations therefore weighs ten
/// times as much.
double factor_of_iterations(const LoopFrequency &frequency) {
  const double iterations = frequency.is_known() ? frequency.iterations : usual_iterations;
  return std::sqrt(std::clamp(iterations, 1.0, most_iterations));
}

/// Loops with calls often do error handling, parsing or printing, and the time of the called functions is not the
/// loop's.
double factor_of_calls(const CodeMix &mix) { return 1.0 / (1 + 4 * mix.calls); }

} // namespace

double guessed_weight(const KernelReport &kernel, int machine_loops) {
  const double cycles = std::max(least_cycles, kernel.cycles_per_iteration.to_double());
  return factor_of_iterations(kernel.frequency) * cycles * factor_of_calls(kernel.mix) *
         std::sqrt(std::max(1, machine_loops));
}

} // namespace osaca
