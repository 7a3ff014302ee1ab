#include "base/format.h"
#include "measure/core_probes/calm_timing.h"
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/probe.h"

namespace osaca::measure::core_probes {

// Whether the result of a vector operation for a general register delays integer operations that share no port with it.
// If the result only needed a port for integer operations, it would delay eight of them by a fraction of a cycle.

std::vector<ProbeFinding> probe_vector_results(Bench &bench) {
  const std::string name = "vector_results.delay";
  constexpr double surely_late = 0.8; // cycles
  constexpr double surely_not_late = 0.5;
  std::string additions;
  for (const char *to : {"%rax", "%rcx", "%rdx", "%r8", "%r9", "%r10", "%r11", "%rdi"})
    additions += format_text("lea 1(%rsi), {}\n", to);
  Evidence evidence(bench);
  CalmTiming timing(evidence);
  const auto alone = timing.time(straight(additions));
  const auto beside = timing.time(straight(additions + "movd %xmm2, %ebx\n"));
  if (!alone || !beside)
    return {evidence.make_undetermined(name, yes_or_no, crowded_note)};
  const double delay = *beside - *alone;
  const std::string text = format_text("eight additions take {} cycles, and {} with a movd to a general register",
                                       cycles_text(*alone), cycles_text(*beside));
  if (delay > surely_not_late && delay < surely_late)
    return {evidence.make_undetermined(name, yes_or_no, text)};
  return {about(evidence.make_finding(name, delay >= surely_late, text), Aspect::vector_results, "")};
}

} // namespace osaca::measure::core_probes
