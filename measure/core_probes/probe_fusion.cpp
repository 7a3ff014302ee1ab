#include "measure/core_probes/fusion_operands.h"

#include "base/format.h"
#include "measure/core_probes/calm_timing.h"
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/probe.h"
#include "measure/harness/benchmark.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace osaca::measure::core_probes {

namespace {

constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  for (const std::string_view one : words)
    if (one == word)
      return true;
  return false;
}

} // namespace

FlagValues flags_of(std::string_view operation, std::uint64_t destination, std::uint64_t source, bool carry_before) {
  const bool counts = is_one_of(operation, {"inc", "dec"});
  const std::uint64_t other = counts ? 1 : source;
  std::uint64_t result = 0;
  FlagValues flags;
  if (is_one_of(operation, {"cmp", "sub", "dec"})) {
    result = destination - other;
    flags.carry = destination < other;
    flags.overflow = ((destination ^ other) & (destination ^ result) & sign_bit) != 0;
  } else if (is_one_of(operation, {"add", "inc"})) {
    result = destination + other;
    flags.carry = result < destination;
    flags.overflow = (~(destination ^ other) & (destination ^ result) & sign_bit) != 0;
  } else {
    result = operation == "or" ? destination | other : operation == "xor" ? destination ^ other : destination & other;
  }
  if (counts)
    flags.carry = carry_before;
  flags.zero = result == 0;
  flags.sign = (result & sign_bit) != 0;
  flags.parity = std::popcount(result & 0xff) % 2 == 0;
  return flags;
}

bool holds(std::string_view condition, const FlagValues &flags) {
  const bool is_less = flags.sign != flags.overflow;
  const std::array<bool, 8> even = {flags.overflow, flags.carry,  flags.zero, flags.carry || flags.zero,
                                    flags.sign,     flags.parity, is_less,    is_less || flags.zero};
  for (std::size_t i = 0; i < conditions.size(); ++i)
    if (conditions[i] == condition)
      return even[i / 2] == (i % 2 == 0);
  return false;
}

std::optional<FusionOperands> not_taken(std::string_view operation, std::string_view condition) {
  constexpr std::array<std::uint64_t, 8> destinations = {0, 1, 2, 5, ~std::uint64_t{0}, sign_bit, sign_bit - 1, 7};
  constexpr std::array<std::uint64_t, 7> sources = {0, 1, 2, 3, 7, ~std::uint64_t{0}, ~std::uint64_t{0} - 1};
  for (const bool carry : {false, true})
    for (const std::uint64_t destination : destinations)
      for (const std::uint64_t source : sources)
        if (!holds(condition, flags_of(operation, destination, source, carry)))
          return FusionOperands{destination, source, carry};
  return std::nullopt;
}

// A pair of an operation and a conditional jump, which is never taken, among long nops that fill dispatch. If the two
// are fused, the body needs one slot less than with a nop between them. Operands are chosen so that the jump is not
// taken. The destination is set again each time.

namespace {

struct Form {
  const char *name;
  const char *operations; ///< separated by blanks
  const char *operands;   ///< {i}: the source as an immediate
  bool few = false;       ///< only some conditions are tried
};

// rax is the destination, rbx the source; memory at rdi holds the value of rax, memory at rsi that of rbx.
constexpr std::array<Form, 8> forms = {{
    {"register", "cmp test add sub and or xor", "%rbx, %rax"},
    {"one_register", "inc dec", "%rax"},
    {"immediate", "cmp test add sub and or xor", "{i}, %rax"},
    {"load", "cmp add sub and or xor", "(%rsi), %rax", true},
    {"memory", "cmp test", "%rbx, (%rdi)", true},
    {"memory_immediate", "cmpq testq", "{i}, (%rdi)", true},
    {"relative_memory", "cmp test", "%rbx, constant(%rip)", true},
    {"relative_memory_immediate", "cmpq testq", "{i}, constant(%rip)", true},
}};
constexpr std::array<std::string_view, 4> few_conditions = {"e", "b", "s", "g"};

// Moves use no unit on cores that rename them, and any unit on others. They do not change flags.
constexpr const char *one_move = "mov %r8, %r9\n";
constexpr const char *three_moves = "mov %r8, %r10\nmov %r8, %r11\nmov %r8, %r12\n";

std::vector<std::string> words_of(std::string_view text, char separator = ' ') {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    words.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

struct Pair {
  std::string first;
  std::string jump; ///< "je"
  FusionOperands operands;
};

ProbeCode code_of(const Pair &pair, bool apart) {
  const std::string jump = pair.jump + " next@\nnext@:\n";
  std::string body = format_text("mov %r8, %rax\n{}{}\n", three_moves, pair.first);
  body += apart ? one_move + jump : jump + one_move;
  ProbeCode code = straight(
      body, format_text("movabs ${}, %r8\nmovabs ${}, %rbx\nlea 64(%rdi), %rsi\nmov %r8, (%rdi)\nmov %rbx, (%rsi)\n{}",
                        static_cast<std::int64_t>(pair.operands.destination),
                        static_cast<std::int64_t>(pair.operands.source), pair.operands.carry_before ? "stc" : "clc"));
  code.constants = format_text("constant: .quad {}", static_cast<std::int64_t>(pair.operands.destination));
  return code;
}

std::string operation_name(std::string operation) {
  if (operation.ends_with("q"))
    operation.pop_back();
  return operation;
}

/// The results for one operation with one kind of operands.
struct Answers {
  std::string fusing;
  std::string others;
  std::string unclear;
  std::string subject;
  int fused = 0;
  int tried = 0;
  std::vector<std::string> fusing_jumps;
  std::string separator = " "; ///< between the names in `fusing`, `others` and `unclear`
};

/// Adds `name` to the operations or jumps that are fused, that are not, or for which this is unclear. Returns whether
/// the code is fused; empty: unclear, or it did not run.
std::optional<bool> ask_whether_fused(Evidence &evidence, const ProbeCode &together, const ProbeCode &apart,
                                      double slot, const std::string &name, Answers &answers) {
  constexpr int attempts = 4; // a difference of half a slot means a disturbance
  std::optional<bool> is_one;
  for (int i = 0; i < attempts && !is_one; ++i) {
    const auto short_time = evidence.time(together);
    const auto long_time = evidence.time(apart);
    if (!short_time || !long_time)
      return std::nullopt;
    is_one = whole_slot((*long_time - *short_time) / slot);
  }
  ++answers.tried;
  answers.fused += is_one.value_or(false) ? 1 : 0;
  std::string &list = !is_one ? answers.unclear : *is_one ? answers.fusing : answers.others;
  list += (list.empty() ? "" : answers.separator) + name;
  return is_one;
}

void ask(Evidence &evidence, const std::string &first, const Pair &pair, double slot, Answers &answers) {
  const int tried = answers.tried;
  const std::optional<bool> is_one =
      ask_whether_fused(evidence, code_of(pair, false), code_of(pair, true), slot, pair.jump, answers);
  if (answers.tried == tried)
    return;
  answers.subject += format_text("{}{}; {}", answers.subject.empty() ? "" : " | ", first, pair.jump);
  if (is_one.value_or(false))
    answers.fusing_jumps.push_back(pair.jump);
}

std::string lists_of(const Answers &answers) {
  std::string text;
  for (const auto &[what, list] : {std::pair{"fuses with ", &answers.fusing},
                                   {"does not fuse with ", &answers.others},
                                   {"unclear with ", &answers.unclear}})
    if (!list->empty())
      text += (text.empty() ? what : std::string("; ") + what) + *list;
  return text;
}

ProbeFinding ask_all(Bench &bench, const Form &form, const std::string &operation, double slot) {
  Evidence evidence(bench);
  Answers answers;
  const std::string name = operation_name(operation);
  for (const std::string_view condition : conditions) {
    if (form.few && std::ranges::find(few_conditions, condition) == few_conditions.end())
      continue;
    const auto operands = not_taken(name, condition);
    if (!operands)
      continue;
    const std::string immediate = format_text("${}", static_cast<std::int64_t>(operands->source));
    const std::string first = format_text("{} {}", operation, replaced(form.operands, "{i}", immediate));
    ask(evidence, first, {first, "j" + std::string(condition), *operands}, slot, answers);
  }
  const std::string unit = format_text("of {} conditions", answers.tried);
  const std::string finding = format_text("fusion.{}.{}", name, form.name);
  const bool is_clear = answers.tried > 0 && answers.unclear.empty();
  ProbeFinding found = is_clear ? about(evidence.make_finding(finding, unit, answers.fused, lists_of(answers)),
                                        Aspect::fuses, answers.subject)
                                : evidence.make_undetermined(finding, unit, lists_of(answers));
  found.holds_with = answers.fusing_jumps;
  return found;
}

// A move, and an operation that changes the moved value. If the two are fused, they need one slot less than with
// another move between them.

constexpr const char *operations_on_moved =
    "add %rbx, %rax|sub %rbx, %rax|and %rbx, %rax|or %rbx, %rax|xor %rbx, %rax|adc %rbx, %rax|sbb %rbx, %rax|"
    "add $3, %rax|and $3, %rax|shl $3, %rax|shr $3, %rax|sar $3, %rax|rol $3, %rax|inc %rax|dec %rax|not %rax|neg %rax|"
    "add %rax, %rax|add (%rsi), %rax|add %rax, %rbx|imul %rbx, %rax|lea 8(%rax), %rax|bswap %rax|popcnt %rax, %rax";

ProbeFinding ask_moved(Bench &bench, double slot) {
  Evidence evidence(bench);
  Answers answers;
  answers.separator = " | ";
  for (const std::string &operation : words_of(operations_on_moved, '|')) {
    const auto code = [&](bool apart) {
      const std::string move = "mov %r8, %rax\n";
      return straight((apart ? move + one_move + operation : one_move + move + operation) + "\n" + three_moves +
                          "test %rbx, %rbx\n",
                      "lea 64(%rdi), %rsi\nmovq $5, (%rsi)\nmov $5, %r8\nmov $7, %rbx\n");
    };
    ask_whether_fused(evidence, code(false), code(true), slot, operation, answers);
  }
  const std::string unit = format_text("of {} operations", answers.tried);
  return answers.tried > 0 && answers.unclear.empty()
             ? evidence.make_finding("fusion.move", unit, answers.fused, lists_of(answers))
             : evidence.make_undetermined("fusion.move", unit, lists_of(answers));
}

} // namespace

std::vector<ProbeFinding> probe_fusion(Bench &bench) {
  Evidence reference(bench);
  const double slot = slot_cycles(reference);
  std::vector<ProbeFinding> found;
  if (slot <= 0)
    return {reference.make_undetermined("fusion.all", yes_or_no, "the time of a dispatch slot is unknown")};
  for (const Form &form : forms)
    for (const std::string &operation : words_of(form.operations))
      found.push_back(ask_all(bench, form, operation, slot));
  found.push_back(ask_moved(bench, slot));
  return found;
}

} // namespace osaca::measure::core_probes
