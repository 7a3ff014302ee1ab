#include "base/format.h"
#include "base/index.h"
#include "measure/core_probes/pipe_test.h"
#include "measure/core_probes/probe.h"
#include "measure/harness/benchmark.h"

#include <algorithm>
#include <array>
#include <vector>

namespace osaca::measure::core_probes {

// Chains of moves between two registers and back: they take almost no time if they are only renamed. And moves among as
// many additions as the units can execute: this shows whether they need a unit.

namespace {

struct Move {
  const char *name;
  const char *text; ///< from R to S
  RegisterSet set;
};

constexpr std::array<Move, 17> moves = {{
    {"mov_64", "mov R, S", RegisterSet::general64},
    {"mov_32", "mov R, S", RegisterSet::general32},
    {"mov_16", "mov R, S", RegisterSet::general16},
    {"mov_8", "mov R, S", RegisterSet::general8},
    {"lea", "lea (R), S", RegisterSet::general64},
    {"movaps", "movaps R, S", RegisterSet::xmm},
    {"movdqa", "movdqa R, S", RegisterSet::xmm},
    {"vmovaps_xmm", "vmovaps R, S", RegisterSet::xmm},
    {"vmovaps_ymm", "vmovaps R, S", RegisterSet::ymm},
    {"vmovaps_zmm", "vmovaps R, S", RegisterSet::zmm},
    {"vmovdqa_xmm", "vmovdqa R, S", RegisterSet::xmm},
    {"vmovdqa_ymm", "vmovdqa R, S", RegisterSet::ymm},
    {"vmovdqa64_zmm", "vmovdqa64 R, S", RegisterSet::zmm},
    {"vmovupd_ymm", "vmovupd R, S", RegisterSet::ymm},
    {"movss", "movss R, S", RegisterSet::xmm},
    {"vmovq", "vmovq R, S", RegisterSet::xmm},
    {"kmovq", "kmovq R, S", RegisterSet::mask},
}};

constexpr double hardly_any = 0.6; // cycles of a move that waits only for dispatch

std::string swapped(const std::string &text) {
  return replaced(replaced(replaced(text, "R", "T"), "S", "R"), "T", "S");
}

void add_move(Bench &bench, CalmTiming &timing, const Move &move, std::vector<ProbeFinding> &found) {
  const std::string name = std::string("moves.") + move.name;
  const std::string there = with_registers(move.text, move.set, 0);
  Evidence chain(bench);
  const auto both = chain.time(straight(format_text("{}\n{}", there, with_registers(swapped(move.text), move.set, 0))));
  if (!both) {
    found.push_back(chain.make_undetermined(name + ".latency", "cycles", ""));
    return;
  }
  found.push_back(
      about(chain.make_finding(name + ".latency", "cycles", *both / 2,
                               *both / 2 < hardly_any ? "chain of moves back and forth, which are not executed"
                                                      : "chain of moves back and forth, which are executed"),
            Aspect::none, there));
  Evidence many(bench);
  std::string body; // from one register to three others: no chain
  for (int i = 1; i <= 3; ++i)
    body +=
        replaced(with_registers(replaced(move.text, "R", "T"), move.set, i), "T", with_registers("R", move.set, 0)) +
        "\n";
  if (const auto cycles = many.time(straight(body)))
    found.push_back(
        many.make_finding(name + ".throughput", "cycles", *cycles / 3, "moves from one register to others"));
  Evidence pipes(bench);
  const PipeAnswer answer = test_pipes(pipes, timing, move.text, move.set);
  if (answer.needs_units)
    found.push_back(about(pipes.make_finding(name + ".needs_no_unit", !*answer.needs_units, answer.text),
                          Aspect::eliminated, there));
  else
    found.push_back(pipes.make_undetermined(name + ".needs_no_unit", yes_or_no, answer.text));
}

} // namespace

std::vector<ProbeFinding> probe_moves(Bench &bench) {
  Evidence reference(bench);
  CalmTiming timing(reference);
  std::vector<ProbeFinding> found;
  for (const Move &move : moves)
    add_move(bench, timing, move, found);
  return found;
}

// Instructions with the same register as both sources, whose result is known: do they wait for this register
// nevertheless? A slow operation on a register alternates with the idiom on the same one: if the idiom does not wait,
// the slow operations overlap. And the idiom among as many additions as the units can execute: this shows whether it
// needs a unit.

namespace {

struct Family {
  const char *mnemonics; ///< separated by blanks
  std::vector<RegisterSet> sets;
  const char *operands;
};

std::vector<Family> families() {
  using enum RegisterSet;
  return {
      {"xor sub sbb and or", {general64, general32}, "R, R"},
      {"xor sub", {general16, general8}, "R, R"},
      {"cmp", {general64, general32}, "R, R"},
      {"pxor xorps xorpd psubb psubw psubd psubq pandn andnps andnpd pcmpgtb pcmpgtd pcmpgtq psubusb psubsb pcmpeqb "
       "pcmpeqd pcmpeqq",
       {xmm},
       "R, R"},
      {"vpxor vpandn vpcmpgtb vpcmpgtd vpcmpgtq vpcmpeqb vpcmpeqd vpcmpeqq", {xmm, ymm}, "R, R, R"},
      {"vxorps vxorpd vandnps vandnpd vpsubb vpsubw vpsubd vpsubq vpsubusb vpsubsb", {xmm, ymm, zmm}, "R, R, R"},
      {"vpxord vpxorq vpandnd", {zmm}, "R, R, R"},
      {"vpternlogd", {zmm}, "$255, R, R, R"},
      {"kxorw kxnorw kandnw", {mask}, "R, R, R"},
  };
}

constexpr const char *set_names[] = {"64", "32", "16", "8", "xmm", "ymm", "zmm", "mask"};

/// A slow operation from a register to itself, and for comparison an operation that is certain to wait.
struct Surroundings {
  std::string slow;
  std::string waiting;
};

Surroundings around(RegisterSet set, bool reads_carry) {
  switch (set) {
  case RegisterSet::mask: return {"kshiftlw $1, %k1, %k1\nkshiftlw $1, %k1, %k1", "kandw %k2, %k1, %k1"};
  case RegisterSet::xmm:
  case RegisterSet::ymm:
  case RegisterSet::zmm: {
    const std::string r = with_registers("R", set, 0);
    const std::string s = with_registers("S", set, 0);
    return {format_text("vmulpd {0}, {1}, {1}", s, r),
            format_text("{0}{1}, {2}, {2}", set == RegisterSet::zmm ? "vpord " : "vpor ", s, r)};
  }
  default: break;
  }
  // Operations that do not change the carry flag, for idioms that read it.
  if (reads_carry)
    return {"lea 1(%rax,%rsi,8), %rax\nlea 1(%rax,%rsi,8), %rax", "lea 1(%rax,%rsi), %rax"};
  return {"imul %rsi, %rax", "or %rsi, %rax"};
}

struct Tested {
  std::string name;
  std::string text; ///< with R
  RegisterSet set;
};

std::vector<Tested> tested_idioms() {
  std::vector<Tested> all;
  for (const Family &family : families())
    for (const RegisterSet set : family.sets) {
      const std::string_view words = family.mnemonics;
      for (std::size_t begin = 0; begin < words.size();) {
        const std::size_t end = std::min(words.find(' ', begin), words.size());
        const std::string mnemonic(words.substr(begin, end - begin));
        all.push_back(
            {format_text("{}_{}", mnemonic, set_names[at(set)]), format_text("{} {}", mnemonic, family.operands), set});
        begin = end + 1;
      }
    }
  return all;
}

/// A comparison writes only flags: they return to the register through the carry flag.
bool is_comparison(const Tested &one) { return one.text.starts_with("cmp "); }

std::string with_way_back(const Tested &one, const std::string &text) {
  return is_comparison(one) ? text + "\nmov $5, %eax\nadc $0, %eax" : text;
}

ProbeFinding breaks_dependence(Bench &bench, const Tested &one) {
  constexpr double surely_broken = 0.65;
  constexpr double surely_waiting = 0.85;
  Evidence evidence(bench);
  const Surroundings code = around(one.set, one.text.starts_with("sbb "));
  const std::string idiom = with_registers(one.text, one.set, 0);
  const std::string waiting = is_comparison(one) ? "cmp %rsi, %rax" : code.waiting;
  const auto with = evidence.time(straight(format_text("{}\n{}", code.slow, with_way_back(one, idiom))));
  const auto against = evidence.time(straight(format_text("{}\n{}", code.slow, with_way_back(one, waiting))));
  const std::string name = format_text("idioms.{}.needs_no_source", one.name);
  if (!with || !against)
    return evidence.make_undetermined(name, yes_or_no, "");
  const std::string text =
      format_text("after a slow operation on the same register: {} cycles per round; an operation that waits: {}",
                  cycles_text(*with), cycles_text(*against));
  if (*with > surely_broken * *against && *with < surely_waiting * *against)
    return evidence.make_undetermined(name, yes_or_no, text);
  return about(evidence.make_finding(name, *with <= surely_broken * *against, text), Aspect::zero_idiom, idiom);
}

ProbeFinding needs_no_unit(Bench &bench, CalmTiming &timing, const Tested &one) {
  Evidence evidence(bench);
  const PipeAnswer answer = test_pipes(evidence, timing, one.text, one.set);
  const std::string name = format_text("idioms.{}.needs_no_unit", one.name);
  if (!answer.needs_units)
    return evidence.make_undetermined(name, yes_or_no, answer.text);
  return about(evidence.make_finding(name, !*answer.needs_units, answer.text), Aspect::eliminated,
               with_registers(one.text, one.set, 0));
}

} // namespace

std::vector<ProbeFinding> probe_idioms(Bench &bench) {
  Evidence reference(bench);
  CalmTiming timing(reference);
  std::vector<ProbeFinding> found;
  for (const Tested &one : tested_idioms()) {
    found.push_back(breaks_dependence(bench, one));
    // An idiom that waits for its register needs a unit, too, or forms a chain in this test.
    if (found.back().value.value_or(0) > 0)
      found.push_back(needs_no_unit(bench, timing, one));
  }
  return found;
}

} // namespace osaca::measure::core_probes
