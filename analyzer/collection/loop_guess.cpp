#include "collection/loop_guess.h"

#include <algorithm>
#include <cmath>

namespace osaca {
namespace {

constexpr double usual_iterations = 10; ///< if the compiler does not say
constexpr double most_iterations = 1e6; ///< estimates for deep nests are products of guesses
constexpr double least_cycles = 0.25; ///< so that a loop without known instructions is still ordered by its iterations

/// Compilers guess how often loops iterate rather than know it: a nest with a hundred times as many estimated
/// iterations weighs ten times as much.
double factor_of_iterations(const LoopFrequency &frequency) {
  const double iterations = frequency.is_known() ? frequency.iterations : usual_iterations;
  return std::sqrt(std::clamp(iterations, 1.0, most_iterations));
}

/// Error handling, parsing and printing; and the time of what is called is not the loop's.
double factor_of_calls(const CodeMix &mix) { return 1.0 / (1 + 4 * mix.calls); }

} // namespace

double guessed_weight(const KernelReport &kernel, int machine_loops) {
  const double cycles = std::max(least_cycles, kernel.cycles_per_iteration.to_double());
  return factor_of_iterations(kernel.frequency) * cycles * factor_of_calls(kernel.mix) *
         std::sqrt(std::max(1, machine_loops));
}

} // namespace osaca
