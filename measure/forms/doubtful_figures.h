// Figures that are wrong or doubtful: limits that no form can exceed on this core, and which forms should be measured
// again.
#pragma once

#include "decode/code/encoding.h"
#include "measure/file/measurement.h"
#include "measure/harness/benchmark_timer.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace osaca::measure {

// What no instruction form can exceed on this core. Figures beyond these limits are wrong.

struct ThroughputLimits {
  double instructions_per_cycle = most_instructions_per_cycle;
  double no_operations_per_cycle = most_instructions_per_cycle; ///< some cores combine two nops into one macro-op
};

/// Measured with code that only dispatch limits. A limit that cannot be measured keeps the value that no core exceeds.
[[nodiscard]] ThroughputLimits measured_limits(BenchmarkTimer &timer, SnippetAssembler &pieces,
                                               const RepetitionPolicy &careful);

/// The limit in instructions per cycle that follows from the rates of such code: the highest rate that another rate
/// confirms, plus a margin.
[[nodiscard]] std::optional<double> limit_of_rates(std::vector<double> rates);

/// The smallest throughput figure; the form must have one.
[[nodiscard]] double least_throughput(const MeasuredForm &form);

/// The possible opcodes of the same operation on vectors of twice the width ("VADDPDYrr" for "VADDPDrr"). Empty: it is
/// the widest, or not a vector operation.
[[nodiscard]] std::vector<std::string> opcodes_of_twice_the_width(const std::string &opcode);

struct WidthContradiction {
  std::string other; ///< the opcode of the other form
  std::string reason;
};

/// The throughputs of the forms measured so far, to compare them with those of twice and of half the width.
class WidthFigures {
public:
  void remember(const std::string &opcode, double cycles);
  [[nodiscard]] std::optional<WidthContradiction> contradiction(const std::string &opcode, double cycles) const;

private:
  [[nodiscard]] std::optional<WidthContradiction> between(const std::string &narrow, double narrow_cycles,
                                                          const std::string &wide, double wide_cycles,
                                                          const std::string &other) const;
  std::map<std::string, double> cycles_;
  std::map<std::string, std::vector<std::string>> narrower_; ///< measured forms of half the width
};

// Chooses the forms that should be measured again at the end of a run, and which of their records counts. Another
// thread on the core for a few milliseconds leaves a wrong figure that looks reliable; a comparison with forms of the
// same kind reveals it. Forms are of the same kind if LLVM gives them the same scheduling class.

class SecondLook {
public:
  void remember(const InstructionForm &form, const MeasuredForm &record);
  /// Marks all records so far as disturbed by another thread on the core.
  void forget_all();

  /// The opcodes of forms with unstable figures, and of forms whose throughput differs from that of most forms of their
  /// kind.
  [[nodiscard]] std::set<std::string> wanted() const;

  /// The better one of two records of a form: the one with fewer unstable figures. If both have equally many, it is the
  /// one whose throughput is nearer to that of most forms of its kind.
  [[nodiscard]] const MeasuredForm &better(const MeasuredForm &first, const MeasuredForm &second) const;

private:
  /// The throughput of most forms of a kind; empty: they do not agree, or there are too few of them.
  [[nodiscard]] std::optional<double> usual_throughput(unsigned kind) const;

  std::map<unsigned, std::map<std::string, double>>
      of_kind_; ///< the least throughput, by LLVM's scheduling class and opcode
  std::map<std::string, unsigned> kind_;
  std::set<std::string> unstable_;
  std::set<std::string> forgotten_;
};

} // namespace osaca::measure
