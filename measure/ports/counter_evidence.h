// What the counts of one form say about a way to give pipes to counters.
#pragma once

#include "measure/ports/counter_check.h"

#include <span>

namespace osaca::measure {

/// Bit i is the counter i.
using CounterSet = std::uint32_t;
constexpr std::size_t most_port_counters = 16; // of all subsets

struct CounterEvidence {
  int form = 0;
  PipeSet pipes = 0;            ///< of all its uops
  std::vector<PipeDemand> uops; ///< `cycles`: how many
  double inferred = 0;
  double least = 0; ///< uops that `inferred` cycles may be: one that is busy for several, or several
  double counted = 0;
  std::vector<double> at;
  bool fills_its_pipes = false; ///< alone: each of them gets the same share
};

/// Nothing: it says nothing of pipes.
[[nodiscard]] std::optional<CounterEvidence> counter_evidence(const FormUsage &usage, const CountedForm &counted);

/// Whether the counts may be as they are if these are the counters of the pipes, whatever their sum.
/// All of the form's pipes have one.
[[nodiscard]] bool may_be_counted_so(const CounterEvidence &form, std::span<const CounterOfPorts> counters,
                                     std::span<const int> counter_of_pipe);

/// As many uops as inferred, more, or fewer.
[[nodiscard]] CounterVerdict::Kind compared_sums(const CounterEvidence &form, std::span<const CounterOfPorts> counters);

} // namespace osaca::measure
