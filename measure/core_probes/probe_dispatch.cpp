#include "base/format.h"
#include "measure/core_probes/calm_timing.h"
#include "measure/core_probes/dispatch_rules.h"
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/probe.h"
#include "measure/harness/benchmark.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace osaca::measure::core_probes {

// Operations that need no execution unit, or units that nothing else in the body needs, can only be limited by
// dispatch. Several such bodies are timed. The fastest rate is the width if it is a whole number. Nops of one byte are
// timed, too, but do not count, since some cores combine two of them into one macro-op. Some cores decode straight-line
// code more slowly than they dispatch, so a loop is timed as well.

namespace {

struct Mix {
  const char *name;
  const char *body;
};

constexpr std::array<Mix, 4> mixes = {{
    {"8-byte nops", "nopl 512(%rax,%rax)"},
    {"moves of general registers", "mov %r8, %rax\nmov %r9, %rcx\nmov %r10, %rdx\nmov %r11, %rbx"},
    {"moves, additions, loads and vector additions",
     "add %rsi, %rax\nmov %rsi, %r14\nmov (%rdi), %r8\nvpaddd %xmm1, %xmm2, %xmm3\nmov %rsi, %r13\n"
     "add %rsi, %rcx\nmov %rsi, %r9\nvpaddd %xmm1, %xmm2, %xmm4\nadd %rsi, %rdx\nmov %rsi, %r12\n"
     "mov (%rdi), %r10\nmov %rsi, %r11"},
    {"additions, loads and vector operations",
     "add %rsi, %rax\nadd %rsi, %rcx\nmov (%rdi), %r8\nvpaddd %xmm1, %xmm2, %xmm3\nvmulps %xmm1, %xmm2, %xmm4\n"
     "add %rsi, %rdx\nmov (%rdi), %r10\nadd %rsi, %rbx\nvpaddd %xmm1, %xmm2, %xmm5\nadd %rsi, %r9\n"
     "mov (%rdi), %r12\nadd %rsi, %r13"},
}};

/// Instructions that a nop may be combined with.
constexpr std::array<Mix, 8> nop_carriers = {{
    {"addition", "add %rsi, %rax"},
    {"addition_of_immediate", "add $0x12345, %rax"},
    {"move", "mov %rsi, %rax"},
    {"load", "mov (%rdi), %rax"},
    {"store", "mov %rsi, (%rdi)"},
    {"multiplication", "imul %rsi, %rax"},
    {"xmm_addition", "vpaddd %xmm1, %xmm2, %xmm3"},
    {"zmm_addition", "vpaddd %zmm1, %zmm2, %zmm3"},
}};
constexpr std::array<Mix, 2> nops = {{{"short_nop", "nop"}, {"long_nop", "nopl 512(%rax,%rax)"}}};

constexpr const char *many_moves = "mov %rsi, %rcx\nmov %rsi, %rdx\nmov %rsi, %rbx\nmov %rsi, %rbp\nmov %rsi, %r8\n"
                                   "mov %rsi, %r9\nmov %rsi, %r10\nmov %rsi, %r11\nmov %rsi, %r12\nmov %rsi, %r13\n"
                                   "mov %rsi, %r14\nmov %rsi, %rcx\nmov %rsi, %rdx\nmov %rsi, %rbx\n";

/// Compares the pair with the same code in which a move, which uses a slot, replaces the nop.
ProbeFinding nop_after(Bench &bench, const Mix &carrier, const Mix &nop, double slot) {
  Evidence evidence(bench);
  const auto begin = format_text("{}{}\n", many_moves, carrier.body);
  const std::string name = format_text("dispatch.{}_behind_{}", nop.name, carrier.name);
  constexpr int attempts = 3;
  std::optional<bool> is_free;
  std::string text = "the time of a slot is unknown";
  for (int i = 0; i < attempts && !is_free && slot > 0; ++i) {
    const auto with_nop = evidence.time(straight(begin + nop.body));
    const auto with_move = evidence.time(straight(begin + "mov %rsi, %r14"));
    if (!with_nop || !with_move)
      break;
    const double saved = (*with_move - *with_nop) / slot;
    is_free = whole_slot(saved);
    text = format_text("in code of moves, it takes {} slots less than a move", cycles_text(saved));
  }
  return is_free ? evidence.make_finding(name + "_is_free", *is_free, text)
                 : evidence.make_undetermined(name + "_is_free", yes_or_no, text);
}

} // namespace

Expected<double> slots_per_cycle(std::vector<double> rates) {
  constexpr double too_much = 0.03;   // relative to a width: errors of the clock
  constexpr double too_little = 0.06; // disturbances make code slower, never faster
  if (rates.empty())
    return Error{"no code ran"};
  const double best = *std::ranges::max_element(rates);
  const double whole = std::round(best);
  if (whole < 1 || best > (1 + too_much) * whole || best < (1 - too_little) * whole)
    return Error{format_text("the fastest code dispatches {} operations per cycle, which is not a whole number",
                             cycles_text(best))};
  return whole;
}

std::optional<bool> whole_slot(double slots) {
  constexpr double tolerance = 0.35;
  if (std::abs(slots) <= tolerance)
    return false;
  return std::abs(slots - 1) <= tolerance ? std::optional(true) : std::nullopt;
}

namespace {

ProbeCode in_loop(ProbeCode code) {
  constexpr int iterations = 400;
  code.copies = 1;
  code.iterations = iterations;
  return code;
}

constexpr int nops_of_loop = 59;
constexpr const char *nop_of_loop = "nopl 32(%rax)"; // some cores read loops of longer no-ops unevenly

/// With the decrement and the jump, which most cores fuse, it has one macro-op more than no-ops.
ProbeCode loop_of_nops() {
  std::string body = nop_of_loop;
  for (int i = 1; i < nops_of_loop; ++i)
    body += std::string("\n") + nop_of_loop;
  return in_loop(straight(body));
}

double least_cycles(Evidence &evidence, const ProbeCode &code) {
  constexpr int attempts = 3;
  double least = 0;
  for (int i = 0; i < attempts; ++i)
    if (const auto cycles = evidence.time(code))
      least = least > 0 ? std::min(least, *cycles) : *cycles;
  return least;
}

} // namespace

double slot_cycles(Evidence &evidence) { return least_cycles(evidence, straight(mixes[0].body)); }

std::vector<ProbeFinding> probe_dispatch(Bench &bench) {
  std::vector<ProbeFinding> found;
  Evidence all(bench);
  std::vector<double> rates;
  std::string text;
  for (const Mix &mix : mixes)
    if (const auto cycles = all.time(straight(mix.body))) {
      rates.push_back(line_count(mix.body) / *cycles);
      text += format_text("{}{} {}", text.empty() ? "" : "; ", cycles_text(rates.back()), mix.name);
    }
  if (const auto cycles = all.time(loop_of_nops())) {
    rates.push_back((nops_of_loop + 1) / *cycles);
    text += format_text("; {} macro-ops of a loop", cycles_text(rates.back()));
  }
  const Expected<double> width = slots_per_cycle(rates);
  found.push_back(
      about(width ? all.make_finding("dispatch.width", "operations per cycle", *width, "operations per cycle: " + text)
                  : all.make_undetermined("dispatch.width", "operations per cycle",
                                          format_text("{}; {}", width.error().message, text)),
            Aspect::dispatch_width, ""));
  Evidence alone(bench);
  if (const auto cycles = alone.time(straight("nop")))
    found.push_back(
        alone.make_finding("dispatch.short_nops", "per cycle", 1 / *cycles, "one-byte nops in straight-line code"));
  else
    found.push_back(alone.make_undetermined("dispatch.short_nops", "per cycle", ""));
  const double slot = slot_cycles(alone);
  for (const Mix &nop : nops)
    for (const Mix &carrier : nop_carriers)
      found.push_back(nop_after(bench, carrier, nop, slot));
  return found;
}

// Operations that dispatch splits because of an indexed load: at which positions of a cycle they are possible, and how
// many. Increasing numbers of such operations and no-ops are timed. The rule that explains these times best is chosen.

namespace {

constexpr int fewest_nops = 3;
constexpr int most_nops = 10;

std::string split_code(int splits, const std::string &no_op, int no_ops) {
  std::string text;
  for (int i = 0; i < splits; ++i)
    text += format_text("vaddps (%rsi,%rcx), %ymm0, %ymm{}\n", i + 1);
  for (int i = 0; i < no_ops; ++i)
    text += no_op + "\n";
  text.pop_back();
  return text;
}

} // namespace

std::vector<ProbeFinding> probe_splits(Bench &bench) {
  const std::string name = "splits.among_first";
  Evidence evidence(bench);
  const double straight_slot = slot_cycles(evidence);
  const double loop_slot = least_cycles(evidence, loop_of_nops()) / (nops_of_loop + 1);
  constexpr double clearly_faster = 0.9;
  const bool as_loop = loop_slot > 0 && loop_slot < clearly_faster * straight_slot;
  const double slot = as_loop ? loop_slot : straight_slot;
  const int width = slot > 0 ? static_cast<int>(std::lround(1 / slot)) : 0;
  if (width < 2)
    return {evidence.make_undetermined(name, "macro-ops of a cycle", "the dispatch width is unknown")};
  std::vector<TimedSplits> timed;
  std::string text = "cycles by number of operations with an indexed load + nops:";
  for (const int splits : {1, 2, 3})
    for (int no_ops = fewest_nops; no_ops <= most_nops; ++no_ops) {
      // In a loop, the fused jump takes the place of the last no-op.
      const std::string code =
          as_loop ? split_code(splits, nop_of_loop, no_ops - 1) : split_code(splits, mixes[0].body, no_ops);
      const ProbeCode in_line = straight(code, "xor %ecx, %ecx");
      const auto cycles = evidence.time(as_loop ? in_loop(in_line) : in_line);
      if (!cycles)
        return {evidence.make_undetermined(name, "macro-ops of a cycle", "")};
      timed.push_back({splits, no_ops, *cycles});
      text += format_text(" {}+{}: {}", splits, no_ops, cycles_text(*cycles));
    }
  const std::optional<SplitRule> rule = split_rule(timed, width);
  if (!rule)
    return {evidence.make_undetermined(name, "macro-ops of a cycle", "no rule explains these times; " + text)};
  return {about(evidence.make_finding(name, "macro-ops of a cycle", rule->among_first, text), Aspect::split_among_first,
                ""),
          about(evidence.make_finding("splits.per_cycle", "per cycle", rule->per_cycle,
                                      rule->among_first == 0 ? "there is no such limit" : "split operations per cycle"),
                Aspect::splits_per_cycle, "")};
}

// Operations whose load is a macro-op of its own. Each is timed among no-ops next to an operation that differs only in
// the property that may matter.

namespace {

struct UnfusedCase {
  const char *name;
  const char *operation;
  const char *other;
};

constexpr std::array<UnfusedCase, 8> unfused_cases = {{
    {"vector_immediate", "vpshufd $1, (%rsi), %xmm1", "vpaddd (%rsi), %xmm0, %xmm1"},
    {"vector_immediate_ymm", "vshufps $1, (%rsi), %ymm0, %ymm1", "vpaddd (%rsi), %ymm0, %ymm1"},
    {"relative_immediate", "cmpl $1, constant(%rip)", "cmpl %ecx, constant(%rip)"},
    {"shlx", "shlx %rcx, (%rsi), %r8", "popcnt (%rsi), %r8"},
    {"rorx", "rorx $1, (%rsi), %r8", "popcnt (%rsi), %r8"},
    {"bt", "btl $3, (%rsi)", "cmpl $3, (%rsi)"},
    {"compare_to_mask", "vpcmpeqd (%rsi), %ymm0, %k1", "vpaddd (%rsi), %ymm0, %ymm1"},
    {"test_to_mask", "vptestmd (%rsi), %ymm0, %k1", "vpaddd (%rsi), %ymm0, %ymm1"},
}};

ProbeCode among_no_ops(const std::string &operation) {
  constexpr int no_ops = 9; // enough that only dispatch limits the code
  std::string body = operation;
  for (int i = 0; i < no_ops; ++i)
    body += "\nnopl 8(%rax)";
  ProbeCode code = straight(body);
  code.constants = "constant: .quad 5";
  return code;
}

} // namespace

std::vector<ProbeFinding> probe_unfused(Bench &bench) {
  constexpr int attempts = 3;
  std::vector<ProbeFinding> found;
  Evidence no_ops(bench);
  const double slot = slot_cycles(no_ops);
  for (const UnfusedCase &pair : unfused_cases) {
    const std::string name = std::string("unfused.") + pair.name;
    Evidence evidence(bench);
    std::optional<bool> takes_one;
    std::string text = "the time of a slot is unknown";
    for (int i = 0; i < attempts && !takes_one && slot > 0; ++i) {
      const auto own = evidence.time(among_no_ops(pair.operation));
      const auto other = evidence.time(among_no_ops(pair.other));
      if (!own || !other)
        break;
      takes_one = whole_slot((*own - *other) / slot);
      text = format_text("cycles with nine nops: {}; of `{}` instead: {}", cycles_text(*own), pair.other,
                         cycles_text(*other));
    }
    ProbeFinding one =
        takes_one ? evidence.make_finding(name, *takes_one, text) : evidence.make_undetermined(name, yes_or_no, text);
    found.push_back(about(std::move(one), Aspect::none, pair.operation));
  }
  return found;
}

} // namespace osaca::measure::core_probes
