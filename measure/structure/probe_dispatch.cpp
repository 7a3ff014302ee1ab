// Operations that need no execution unit, or units that nobody else in the body needs, can only be limited by how many
// are dispatched in a cycle. Several such bodies are timed: the fastest rate is the width if it is a whole number. Nops
// of one byte are timed, too, but do not count: some cores put two of them into one.
#include "measure/structure/evidence.h"
#include "measure/structure/probe.h"
#include "measure/structure/slot_cost.h"

#include "measure/benchmark.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace osaca::measure::structure {
namespace {

struct Mix {
  const char *name;
  const char *body;
};

constexpr std::array<Mix, 4> mixes = {{
    {"8-byte nops", "nopl 512(%rax,%rax)"},
    {"moves of general registers", "mov %r8, %rax\nmov %r9, %rcx\nmov %r10, %rdx\nmov %r11, %rbx"},
    {"nops, additions, loads and vector additions",
     "add %rsi, %rax\nnopl 512(%rax,%rax)\nmov (%rdi), %r8\nvpaddd %xmm1, %xmm2, %xmm3\nnopl 512(%rax,%rax)\n"
     "add %rsi, %rcx\nmov %rsi, %r9\nvpaddd %xmm1, %xmm2, %xmm4\nadd %rsi, %rdx\nnopl 512(%rax,%rax)\n"
     "mov (%rdi), %r10\nmov %rsi, %r11"},
    {"additions, loads and vector operations",
     "add %rsi, %rax\nadd %rsi, %rcx\nmov (%rdi), %r8\nvpaddd %xmm1, %xmm2, %xmm3\nvmulps %xmm1, %xmm2, %xmm4\n"
     "add %rsi, %rdx\nmov (%rdi), %r10\nadd %rsi, %rbx\nvpaddd %xmm1, %xmm2, %xmm5\nadd %rsi, %r9\n"
     "mov (%rdi), %r12\nadd %rsi, %r13"},
}};

} // namespace

Expected<double> slots_per_cycle(std::vector<double> rates) {
  constexpr double tolerance = 0.03;
  if (rates.empty())
    return Error{"nothing ran"};
  const double best = *std::max_element(rates.begin(), rates.end());
  const double whole = std::round(best);
  if (whole < 1 || std::abs(best - whole) > tolerance * whole)
    return Error{"the fastest code does " + cycles_text(best) + " operations per cycle, which is no whole number"};
  return whole;
}

double slot_cycles(Evidence &evidence) {
  const std::optional<double> cycles = evidence.time(straight(mixes[0].body));
  return cycles.value_or(0);
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
  found.push_back(about(width ? all.told("dispatch.width", "operations per cycle", *width, "per cycle: " + text)
                              : all.untold("dispatch.width", "operations per cycle", width.error().message),
                        Aspect::dispatch_width, ""));
  Evidence nops(bench);
  if (const auto cycles = nops.time(straight("nop")))
    found.push_back(nops.told("dispatch.short_nops", "per cycle", 1 / *cycles, "nops of one byte in a straight line"));
  else
    found.push_back(nops.untold("dispatch.short_nops", "per cycle", ""));
  return found;
}

} // namespace osaca::measure::structure
