#include "measure/core_probes/pipe_test.h"

#include "base/format.h"
#include "base/index.h"
#include "measure/harness/benchmark.h"

#include <algorithm>
#include <array>

namespace osaca::measure::core_probes {
namespace {

using Names = std::array<const char *, 8>;

constexpr Names names64 = {"%rax", "%rcx", "%rdx", "%rbp", "%r8", "%r9", "%r10", "%r11"};
constexpr Names names32 = {"%eax", "%ecx", "%edx", "%ebp", "%r8d", "%r9d", "%r10d", "%r11d"};
constexpr Names names16 = {"%ax", "%cx", "%dx", "%bp", "%r8w", "%r9w", "%r10w", "%r11w"};
constexpr Names names8 = {"%al", "%cl", "%dl", "%bpl", "%r8b", "%r9b", "%r10b", "%r11b"};

constexpr int busy_instructions = 8;
constexpr int tested_instructions = 4;

bool is_general(RegisterSet set) { return set <= RegisterSet::general8; }

const Names &general_names(RegisterSet set) {
  switch (set) {
  case RegisterSet::general32: return names32;
  case RegisterSet::general16: return names16;
  case RegisterSet::general8: return names8;
  default: return names64;
  }
}

std::string vector_letter(RegisterSet set) {
  return set == RegisterSet::zmm ? "z" : set == RegisterSet::ymm ? "y" : "x";
}

std::string name_of(RegisterSet set, int n) {
  if (is_general(set))
    return general_names(set)[at(n % 8)];
  if (set == RegisterSet::mask)
    return format_text("%k{}", 1 + n % 7);
  return format_text("%{}mm{}", vector_letter(set), n % 8);
}

/// Integer additions and tests: on all cores at least as many units execute them as any other operation.
std::string busy_instruction(RegisterSet set, int n) {
  if (set == RegisterSet::mask)
    return format_text("kandw %k1, %k1, %k{}", 2 + n % 6);
  if (!is_general(set))
    return replaced(format_text("vpaddd %$mm14, %$mm15, %$mm{}", 8 + n % 6), "$", vector_letter(set));
  // Tests, because some cores execute additions of constants at rename, and chains do not use every unit on others.
  constexpr std::array<const char *, 4> tested = {"%r12", "%r13", "%r14", "%rbx"};
  const std::string name = tested[at(n) % tested.size()];
  return format_text("test {0}, {0}", name);
}

} // namespace

std::string with_registers(const std::string &text, RegisterSet set, int n) {
  return replaced(replaced(text, "R", name_of(set, n)), "S", name_of(set, n + 1));
}

std::optional<bool> needs_units(const PipeTimes &times) {
  constexpr double surely_free = 0.3;
  constexpr double surely_busy = 0.7;
  constexpr double surely_wrong = 2; // as a multiple of what an instruction with one unit can take
  const double share = times.busy / times.busy_count * times.tested_count;
  const double dispatch = times.slot_cycles * (times.busy_count + times.tested_count);
  const double least = std::max(times.busy, dispatch);
  if (times.busy + share < least * 1.1)
    return std::nullopt; // the limit of dispatch hides it
  const double extra = (times.together - least) / (times.busy + share - least);
  if (extra > surely_wrong || (extra > surely_free && extra < surely_busy) || extra < -surely_free)
    return std::nullopt;
  return extra >= surely_busy;
}

PipeAnswer test_pipes(Evidence &evidence, CalmTiming &timing, const std::vector<std::string> &tested, RegisterSet set) {
  const int count = static_cast<int>(tested.size());
  std::string busy;
  std::string together;
  for (int i = 0; i < busy_instructions; ++i) {
    const std::string line = busy_instruction(set, i) + "\n";
    busy += line;
    together += line;
    const int before = i * count / busy_instructions;
    if ((i + 1) * count / busy_instructions > before)
      together += tested[at(before)] + "\n";
  }
  constexpr int attempts = 20;
  constexpr int enough = 3; // calm samples without a clear answer
  PipeAnswer answer = {std::nullopt, crowded_note};
  int calm = 0;
  for (int i = 0; i < attempts && calm < enough && !answer.needs_units; ++i) {
    const bool before = timing.is_calm();
    const auto alone = evidence.time(straight(busy));
    const auto both = evidence.time(straight(together));
    if (!alone || !both)
      return {std::nullopt, evidence.problem()};
    if (!before || !timing.is_calm())
      continue;
    ++calm;
    answer = {needs_units({*alone, *both, busy_instructions, count, timing.slot_cycles()}),
              format_text("{} instructions that fill the units take {} cycles; with {} of the tested ones added, {}",
                          busy_instructions, cycles_text(*alone), count, cycles_text(*both))};
  }
  return answer;
}

PipeAnswer test_pipes(Evidence &evidence, CalmTiming &timing, const std::string &tested, RegisterSet set) {
  std::vector<std::string> lines;
  for (int i = 0; i < tested_instructions; ++i)
    lines.push_back(with_registers(tested, set, 2 * i));
  return test_pipes(evidence, timing, lines, set);
}

} // namespace osaca::measure::core_probes
