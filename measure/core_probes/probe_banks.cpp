// Banks of the first-level cache: two loads again and again, at a distance. Where they meet in a bank, fewer fit into a
// cycle. And what an index costs at dispatch: an operation on memory among short nops, with and without.
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/probe.h"
#include "measure/core_probes/slot_cost.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure::core_probes {
namespace {

constexpr const char *aligned_bank = "lea 0x400(%rbx), %rsi\nand $-256, %rsi";

std::string two_loads(int distance) { return "mov (%rsi), %r8d\nmov " + std::to_string(distance) + "(%rsi), %r9d"; }

std::vector<Finding> banks(Bench &bench) {
  constexpr double clearly_fewer = 0.85;
  Evidence evidence(bench);
  const auto same = evidence.fastest(straight("mov (%rsi), %r8d", aligned_bank));
  if (!same || *same <= 0)
    return {evidence.untold("banks.loads_of_one", "per cycle", "")};
  const double of_one = 1 / *same;
  double most = of_one;
  std::string text = "loads per cycle, of one place " + cycles_text(of_one) + "; of two, by distance:";
  std::vector<std::pair<int, double>> rates;
  for (const int distance : {4, 8, 16, 32, 64, 128}) {
    const auto cycles = evidence.fastest(straight(two_loads(distance), aligned_bank));
    if (!cycles || *cycles <= 0)
      return {evidence.untold("banks.loads_of_one", "per cycle", "")};
    rates.emplace_back(distance, 2 / *cycles);
    most = std::max(most, rates.back().second);
    text += " " + std::to_string(distance) + ": " + cycles_text(rates.back().second);
  }
  std::vector<Finding> found = {evidence.told("banks.loads_of_one", "per cycle", of_one, text)};
  if (of_one > clearly_fewer * most)
    return found;                // places do not matter
  constexpr double nearly = 0.2; // of the difference
  const auto is_free = [&](const auto &one) { return one.second > most - nearly * (most - of_one); };
  const auto meets = [&](const auto &one) { return one.second < of_one + nearly * (most - of_one); };
  const auto first = std::ranges::find_if(rates, is_free);
  const auto again = std::find_if(first, rates.end(), meets);
  if (first == rates.end() || again == rates.end())
    return found;
  found.push_back(evidence.told("banks.width", "bytes", first->first, "from this distance on two loads do not meet"));
  found.push_back(evidence.told("banks.span", "bytes", again->first, "at this distance they meet again"));
  return found;
}

/// Slots that an index costs an operation that loads, beyond the load.
Finding slots_of_index(Bench &bench) {
  const std::string name = "banks.slots_of_index";
  Evidence evidence(bench);
  const double slot = slot_cycles(evidence);
  // Long nops take a slot each on cores where short ones are put into what stands before them.
  const std::string nops =
      "\nmov %r8, %r9\nmov %r8, %r10\nmov %r8, %r11\nmov %r8, %r9\nmov %r8, %r10\nmov %r8, %r11\nmov %r8, %r9";
  const auto plain = evidence.fastest(straight("cmp (%rsi), %rax" + nops, "xor %ecx, %ecx"));
  const auto indexed = evidence.fastest(straight("cmp (%rsi,%rcx), %rax" + nops, "xor %ecx, %ecx"));
  if (!plain || !indexed || slot <= 0)
    return evidence.untold(name, "slots", "");
  return evidence.told(name, "slots", std::max(0.0, (*indexed - *plain) / slot),
                       "a comparison with memory among seven moves: " + cycles_text(*plain) +
                           " cycles, with an index " + cycles_text(*indexed));
}

} // namespace

std::vector<Finding> probe_banks(Bench &bench) {
  std::vector<Finding> found = banks(bench);
  found.push_back(slots_of_index(bench));
  return found;
}

} // namespace osaca::measure::core_probes
