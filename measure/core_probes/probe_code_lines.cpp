#include "base/format.h"
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/probe.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace osaca::measure::core_probes {

// How fast a loop is read by the lines of 64 bytes that it occupies. The loops contain no-ops, which need nothing but
// to be read and dispatched. The bench adds a decrement and a jump, which most cores fuse.

namespace {

constexpr int loop_iterations = 400; // no predictor knows when such a loop ends

/// Cycles of one iteration.
std::optional<double> loop_cycles(Evidence &evidence, const char *no_op, int count) {
  ProbeCode code;
  for (int i = 0; i < count; ++i)
    code.body += std::string(i == 0 ? "" : "\n") + no_op;
  code.iterations = loop_iterations;
  return evidence.time(code);
}

/// Loops of no-ops of 10 bytes. With six more, the loop is about a line longer. Few cores dispatch six no-ops in less
/// than a cycle, and those that do show here whether they read a line in less than a cycle.
ProbeFinding lines_per_cycle(Bench &bench) {
  const std::string name = "code_lines.per_cycle";
  constexpr const char *ten_bytes = "nopw %cs:512(%rax,%rax)";
  constexpr int in_a_line = 6;
  constexpr int short_lines = 4;
  constexpr int long_lines = 16;
  Evidence evidence(bench);
  const auto shorter = loop_cycles(evidence, ten_bytes, in_a_line * short_lines);
  const auto longer = loop_cycles(evidence, ten_bytes, in_a_line * long_lines);
  if (!shorter || !longer)
    return evidence.make_undetermined(name, "lines", "");
  if (*longer <= *shorter)
    return evidence.make_undetermined(name, "lines", "loops in more lines take no longer");
  constexpr double lines_more = 10.0 * in_a_line * (long_lines - short_lines) / 64;
  return evidence.make_finding(name, "lines", lines_more / (*longer - *shorter),
                               format_text("loops of no-ops of 10 bytes: {} take {} cycles, {} take {}",
                                           in_a_line * short_lines, cycles_text(*shorter), in_a_line * long_lines,
                                           cycles_text(*longer)));
}

/// Loops of more and more no-ops of one byte, all in one line. If a line can only be read in parts, the time rises in
/// steps, where dispatch would let it rise evenly.
ProbeFinding macro_ops_of_a_line(Bench &bench) {
  const std::string name = "code_lines.read_of_one_line";
  constexpr int most_no_ops = 55;
  constexpr double clear_step = 0.75; // cycles; dispatch adds at most a quarter for each no-op
  Evidence evidence(bench);
  std::vector<CurvePoint> points;
  std::optional<int> before_step;
  for (int no_ops = 4; no_ops <= most_no_ops; ++no_ops) {
    const auto cycles = loop_cycles(evidence, "nop", no_ops);
    if (!cycles)
      return evidence.make_undetermined(name, "macro-ops", "");
    if (!before_step && !points.empty() && *cycles > points.back().y + clear_step)
      before_step = no_ops; // no-ops before the step and the jump
    points.push_back({no_ops + 1, *cycles});
  }
  ProbeFinding made = before_step
                          ? evidence.make_finding(name, "macro-ops", *before_step,
                                                  "loops in one line with up to this many macro-ops have no step")
                          : evidence.make_undetermined(name, "macro-ops", "no loop in one line takes a step");
  made.curve = Curve{"macro-ops of the loop", "cycles per iteration", points};
  return made;
}

} // namespace

std::vector<ProbeFinding> probe_code_lines(Bench &bench) {
  return {lines_per_cycle(bench), macro_ops_of_a_line(bench)};
}

} // namespace osaca::measure::core_probes
