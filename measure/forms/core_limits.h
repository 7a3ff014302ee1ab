// What no instruction form can do on the core at hand: figures that say so are wrong.
#pragma once

#include "measure/file/measurement.h"
#include "measure/harness/benchmark_timer.h"

#include <map>
#include <optional>
#include <string>

namespace osaca::measure {

struct CoreLimits {
  double instructions_per_cycle = most_instructions_per_cycle;
  double no_operations_per_cycle = most_instructions_per_cycle; ///< some cores put two nops into one
};

/// From code that only dispatch limits. What cannot be measured stays at what no core does.
[[nodiscard]] CoreLimits measured_limits(BenchmarkTimer &timer, PieceMaker &pieces, const Repetition &careful);

/// The limit that such rates, in instructions per cycle, mean: the highest that another one supports, and a little
/// more.
[[nodiscard]] std::optional<double> limit_of_rates(std::vector<double> rates);

/// The smallest figure; the form must have one.
[[nodiscard]] double least_throughput(const MeasuredForm &form);

/// The opcode of the same operation on vectors of twice the width ("VADDPDYrr" of "VADDPDrr"), in all the ways in which
/// it may be called; empty: it is the widest, or works on no vectors.
[[nodiscard]] std::vector<std::string> opcodes_of_twice_the_width(const std::string &opcode);

struct WidthContradiction {
  std::string other; ///< opcode
  std::string reason;
};

/// Throughputs of forms so far, to hold those of twice and of half the width against them.
class WidthFigures {
public:
  void remember(const std::string &opcode, double cycles);
  [[nodiscard]] std::optional<WidthContradiction> contradiction(const std::string &opcode, double cycles) const;

private:
  [[nodiscard]] std::optional<WidthContradiction> between(const std::string &narrow, double narrow_cycles,
                                                          const std::string &wide, double wide_cycles,
                                                          const std::string &other) const;
  std::map<std::string, double> cycles_;
  std::map<std::string, std::vector<std::string>> narrower_; ///< known forms of half the width
};

} // namespace osaca::measure
