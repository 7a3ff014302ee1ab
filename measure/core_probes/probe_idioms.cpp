// Instructions with twice the same source whose result is known: is it awaited nevertheless? A slow operation on a
// register and the idiom on the same one, in turn: if the idiom does not wait, the slow ones overlap. And the idiom
// among as many additions as the units can take: whether it needs a unit.
#include "base/index.h"
#include "measure/core_probes/pipe_test.h"
#include "measure/core_probes/probe.h"

#include <algorithm>
#include <array>
#include <vector>

namespace osaca::measure::core_probes {
namespace {

struct Family {
  const char *mnemonics; ///< divided by blanks
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

/// A slow operation from a register to itself, and (for the comparison) one that waits for sure.
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
    return {"vmulpd " + s + ", " + r + ", " + r,
            (set == RegisterSet::zmm ? "vpord " : "vpor ") + s + ", " + r + ", " + r};
  }
  default: break;
  }
  // Operations that leave the carry alone where the idiom reads it.
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
        all.push_back({mnemonic + "_" + set_names[at(set)], mnemonic + " " + family.operands, set});
        begin = end + 1;
      }
    }
  return all;
}

/// A comparison writes flags only: they go back to the register through a carry.
bool is_comparison(const Tested &one) { return one.text.starts_with("cmp "); }

std::string with_way_back(const Tested &one, const std::string &text) {
  return is_comparison(one) ? text + "\nmov $5, %eax\nadc $0, %eax" : text;
}

Finding breaks_dependence(Bench &bench, const Tested &one) {
  constexpr double surely_broken = 0.65;
  constexpr double surely_waiting = 0.85;
  Evidence evidence(bench);
  const Surroundings code = around(one.set, one.text.starts_with("sbb "));
  const std::string idiom = with_registers(one.text, one.set, 0);
  const std::string waiting = is_comparison(one) ? "cmp %rsi, %rax" : code.waiting;
  const auto with = evidence.time(straight(code.slow + "\n" + with_way_back(one, idiom)));
  const auto against = evidence.time(straight(code.slow + "\n" + with_way_back(one, waiting)));
  const std::string name = "idioms." + one.name + ".needs_no_source";
  if (!with || !against)
    return evidence.untold(name, yes_or_no, "");
  const std::string text = "behind a slow operation on the same register " + cycles_text(*with) +
                           " cycles a turn, an operation that waits " + cycles_text(*against);
  if (*with > surely_broken * *against && *with < surely_waiting * *against)
    return evidence.untold(name, yes_or_no, text);
  return about(evidence.told(name, *with <= surely_broken * *against, text), Aspect::zero_idiom, idiom);
}

Finding needs_no_unit(Bench &bench, CalmTiming &timing, const Tested &one) {
  Evidence evidence(bench);
  const PipeAnswer answer = test_pipes(evidence, timing, one.text, one.set);
  const std::string name = "idioms." + one.name + ".needs_no_unit";
  if (!answer.needs_units)
    return evidence.untold(name, yes_or_no, answer.text);
  return about(evidence.told(name, !*answer.needs_units, answer.text), Aspect::eliminated,
               with_registers(one.text, one.set, 0));
}

} // namespace

std::vector<Finding> probe_idioms(Bench &bench) {
  Evidence reference(bench);
  CalmTiming timing(reference);
  std::vector<Finding> found;
  for (const Tested &one : tested_idioms()) {
    found.push_back(breaks_dependence(bench, one));
    // What waits for its register needs a unit, too, or is a chain in this test.
    if (found.back().value.value_or(0) > 0)
      found.push_back(needs_no_unit(bench, timing, one));
  }
  return found;
}

} // namespace osaca::measure::core_probes
