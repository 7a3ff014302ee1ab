#include "collection/loop_guess.h"

#include <algorithm>
#include <cmath>

namespace osaca {
namespace {

constexpr double usual_iterations = 10; ///< where no compiler said
constexpr double most_iterations = 1e6; ///< estimates of deep nests are products of guesses

/// Compilers guess how often loops turn rather than know it: a nest that is guessed at a hundred times as many
/// iterations weighs ten times as much.
double factor_of_iterations(const LoopFrequency &frequency) {
  const double iterations = frequency.is_known() ? frequency.iterations : usual_iterations;
  return std::sqrt(std::clamp(iterations, 1.0, most_iterations));
}

/// The part of the instructions that compute or walk through data. Packed ones do several elements at a time.
double part_of_work(const CodeMix &mix, int vector_bits) {
  if (mix.instructions == 0)
    return 0;
  const double packed = vector_bits > 0 ? 2 : 1;
  const double moved = mix.strided_accesses * (mix.arithmetic > 0 || mix.loads > 0 ? 1.0 : 0.5);
  return packed * (mix.arithmetic + moved) / mix.instructions;
}

/// How far a loop through data runs is decided by the data. One that touches none is as often a few steps of a
/// calculation.
double factor_of_data(const CodeMix &mix) { return mix.strided_accesses > 0 ? 1 : 0.5; }

/// Error handling, parsing, searching.
double factor_of_decisions(const CodeMix &mix) { return 1.0 / (1 + mix.branches + 4 * mix.calls); }

} // namespace

double guessed_weight(const KernelReport &kernel) {
  const double least = 0.01; // so that iterations still order what does no such work at all
  const double work = std::max(least, part_of_work(kernel.mix, kernel.vector_bits));
  return factor_of_iterations(kernel.frequency) * work * factor_of_data(kernel.mix) * factor_of_decisions(kernel.mix);
}

} // namespace osaca
