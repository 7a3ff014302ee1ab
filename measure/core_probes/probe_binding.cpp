// Whether uops are bound to a pipe when they enter, or go to whichever is free. As many chains of additions as there
// are pipes take a cycle only if each finds a free one; additions that wait for nothing do not mind.
#include "measure/core_probes/binding_test.h"
#include "measure/core_probes/calm_timing.h"
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/probe.h"

#include <array>
#include <cmath>

namespace osaca::measure::core_probes {
namespace {

constexpr std::array<const char *, 9> chained_registers = {"%rax", "%rcx", "%rdx", "%rbx", "%rsi",
                                                           "%rdi", "%r8",  "%r10", "%r11"};

std::string chained_additions(int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += std::string("add %r9, ") + chained_registers.at(static_cast<std::size_t>(i)) + "\n";
  return text;
}

std::string unchained_tests(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    const std::string name = chained_registers.at(static_cast<std::size_t>(i));
    text += "test " + name + ", " + name + "\n";
  }
  return text;
}

} // namespace

BindingAnswer bound_at_entry(const BindingTimes &times) {
  constexpr double surely_bound = 1.12;
  constexpr double surely_not = 1.05;
  if (times.slot_cycles * times.pipes > surely_not / surely_bound)
    return {std::nullopt, "dispatch is not faster than so many pipes"};
  if (times.chains_cycles < 1 - (surely_not - 1))
    return {std::nullopt, "chains of additions take less than a cycle"};
  if (times.chains_cycles > surely_bound)
    return {true, "chains do not find the pipe that is free"};
  return times.chains_cycles < surely_not ? BindingAnswer{false, "chains find the pipe that is free"}
                                          : BindingAnswer{std::nullopt, "in between"};
}

std::vector<Finding> probe_binding(Bench &bench) {
  constexpr const char *name = "binding.at_entry";
  constexpr int tests = 6;
  constexpr double whole_tolerance = 0.06;
  Evidence evidence(bench);
  CalmTiming timing(evidence);
  const auto unchained = timing.time(straight(unchained_tests(tests)));
  const double slot = timing.slot_cycles();
  if (!unchained || *unchained <= 0 || slot <= 0)
    return {evidence.untold(name, yes_or_no, crowded_note)};
  const double rate = tests / *unchained;
  const int pipes = static_cast<int>(std::round(rate));
  const std::string text = "six tests that wait for nothing take " + cycles_text(*unchained) + " cycles";
  if (pipes < 2 || pipes > static_cast<int>(chained_registers.size()) - 1 ||
      std::abs(rate - pipes) > whole_tolerance * pipes)
    return {evidence.untold(name, yes_or_no, text + ", which is no whole number of pipes")};
  const auto chains = timing.time(straight(chained_additions(pipes)));
  const auto one_more = timing.time(straight(chained_additions(pipes + 1)));
  if (!chains || !one_more)
    return {evidence.untold(name, yes_or_no, crowded_note)};
  const std::string figures = text + ", " + std::to_string(pipes) + " chains of additions " + cycles_text(*chains) +
                              ", one chain more " + cycles_text(*one_more);
  const BindingAnswer answer = bound_at_entry({*chains, slot, pipes});
  return {answer.bound ? evidence.told(name, *answer.bound, answer.text + std::string(": ") + figures)
                       : evidence.untold(name, yes_or_no, answer.text + std::string(": ") + figures),
          evidence.told("binding.chains", "cycles", *chains,
                        std::to_string(pipes) + " chains of additions, as many as pipes"),
          evidence.told("binding.chains_and_one", "cycles", *one_more, "one chain more")};
}

} // namespace osaca::measure::core_probes
