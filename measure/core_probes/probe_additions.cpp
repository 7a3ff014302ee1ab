// Additions of constants that cores execute at rename, and addresses that are only computed: chains of them by the size
// of the constant; operations that get such a sum late; and lea by the parts of its address.
#include "base/format.h"
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/probe.h"

#include <algorithm>
#include <array>
#include <vector>

namespace osaca::measure::core_probes {
namespace {

constexpr double at_rename_cycles = 0.9; // clearly less than an executed addition takes on any core
constexpr double free_cycles = 0.35;

struct ConstantChain {
  int constant = 0;
  double cycles = 0;
};

std::vector<ConstantChain> chains_by_constant(Evidence &evidence) {
  std::vector<ConstantChain> made;
  for (const int constant : {1, 31, 63, 127, 255, 511, 1000, 1023, 1024, 2047, 4095, 65535})
    if (const auto cycles = evidence.time(straight(format_text("add ${}, %rax", constant))))
      made.push_back({constant, *cycles});
  return made;
}

std::vector<ProbeFinding> constants(Bench &bench) {
  Evidence evidence(bench);
  const std::vector<ConstantChain> chains = chains_by_constant(evidence);
  if (chains.empty())
    return {evidence.make_undetermined("additions.largest_constant", "constant", "")};
  std::string text = "cycles of an addition in a chain by its constant:";
  int largest = 0;
  int largest_free = 0;
  double sum = 0;
  int others = 0;
  for (const ConstantChain &chain : chains) {
    text += format_text(" {}: {}", chain.constant, cycles_text(chain.cycles));
    if (chain.cycles > at_rename_cycles)
      continue;
    largest = std::max(largest, chain.constant);
    if (chain.cycles <= free_cycles)
      largest_free = std::max(largest_free, chain.constant);
    else {
      sum += chain.cycles;
      ++others;
    }
  }
  std::vector<ProbeFinding> found = {evidence.make_finding("additions.largest_constant", "constant", largest, text)};
  if (largest > 0) {
    found.push_back(evidence.make_finding("additions.free_constant", "constant", largest_free,
                                          "additions of constants up to this one take at most 0.35 cycles"));
    found.push_back(evidence.make_finding("additions.latency", "cycles", others > 0 ? sum / others : 0,
                                          "mean of the larger constants that are added at rename"));
  }
  return found;
}

struct LateReader {
  const char *name;
  const char *operation; ///< from rax to rax
};

constexpr std::array<LateReader, 13> late_readers = {{
    {"shl", "shl $1, %rax"},
    {"shr", "shr $1, %rax"},
    {"sar", "sar $1, %rax"},
    {"rol", "rol $3, %rax"},
    {"ror", "ror $3, %rax"},
    {"rorx", "rorx $3, %rax, %rax"},
    {"bswap", "bswap %rax"},
    {"bts", "bts $3, %rax"},
    {"bzhi", "bzhi %r12, %rax, %rax"},
    {"imul", "imul %rbx, %rax"},
    {"and", "and %rbx, %rax"},
    {"not", "not %rax"},
    {"popcnt", "popcnt %rax, %rax"},
}};

/// By how many cycles a chain of the operation gets longer with a small addition before each.
std::vector<ProbeFinding> late_operations(Bench &bench) {
  std::vector<ProbeFinding> found;
  for (const LateReader &one : late_readers) {
    Evidence evidence(bench);
    const auto alone = evidence.time(straight(one.operation));
    const auto behind = evidence.time(straight(std::string("add $1, %rax\n") + one.operation));
    const std::string name = std::string("additions.before_") + one.name;
    if (!alone || !behind)
      found.push_back(evidence.make_undetermined(name, "cycles", ""));
    else
      found.push_back(
          about(evidence.make_finding(
                    name, "cycles", *behind - *alone,
                    format_text("an operation in a chain takes {} cycles, with an addition of 1 before it {}",
                                cycles_text(*alone), cycles_text(*behind))),
                Aspect::none, one.operation));
  }
  return found;
}

struct AddressParts {
  const char *name;
  const char *chain;
  const char *others; ///< several, to registers that nothing reads
};

constexpr std::array<AddressParts, 3> addresses = {{
    {"two_registers", "lea (%rax,%rbx), %rax",
     "lea (%rax,%rbx), %rcx\nlea (%rax,%rbx), %rdx\nlea (%rax,%rbx), %rsi\nlea (%rax,%rbx), %r8\nlea (%rax,%rbx), %r9"},
    {"three_parts", "lea 1(%rax,%rbx), %rax",
     "lea 1(%rax,%rbx), %rcx\nlea 1(%rax,%rbx), %rdx\nlea 1(%rax,%rbx), %rsi\nlea 1(%rax,%rbx), %r8\nlea 1(%rax,%rbx), "
     "%r9"},
    {"scaled", "lea (%rax,%rbx,4), %rax",
     "lea (%rax,%rbx,4), %rcx\nlea (%rax,%rbx,4), %rdx\nlea (%rax,%rbx,4), %rsi\nlea (%rax,%rbx,4), %r8\n"
     "lea (%rax,%rbx,4), %r9"},
}};

std::vector<ProbeFinding> computed_addresses(Bench &bench) {
  constexpr int copies = 5;
  std::vector<ProbeFinding> found;
  for (const AddressParts &one : addresses) {
    const std::string name = std::string("additions.lea_") + one.name;
    Evidence latency(bench);
    if (const auto cycles = latency.time(straight(one.chain)))
      found.push_back(
          about(latency.make_finding(name + ".latency", "cycles", *cycles, "chain"), Aspect::none, one.chain));
    Evidence throughput(bench);
    if (const auto cycles = throughput.time(straight(one.others)))
      found.push_back(
          throughput.make_finding(name + ".throughput", "cycles", *cycles / copies, "five independent ones"));
  }
  return found;
}

} // namespace

std::vector<ProbeFinding> probe_additions(Bench &bench) {
  std::vector<ProbeFinding> found = constants(bench);
  if (found.front().value.value_or(0) > 0)
    for (ProbeFinding &one : late_operations(bench))
      found.push_back(std::move(one));
  for (ProbeFinding &one : computed_addresses(bench))
    found.push_back(std::move(one));
  return found;
}

} // namespace osaca::measure::core_probes
