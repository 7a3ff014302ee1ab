// Conditions of flags: the dispatch cost of setting a byte and of a conditional move, and the latency from flags to the
// result. Conditions that need carry and zero at once may cost more than others.
#include "base/format.h"
#include "measure/core_probes/calm_timing.h"
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/probe.h"
#include "measure/harness/benchmark.h"

#include <array>
#include <cmath>
#include <optional>

namespace osaca::measure::core_probes {
namespace {

struct ConditionUser {
  const char *name;
  const char *four;  ///< four such instructions; C: the condition
  const char *chain; ///< a comparison of the result sets the flags for the next one
};

constexpr std::array<ConditionUser, 2> condition_users = {{
    {"set", "setC %al\nX\nsetC %cl\nX\nsetC %dl\nX\nsetC %bl\nX", "setC %al\ncmp %bl, %al"},
    {"cmov", "cmovC %rsi, %rax\nX\ncmovC %rsi, %rcx\nX\ncmovC %rsi, %rdx\nX\ncmovC %rsi, %rbx\nX",
     "cmovC %rbx, %rax\ncmp %rbx, %rax"},
}};
constexpr std::array<const char *, 6> conditions_asked = {"e", "b", "l", "s", "a", "be"};
constexpr const char *six_long_nops =
    "nopl 512(%rax,%rax)\nnopl 512(%rax,%rax)\nnopl 512(%rax,%rax)\nnopl 512(%rax,%rax)\nnopl 512(%rax,%rax)\n"
    "nopl 512(%rax,%rax)";

/// The dispatch slots of one such instruction among six nops, if it is a whole number.
ProbeFinding condition_slots(Bench &bench, const ConditionUser &user, const std::string &condition,
                             const std::string &name) {
  constexpr int users = 4;
  constexpr int nops = 24;
  constexpr double tolerance = 0.25;
  Evidence evidence(bench);
  CalmTiming timing(evidence);
  const auto cycles = timing.time(straight(replaced(replaced(user.four, "C", condition), "X", six_long_nops)));
  const double slot = timing.slot_cycles();
  if (!cycles || slot <= 0)
    return evidence.make_undetermined(name, "slots", crowded_note);
  const double slots = (*cycles / slot - nops) / users;
  const double whole = std::round(slots);
  const std::string text =
      format_text("four of them among 24 nops take {} cycles, and a nop {}", cycles_text(*cycles), cycles_text(slot));
  if (whole < 1 || std::abs(slots - whole) > tolerance)
    return evidence.make_undetermined(name, "slots", text + ", which is not a whole number of slots");
  return evidence.make_finding(name, "slots", whole, text);
}

ProbeFinding condition_latency(Bench &bench, const ConditionUser &user, const std::string &condition,
                               const std::string &name) {
  constexpr double comparison_cycles = 1;
  Evidence evidence(bench);
  CalmTiming timing(evidence);
  const auto cycles = timing.time(straight(replaced(user.chain, "C", condition)));
  if (!cycles)
    return evidence.make_undetermined(name, "cycles", crowded_note);
  return evidence.make_finding(
      name, "cycles", *cycles - comparison_cycles,
      format_text("a chain of it and a comparison of its result takes {} cycles, minus 1 for the comparison",
                  cycles_text(*cycles)));
}

} // namespace

std::vector<ProbeFinding> probe_conditions(Bench &bench) {
  std::vector<ProbeFinding> found;
  for (const ConditionUser &user : condition_users)
    for (const char *condition : conditions_asked) {
      const std::string name = format_text("conditions.{}{}", user.name, condition);
      found.push_back(condition_slots(bench, user, condition, name + ".slots"));
      found.push_back(condition_latency(bench, user, condition, name + ".latency"));
    }
  return found;
}

} // namespace osaca::measure::core_probes
