// Measures the latencies of helper instructions. A helper closes a chain: it carries the result of an instruction back
// to the source of the next copy. The times of closed chains are equations for these latencies.
#pragma once

#include "measure/file/measurement.h"
#include "measure/harness/benchmark_timer.h"

#include <map>
#include <string>
#include <vector>

namespace osaca::measure {

// Linear equations in named unknowns, solved by least squares. Unknowns that the equations do not determine are marked.

struct LinearEquation {
  std::map<std::string, double> coefficients;
  double value = 0;
};

struct SolvedUnknown {
  double value = 0;
  bool is_determined = false; ///< false: only a sum with it is known; `value` is one of many solutions
};

/// The unknowns with the least sum of squared errors.
[[nodiscard]] std::map<std::string, SolvedUnknown> solve(const std::vector<LinearEquation> &equations);

// Measures the latencies of the helper instructions that close chains.
//
// Only closed chains can be timed. A chain that goes from one kind of register to another and back shows the sum of two
// latencies. No chain can show how this sum is divided, because every chain goes in both directions equally often. So
// the division is an assumption (see Helper::assumed_cycles), and measurement files mark both figures with `split`.

using HelperFigures = std::map<std::string, MeasuredHelper>;

/// A chain of helpers only, with the number of uses of each helper by its name.
struct HelperChain {
  Benchmark benchmark;
  std::map<std::string, double> helpers;
};
[[nodiscard]] Expected<std::vector<HelperChain>> helper_chains(const IsaDescription &isa, SnippetAssembler &pieces,
                                                               VectorEncoding encoding);

/// Leaves out helpers that this processor does not have. `known`: cycles of helpers from another source, such as a
/// vendor's manual. They replace assumptions.
[[nodiscard]] Expected<HelperFigures> measure_helpers(const IsaDescription &isa, SnippetAssembler &pieces,
                                                      VectorEncoding encoding, BenchmarkTimer &timer,
                                                      const RepetitionPolicy &repetition,
                                                      const std::map<std::string, double> &known);

} // namespace osaca::measure
