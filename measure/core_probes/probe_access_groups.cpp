// Which address unit an access gets. Loads and tests are timed, in straight code: where several rounds fill each group
// of dispatch exactly, units that are given by place are shared unevenly.
#include "measure/core_probes/access_groups.h"
#include "measure/core_probes/calm_timing.h"
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/probe.h"

#include <array>
#include <cmath>
#include <string_view>

namespace osaca::measure::core_probes {
namespace {

/// l: a load, t: a test; each order is another place in the group. The later ones fill no group, or share its loads
/// evenly.
constexpr std::array<std::string_view, 7> sequences = {"llt", "tll", "ltl", "ll", "lll", "lllt", "llllt"};

std::string accesses_text(std::string_view sequence) {
  std::string text;
  int loads = 0;
  for (const char c : sequence) {
    text += text.empty() ? "" : "\n";
    if (c == 'l') {
      text += "mov " + std::to_string(8 * loads) + "(%rsi), %r" + std::to_string(8 + loads);
      ++loads;
    } else
      text += "test %rdx, %rcx";
  }
  return text;
}

TimedAccesses counted(std::string_view sequence) {
  TimedAccesses made;
  for (const char c : sequence)
    ++(c == 'l' ? made.accesses : made.others);
  return made;
}

} // namespace

std::vector<Finding> probe_access_groups(Bench &bench) {
  const std::string name = "access_groups.by_place";
  constexpr const char *places = "lea 0x400(%rbx), %rsi\nand $-256, %rsi";
  Evidence evidence(bench);
  CalmTiming timing(evidence);
  const auto many = timing.time(straight(accesses_text("llllll"), places));
  if (timing.slot_cycles() <= 0 || !many || *many <= 0)
    return {evidence.untold(name, yes_or_no, timing.was_crowded() ? crowded_note : "the width is not known")};
  const AccessUnits core{static_cast<int>(std::lround(1 / timing.slot_cycles())),
                         static_cast<int>(std::lround(6 / *many))};
  std::vector<TimedAccesses> timed;
  std::string text = std::to_string(core.units) + " loads in a cycle; cycles of loads and tests:";
  for (const std::string_view sequence : sequences) {
    const auto cycles = timing.time(straight(accesses_text(sequence), places));
    if (!cycles)
      return {evidence.untold(name, yes_or_no, timing.was_crowded() ? crowded_note : "")};
    timed.push_back(counted(sequence));
    timed.back().cycles = *cycles;
    text += " " + std::string(sequence) + ": " + cycles_text(*cycles);
  }
  const auto by_place = given_by_place(timed, core);
  return {by_place ? about(evidence.told(name, *by_place, text), Aspect::grouped_accesses, "")
                   : evidence.untold(name, yes_or_no, text)};
}

} // namespace osaca::measure::core_probes
