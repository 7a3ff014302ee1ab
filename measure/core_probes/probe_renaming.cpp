// Stores and loads of one place through one register. A core that renames memory gives the load the register that the
// store wrote, so the chain takes hardly longer than without memory. The same chain through another register with the
// same address distinguishes this from forwarding.
#include "base/format.h"
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/probe.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace osaca::measure::core_probes {
namespace {

struct RenamingCase {
  const char *name;
  const char *renamed;   ///< through one register
  const char *forwarded; ///< through an address that is not known before execution
  const char *subject;   ///< store and load, for models; empty: models have no such rule
  const char *what;
};

constexpr std::array<RenamingCase, 20> cases = {{
    {"general_64", "mov %rax, (%rdi)\nmov (%rdi), %rax", "mov %rax, (%rdi)\nmov (%rsi), %rax",
     "mov %rax, (%rdi); mov (%rdi), %rax", "64 bits"},
    {"general_32", "mov %eax, (%rdi)\nmov (%rdi), %eax", "mov %eax, (%rdi)\nmov (%rsi), %eax",
     "mov %eax, (%rdi); mov (%rdi), %eax", "32 bits"},
    {"general_16", "mov %ax, (%rdi)\nmovzwl (%rdi), %eax", "mov %ax, (%rdi)\nmovzwl (%rsi), %eax",
     "mov %ax, (%rdi); movzwl (%rdi), %eax", "16 bits, with zero extension"},
    {"general_8", "mov %al, (%rdi)\nmovzbl (%rdi), %eax", "mov %al, (%rdi)\nmovzbl (%rsi), %eax",
     "mov %al, (%rdi); movzbl (%rdi), %eax", "8 bits, with zero extension"},
    {"sign_extended", "mov %eax, (%rdi)\nmovslq (%rdi), %rax", "mov %eax, (%rdi)\nmovslq (%rsi), %rax",
     "mov %eax, (%rdi); movslq (%rdi), %rax", "32 bits, with sign extension"},
    {"narrower", "mov %rax, (%rdi)\nmov (%rdi), %eax", "mov %rax, (%rdi)\nmov (%rsi), %eax", "",
     "32 of 64 stored bits"},
    {"xmm", "vmovups %xmm0, (%rdi)\nvmovups (%rdi), %xmm0", "vmovups %xmm0, (%rdi)\nvmovups (%rsi), %xmm0",
     "vmovups %xmm0, (%rdi); vmovups (%rdi), %xmm0", "xmm"},
    {"ymm", "vmovups %ymm0, (%rdi)\nvmovups (%rdi), %ymm0", "vmovups %ymm0, (%rdi)\nvmovups (%rsi), %ymm0",
     "vmovups %ymm0, (%rdi); vmovups (%rdi), %ymm0", "ymm"},
    {"zmm", "vmovups %zmm0, (%rdi)\nvmovups (%rdi), %zmm0", "vmovups %zmm0, (%rdi)\nvmovups (%rsi), %zmm0",
     "vmovups %zmm0, (%rdi); vmovups (%rdi), %zmm0", "zmm"},
    {"displacement", "mov %rax, 64(%rdi)\nmov 64(%rdi), %rax", "mov %rax, 64(%rdi)\nmov 64(%rsi), %rax", "",
     "a displacement"},
    {"large_displacement", "mov %rax, 0x1000(%rdi)\nmov 0x1000(%rdi), %rax",
     "mov %rax, 0x1000(%rdi)\nmov 0x1000(%rsi), %rax", "", "a displacement of 32 bits"},
    {"index", "mov %rax, (%rdi,%rcx,8)\nmov (%rdi,%rcx,8), %rax", "mov %rax, (%rdi,%rcx,8)\nmov (%rsi,%rcx,8), %rax",
     "", "an index"},
    {"stack_pointer", "mov %rax, -8(%rsp)\nmov -8(%rsp), %rax", "mov %rax, (%rdi)\nmov (%rsi), %rax", "",
     "the stack pointer"},
    {"push_pop", "push %rax\npop %rax", "mov %rax, (%rdi)\nmov (%rsi), %rax", "push %rax; pop %rax", "push and pop"},
    {"moved_base", "mov %rax, (%rdi)\nadd $8, %rdi\nmov -8(%rdi), %rax", "mov %rax, (%rdi)\nmov (%rsi), %rax", "",
     "a base that a constant is added to in between"},
    {"copied_base", "mov %rdi, %rdx\nmov %rax, (%rdi)\nmov (%rdx), %rax", "mov %rax, (%rdi)\nmov (%rsi), %rax", "",
     "a copy of the base"},
    {"load_operation", "mov %rax, (%rdi)\nadd (%rdi), %rax", "mov %rax, (%rdi)\nadd (%rsi), %rax",
     "mov %rax, (%rdi); add (%rdi), %rax", "an addition from memory"},
    {"in_place_64", "addq %rcx, (%rdi)", "mov %rax, (%rdi)\nmov (%rsi), %rax\nadd %rcx, %rax",
     "add %rcx, (%rdi); add %rcx, (%rdi)", "an addition to memory, 64 bits"},
    {"in_place_32", "addl %ecx, (%rdi)", "mov %eax, (%rdi)\nmov (%rsi), %eax\nadd %ecx, %eax",
     "add %ecx, (%rdi); add %ecx, (%rdi)", "an addition to memory, 32 bits"},
    {"in_place_8", "addb %cl, (%rdi)", "mov %al, (%rdi)\nmovzbl (%rsi), %eax\nadd %ecx, %eax",
     "add %cl, (%rdi); add %cl, (%rdi)", "an addition to memory, 8 bits"},
}};

// Index and addends are zero, so memory does not change.
constexpr const char *before = "xor %ecx, %ecx\nlea 0x400(%rbx), %rdi\nmov %rdi, %rsi\nadd %rcx, %rsi";

/// Between these two values the result is not clear.
constexpr double surely_renamed = 0.6;
constexpr double surely_forwarded = 0.85;

enum class Answer { yes, no, unclear };

/// A value that arrives clearly earlier than a load alone allows did not pass through memory, even if the forwarded one
/// did not either.
Answer compare(double renamed, double forwarded, double load) {
  return renamed <= surely_renamed * std::max(forwarded, load) ? Answer::yes
         : renamed >= surely_forwarded * forwarded             ? Answer::no
                                                               : Answer::unclear;
}

std::string with_stores_between(int stores, const char *base) {
  std::string text = "mov %rax, (%rdi)\n";
  for (int i = 1; i <= stores; ++i)
    text += format_text("mov %rcx, {}(%rdi)\n", 8 * i);
  // A slow chain, so that the number of stores per cycle does not matter.
  return format_text("{}mov ({}), %rax\nimul $1, %rax, %rax\nimul $1, %rax, %rax\nimul $1, %rax, %rax", text, base);
}

ProbeFinding stores_between(Bench &bench) {
  constexpr int most = 14;
  constexpr double surely_saved = 0.6; // of the gain from renaming without stores in between
  constexpr double surely_not = 0.25;
  constexpr double least_cycles = 2;
  const std::string name = "renaming.stores_between";
  Evidence evidence(bench);
  std::string text = "cycles saved by renaming, by number of stores in between:";
  double full = 0;
  for (int stores = 0; stores <= most; ++stores) {
    const auto renamed = evidence.time(straight(with_stores_between(stores, "%rdi"), before));
    const auto forwarded = evidence.time(straight(with_stores_between(stores, "%rsi"), before));
    if (!renamed || !forwarded)
      return evidence.make_undetermined(name, "stores", "");
    const double saved = *forwarded - *renamed;
    text += " " + cycles_text(saved);
    if (stores == 0)
      full = saved;
    if (full < least_cycles)
      return evidence.make_undetermined(name, "stores", "loads are not renamed, or are renamed through any register");
    if (saved <= surely_not * full)
      return evidence.make_finding(name, "stores", stores - 1, text);
    if (saved < surely_saved * full)
      return evidence.make_undetermined(name, "stores", text);
  }
  return evidence.make_undetermined(name, "stores", "more stores than were tested; " + text);
}

/// A store, and loads from its place or from others.
std::string loads_after_store(int loads, int first_place) {
  std::string text = "mov %rax, (%rdi)";
  for (int i = 0; i < loads; ++i)
    text += format_text("\nmov {}(%rdi), %r{}", first_place == 0 ? 0 : first_place + 8 * i, 8 + i);
  return text;
}

/// Whether only one load per cycle is renamed although more can be executed.
ProbeFinding loads_in_turns(Bench &bench) {
  constexpr int most_loads = 5;
  constexpr int elsewhere = 128; // bytes
  constexpr double surely_renamed_cycles = 2;
  constexpr double scatter = 0.15;
  const std::string name = "renaming.loads_in_turns";
  Evidence evidence(bench);
  const auto chain = evidence.time(straight("mov %rax, (%rdi)\nmov (%rdi), %rax", before));
  const auto per_load = [&](int place) -> std::optional<double> {
    const auto one = evidence.fastest(straight(loads_after_store(1, place), before));
    const auto most = evidence.fastest(straight(loads_after_store(most_loads, place), before));
    return one && most ? std::optional((*most - *one) / (most_loads - 1)) : std::nullopt;
  };
  const auto renamed = per_load(0);
  const auto others = per_load(elsewhere);
  if (!chain || !renamed || !others)
    return evidence.make_undetermined(name, yes_or_no, "");
  if (*chain > surely_renamed_cycles)
    return evidence.make_undetermined(
        name, yes_or_no, format_text("loads are not renamed: a chain takes {} cycles", cycles_text(*chain)));
  const std::string text = format_text("each further load of the stored value takes {} cycles, of other places {}",
                                       cycles_text(*renamed), cycles_text(*others));
  const bool one_in_a_cycle = std::abs(*renamed - 1) <= scatter && *others < 1 - 2 * scatter;
  if (!one_in_a_cycle && *renamed > *others + scatter)
    return evidence.make_undetermined(name, yes_or_no, text);
  return about(evidence.make_finding(name, one_in_a_cycle, text), Aspect::renamed_loads_in_turns, "");
}

/// A loop with stores and loads of as many places, each through two registers that are computed in each iteration.
ProbeCode pairs_of_registers(int count) {
  constexpr int line_bytes = 64;
  constexpr int loop_iterations = 200;
  std::string text;
  for (int i = 0; i < count; ++i)
    text += format_text("{}lea {}(%rdi), %r8\nmov %rax, (%r8)\nlea {}(%rdi), %r9\nmov (%r9), %rax", i > 0 ? "\n" : "",
                        line_bytes * i, line_bytes * i);
  return {.before = before, .body = text, .iterations = loop_iterations};
}

/// How many loads in a loop the core renames because it has learned which stores they belong to.
ProbeFinding learned_pairs(Bench &bench) {
  constexpr int most = 64;
  constexpr double surely_renamed_cycles = 2; // per pair
  const std::string name = "renaming.learned_pairs";
  Evidence evidence(bench);
  int learned = 0;
  std::string text = "cycles per pair:";
  for (int pairs = 1; pairs <= most; pairs += pairs < 8 ? 7 : 1) {
    const auto cycles = evidence.time(pairs_of_registers(pairs));
    if (!cycles)
      return evidence.make_undetermined(name, "pairs", "");
    const double each = *cycles / pairs;
    if (each > surely_renamed_cycles) {
      text += format_text(" {} for {}", cycles_text(each), pairs);
      return evidence.make_finding(name, "pairs", learned, text);
    }
    text = format_text("cycles per pair: {} for {},", cycles_text(each), pairs);
    learned = pairs;
  }
  return evidence.make_undetermined(name, "pairs", "more pairs than were tested");
}

} // namespace

std::vector<ProbeFinding> probe_renaming(Bench &bench) {
  std::vector<ProbeFinding> found;
  const auto load = Evidence(bench).time(straight("mov (%rax), %rax"));
  for (const RenamingCase &one : cases) {
    Evidence evidence(bench);
    const auto renamed = evidence.time(straight(one.renamed, before));
    const auto forwarded = evidence.time(straight(one.forwarded, before));
    const std::string name = std::string("renaming.") + one.name;
    if (!renamed || !forwarded || !load) {
      found.push_back(evidence.make_undetermined(name, yes_or_no, ""));
      continue;
    }
    const std::string text = format_text("{}: a chain takes {} cycles, without renaming {}, and a load alone {}",
                                         one.what, cycles_text(*renamed), cycles_text(*forwarded), cycles_text(*load));
    const Answer answer = compare(*renamed, *forwarded, *load);
    if (answer == Answer::unclear)
      found.push_back(evidence.make_undetermined(name, yes_or_no, text));
    else
      found.push_back(about(evidence.make_finding(name, answer == Answer::yes, text),
                            *one.subject == '\0' ? Aspect::none : Aspect::renamed_load, one.subject));
  }
  found.push_back(stores_between(bench));
  found.push_back(loads_in_turns(bench));
  found.push_back(learned_pairs(bench));
  return found;
}

} // namespace osaca::measure::core_probes
