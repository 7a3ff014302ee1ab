// How long the helpers take with which chains are closed.
//
// Only closed chains can be timed. For a way from one kind of register to another and back that is an equation with two
// unknowns; how the sum is to be divided no chain can tell, because every chain goes both ways equally often. The file
// says so (`split`); the division is an assumption: see Helper::assumed_cycles.
#pragma once

#include "measure/file/measurement.h"
#include "measure/harness/benchmark_timer.h"

#include <map>
#include <string>

namespace osaca::measure {

using HelperFigures = std::map<std::string, MeasuredHelper>;

/// Chains of helpers alone, with what they contribute: name -> how often.
struct HelperChain {
  Benchmark benchmark;
  std::map<std::string, double> helpers;
};
[[nodiscard]] Expected<std::vector<HelperChain>> helper_chains(const IsaDescription &isa, PieceMaker &pieces,
                                                               VectorEncoding encoding);

/// Helpers that this processor does not have are left out. `known`: cycles of helpers from elsewhere (a vendor's
/// manual), in place of assumptions.
[[nodiscard]] Expected<HelperFigures> measure_helpers(const IsaDescription &isa, PieceMaker &pieces,
                                                      VectorEncoding encoding, BenchmarkTimer &timer,
                                                      const Repetition &repetition,
                                                      const std::map<std::string, double> &known);

} // namespace osaca::measure
