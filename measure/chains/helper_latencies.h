// Measures the latencies of the helper instructions that close chains, from equations of closed chains.
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
// Only closed chains can be timed. A way from one kind of register to another and back is one equation with two
// unknowns. No chain can show how to divide the sum, because every chain goes both ways equally often. The file marks
// such figures (`split`), and the division is an assumption: see Helper::assumed_cycles.

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
