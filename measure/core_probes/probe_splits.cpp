// Operations that an indexed load splits at dispatch: where in a cycle they may stand, and how many. Such operations
// and no-ops are timed, more and more of them; of all rules the one counts that gives these times.
#include "measure/core_probes/dispatch_rule.h"
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/probe.h"
#include "measure/core_probes/slot_cost.h"

#include <cmath>

namespace osaca::measure::core_probes {
namespace {

constexpr int fewest_nops = 3;
constexpr int most_nops = 10;

std::string split_code(int splits, int no_ops) {
  std::string text;
  for (int i = 0; i < splits; ++i)
    text += "vaddps (%rsi,%rcx), %ymm0, %ymm" + std::to_string(i + 1) + "\n";
  for (int i = 0; i < no_ops; ++i)
    text += "nopl 512(%rax,%rax)\n";
  text.pop_back();
  return text;
}

} // namespace

std::vector<Finding> probe_splits(Bench &bench) {
  const std::string name = "splits.among_first";
  Evidence evidence(bench);
  const double slot = slot_cycles(evidence);
  const int width = slot > 0 ? static_cast<int>(std::lround(1 / slot)) : 0;
  if (width < 2)
    return {evidence.untold(name, "macro-ops of a cycle", "the width is not known")};
  std::vector<TimedSplits> timed;
  std::string text = "cycles of operations with an indexed load, and no-ops:";
  for (const int splits : {1, 2, 3})
    for (int no_ops = fewest_nops; no_ops <= most_nops; ++no_ops) {
      const auto cycles = evidence.time(straight(split_code(splits, no_ops), "xor %ecx, %ecx"));
      if (!cycles)
        return {evidence.untold(name, "macro-ops of a cycle", "")};
      timed.push_back({splits, no_ops, *cycles});
      text += " " + std::to_string(splits) + "+" + std::to_string(no_ops) + ": " + cycles_text(*cycles);
    }
  const std::optional<SplitRule> rule = split_rule(timed, width);
  if (!rule)
    return {evidence.untold(name, "macro-ops of a cycle", "no rule gives these times; " + text)};
  return {about(evidence.told(name, "macro-ops of a cycle", rule->among_first, text), Aspect::split_among_first, ""),
          about(evidence.told("splits.per_cycle", "per cycle", rule->per_cycle,
                              rule->among_first == 0 ? "there is no such rule" : "so many of them"),
                Aspect::splits_per_cycle, "")};
}

} // namespace osaca::measure::core_probes
