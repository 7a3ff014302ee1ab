// Jumps without effect: the smallest loop, taken jumps at several distances, jumps that are not taken, and how many
// taken ones in a ring keep their speed; and the cost of a misprediction.
#include "base/format.h"
#include "measure/core_probes/calm_timing.h"
#include "measure/core_probes/dispatch_rules.h"
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/probe.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace osaca::measure::core_probes {
namespace {

constexpr int enough_iterations = 500;

ProbeFinding smallest_loop(Bench &bench) {
  Evidence evidence(bench);
  ProbeCode code;
  code.iterations = enough_iterations;
  const auto cycles = evidence.time(code);
  if (!cycles)
    return evidence.make_undetermined("branches.smallest_loop", "cycles", "");
  return about(
      evidence.make_finding("branches.smallest_loop", "cycles", *cycles, "one iteration of a counter and a jump"),
      Aspect::taken_branch_cycles, "");
}

/// Loops of long no-ops, a counter and a jump, with increasing size.
ProbeFinding read_up_to_jump(Bench &bench) {
  const std::string name = "branches.read_per_cycle";
  constexpr int most_nops = 20;
  Evidence evidence(bench);
  const double slot = slot_cycles(evidence);
  const int width = slot > 0 ? static_cast<int>(std::lround(1 / slot)) : 0;
  std::vector<TimedLoop> timed;
  std::string text = "cycles of a loop by its number of nops:";
  for (int no_ops = 1; no_ops <= most_nops; ++no_ops) {
    ProbeCode code;
    code.iterations = enough_iterations;
    for (int i = 0; i < no_ops; ++i)
      code.body += std::string(i == 0 ? "" : "\n") + "nopl 512(%rax,%rax)";
    const auto cycles = evidence.time(code);
    if (!cycles)
      return evidence.make_undetermined(name, "macro-ops", "");
    timed.push_back({no_ops + 1, *cycles});
    text += format_text(" {}: {}", no_ops, cycles_text(*cycles));
  }
  // Counter and jump are one macro-op if the core fuses them, otherwise two.
  std::optional<int> found = read_per_cycle(timed, width);
  for (TimedLoop &one : timed)
    ++one.macro_ops;
  if (!found)
    found = read_per_cycle(timed, width);
  return found ? about(evidence.make_finding(name, "macro-ops", *found, text), Aspect::ops_read_per_cycle, "")
               : evidence.make_undetermined(name, "macro-ops", "no number of macro-ops explains these times; " + text);
}

ProbeCode ring(int jumps, int apart_bytes) {
  ProbeCode code;
  code.copies = jumps;
  code.body = format_text("jmp next@\n.balign {}\nnext@:", apart_bytes);
  constexpr int most_cached = 500;
  code.iterations = 10;
  code.misses_caches = jumps > most_cached;
  return code;
}

ProbeFinding taken_apart(Bench &bench, int bytes) {
  constexpr int jumps = 40;
  Evidence evidence(bench);
  const auto cycles = evidence.time(ring(jumps, bytes));
  const std::string name = format_text("branches.taken_{}_bytes_apart", bytes);
  if (!cycles)
    return evidence.make_undetermined(name, "cycles", "");
  return evidence.make_finding(name, "cycles", *cycles,
                               format_text("per jump; the loop has {} jumps, each to the next one", jumps));
}

ProbeFinding not_taken_jumps(Bench &bench) {
  Evidence evidence(bench);
  const auto cycles = evidence.time(straight("jo next@\nnext@:\nnopl 512(%rax,%rax)", "test %rax, %rax"));
  if (!cycles)
    return evidence.make_undetermined("branches.not_taken", "cycles", "");
  return evidence.make_finding("branches.not_taken", "cycles", *cycles, "a jump that is never taken, and a nop");
}

ProbeFinding remembered(Bench &bench) {
  constexpr int apart_bytes = 16;
  Evidence evidence(bench);
  const std::vector<int> grid = {32,   64,   128,  256,  384,  512,  640,  768,  896, 1024,
                                 1280, 1536, 1792, 2048, 2560, 3072, 4096, 6144, 8192};
  const KneeSearch search = find_rise([&](int jumps) { return evidence.time(ring(jumps, apart_bytes)); }, grid, 0.15);
  ProbeFinding made = evidence.make_undetermined("branches.remembered", "taken jumps", search.why_not);
  if (search.knee)
    made = evidence.make_finding(
        "branches.remembered", "taken jumps", search.knee->last_before,
        format_text("in a ring of up to this many, 16 bytes apart, a jump takes {} cycles, in a ring "
                    "of 8,192 {}; the core cannot hold the targets or the code of larger rings",
                    cycles_text(search.knee->low), cycles_text(search.knee->high)));
  made.curve = Curve{"taken jumps", "cycles per jump", search.points};
  return made;
}

/// A random number generator decides the direction of a branch, so about every second iteration takes the path that was
/// not predicted. The chain of random numbers does not wait for the branch. An iteration begins when the branch of the
/// previous one was executed and code of the right path arrived.
ProbeFinding mispredicted(Bench &bench) {
  const std::string name = "branches.mispredicted";
  const auto testing = [](const std::string &bits) {
    ProbeCode code;
    code.iterations = 4 * enough_iterations;
    code.before = "rdtsc\nmovabsq $6364136223846793005, %rbx"; // a new sequence each time, since the predictor could
                                                               // learn a fixed one
    code.body =
        format_text("imulq %rbx, %rax\naddq $12345, %rax\nbtq $61, {}\njc next@\nnopl 512(%rax,%rax)\nnext@:", bits);
    return code;
  };
  Evidence evidence(bench);
  const auto foretold = evidence.time(testing("%rbx"));
  const auto random = evidence.time(testing("%rax"));
  if (!foretold || !random)
    return evidence.make_undetermined(name, "cycles", "");
  constexpr double test_and_branch = 2;
  const double begins_again = 2 * *random - *foretold - (*foretold + test_and_branch);
  const std::string text =
      format_text("{} cycles per iteration with a random branch, {} with a branch that always goes the same way; half "
                  "of the random ones are mispredicted, and 2 cycles for the test and the branch are subtracted",
                  cycles_text(*random), cycles_text(*foretold));
  if (begins_again < 1)
    return evidence.make_undetermined(name, "cycles", "no difference: " + text);
  return about(evidence.make_finding(name, "cycles", begins_again, text), Aspect::misprediction_cycles, "");
}

/// A loop that only counts, inside the loop that is timed. Both jump back `iterations` times altogether.
ProbeCode short_loop(int iterations) {
  ProbeCode code;
  code.iterations = enough_iterations;
  code.body = format_text("movl ${}, %ebx\nnext@:\ndecl %ebx\njnz next@", iterations);
  return code;
}

/// The core may mispredict the end of some of these loops, so the lowest time counts.
ProbeFinding end_of_run(Bench &bench) {
  const std::string name = "branches.end_of_run";
  Evidence evidence(bench);
  ProbeCode empty;
  empty.iterations = enough_iterations;
  const auto jump = evidence.time(empty);
  std::optional<double> lowest;
  std::string text = "cycles of an outer loop by the iterations of its inner loop:";
  for (const int iterations : {5, 6, 7, 8, 9, 10, 12}) {
    const auto cycles = jump ? evidence.time(short_loop(iterations)) : std::nullopt;
    if (!cycles)
      return evidence.make_undetermined(name, "cycles", "");
    const double rest = *cycles - iterations * *jump;
    lowest = std::min(lowest.value_or(rest), rest);
    text += format_text(" {}: {}", iterations, cycles_text(*cycles));
  }
  return about(
      evidence.make_finding(name, "cycles", std::max(0.0, *lowest),
                            format_text("{}; {} cycles per iteration are subtracted", text, cycles_text(*jump))),
      Aspect::run_end_cycles, "");
}

} // namespace

std::vector<ProbeFinding> probe_branches(Bench &bench) {
  std::vector<ProbeFinding> found = {smallest_loop(bench)};
  for (const int bytes : {2, 4, 8, 16, 32, 64, 128})
    found.push_back(taken_apart(bench, bytes));
  found.push_back(read_up_to_jump(bench));
  found.push_back(not_taken_jumps(bench));
  found.push_back(remembered(bench));
  found.push_back(mispredicted(bench));
  found.push_back(end_of_run(bench));
  return found;
}

} // namespace osaca::measure::core_probes
