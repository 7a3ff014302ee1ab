// Operations that need no execution unit, or units that nobody else in the body needs, can only be limited by how many
// are dispatched in a cycle. Several such bodies are timed: the fastest rate is the width if it is a whole number. Nops
// of one byte are timed, too, but do not count: some cores put two of them into one.
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/probe.h"
#include "measure/core_probes/slot_cost.h"

#include "measure/harness/benchmark.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace osaca::measure::core_probes {
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

/// What a nop may be put into.
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

/// Against the same with a move in the nop's place, which takes a slot.
Finding nop_behind(Bench &bench, const Mix &carrier, const Mix &nop, double slot) {
  Evidence evidence(bench);
  const auto begin = std::string(many_moves) + carrier.body + "\n";
  const std::string name = std::string("dispatch.") + nop.name + "_behind_" + carrier.name;
  constexpr int attempts = 3;
  std::optional<bool> is_free;
  std::string text = "what a slot costs is not known";
  for (int i = 0; i < attempts && !is_free && slot > 0; ++i) {
    const auto with_nop = evidence.time(straight(begin + nop.body));
    const auto with_move = evidence.time(straight(begin + "mov %rsi, %r14"));
    if (!with_nop || !with_move)
      break;
    const double saved = (*with_move - *with_nop) / slot;
    is_free = whole_slot(saved);
    text = "among moves it takes " + cycles_text(saved) + " slots less than another move";
  }
  return is_free ? evidence.told(name + "_is_free", *is_free, text)
                 : evidence.untold(name + "_is_free", yes_or_no, text);
}

} // namespace

Expected<double> slots_per_cycle(std::vector<double> rates) {
  constexpr double too_much = 0.03;   // of a width: of the clock
  constexpr double too_little = 0.06; // what disturbs makes code slower, never faster
  if (rates.empty())
    return Error{"nothing ran"};
  const double best = *std::ranges::max_element(rates);
  const double whole = std::round(best);
  if (whole < 1 || best > (1 + too_much) * whole || best < (1 - too_little) * whole)
    return Error{"the fastest code does " + cycles_text(best) + " operations per cycle, which is no whole number"};
  return whole;
}

std::optional<bool> whole_slot(double slots) {
  constexpr double tolerance = 0.35;
  if (std::abs(slots) <= tolerance)
    return false;
  return std::abs(slots - 1) <= tolerance ? std::optional(true) : std::nullopt;
}

double slot_cycles(Evidence &evidence) {
  constexpr int attempts = 3;
  double least = 0;
  for (int i = 0; i < attempts; ++i)
    if (const auto cycles = evidence.time(straight(mixes[0].body)))
      least = least > 0 ? std::min(least, *cycles) : *cycles;
  return least;
}

std::vector<Finding> probe_dispatch(Bench &bench) {
  std::vector<Finding> found;
  Evidence all(bench);
  std::vector<double> rates;
  std::string text;
  for (const Mix &mix : mixes)
    if (const auto cycles = all.time(straight(mix.body))) {
      rates.push_back(line_count(mix.body) / *cycles);
      text += (text.empty() ? "" : "; ") + cycles_text(rates.back()) + " " + mix.name;
    }
  const Expected<double> width = slots_per_cycle(rates);
  found.push_back(about(width
                            ? all.told("dispatch.width", "operations per cycle", *width, "per cycle: " + text)
                            : all.untold("dispatch.width", "operations per cycle", width.error().message + "; " + text),
                        Aspect::dispatch_width, ""));
  Evidence alone(bench);
  if (const auto cycles = alone.time(straight("nop")))
    found.push_back(alone.told("dispatch.short_nops", "per cycle", 1 / *cycles, "nops of one byte in a straight line"));
  else
    found.push_back(alone.untold("dispatch.short_nops", "per cycle", ""));
  const double slot = slot_cycles(alone);
  for (const Mix &nop : nops)
    for (const Mix &carrier : nop_carriers)
      found.push_back(nop_behind(bench, carrier, nop, slot));
  return found;
}

} // namespace osaca::measure::core_probes
