#include "base/format.h"
#include "measure/core_probes/calm_timing.h"
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/pipe_test.h"
#include "measure/core_probes/probe.h"
#include "measure/harness/benchmark.h"

#include <array>

namespace osaca::measure::core_probes {

// Chains of loads whose address is the value that the previous load returned: each word of the memory holds its own
// base address. Other registers of the address are zero, or scaled so that the address stays the same. A move carries
// the result of a vector load back to an address register.

namespace {

struct LoadForm {
  const char *name;
  const char *load; ///< from and to rax; rcx is zero, rbx holds the address
  const char *what;
};

constexpr std::array<LoadForm, 15> general_forms = {{
    {"base", "mov (%rax), %rax", "base"},
    {"displacement_8", "mov 64(%rax), %rax", "base and a displacement of 8 bits"},
    {"displacement_2040", "mov 2040(%rax), %rax", "base and displacement 2040"},
    {"displacement_2048", "mov 2048(%rax), %rax", "base and displacement 2048"},
    {"displacement_large", "mov 0x10000(%rax), %rax", "base and a displacement of 64 KiB"},
    {"displacement_negative", "mov -64(%rax), %rax", "base and a negative displacement"},
    {"base_of_two", "mov (%rax,%rcx), %rax", "base and index, through the base"},
    {"index_of_two", "mov (%rcx,%rax), %rax", "base and index, through the index"},
    {"scaled", "mov (%rax,%rcx,8), %rax", "base and scaled index, through the base"},
    {"scaled_displacement", "mov 64(%rax,%rcx,8), %rax", "base, scaled index and displacement, through the base"},
    {"index_alone", "mov (,%rax,8), %rax", "scaled index without a base"},
    {"32_bits", "mov (%rax), %eax", "base, 32 bits"},
    {"sign_extended", "movslq (%rax), %rax", "base, 32 bits with sign extension"},
    {"16_bits", "movzwl (%rbx,%rax), %eax", "base and index, through the index, 16 bits with zero extension"},
    {"8_bits", "movzbl (%rbx,%rax), %eax", "base and index, through the index, 8 bits with zero extension"},
}};

/// Loads of narrow values chain through the index, since the loaded value is too narrow for an address.
constexpr const char *zeros = "xor %ecx, %ecx";

constexpr std::array<LoadForm, 8> vector_forms = {{
    {"xmm", "vmovaps (%rax), %xmm0", "xmm, base"},
    {"xmm_unaligned", "vmovups 4(%rax), %xmm0", "xmm, base and displacement, not aligned"},
    {"xmm_indexed", "vmovaps (%rax,%rcx), %xmm0", "xmm, base and index"},
    {"ymm", "vmovaps (%rax), %ymm0", "ymm, base"},
    {"ymm_indexed", "vmovaps (%rax,%rcx), %ymm0", "ymm, base and index"},
    {"zmm", "vmovaps (%rax), %zmm0", "zmm, base"},
    {"zmm_indexed", "vmovaps (%rax,%rcx), %zmm0", "zmm, base and index"},
    {"scalar", "vmovsd (%rax), %xmm0", "scalar double, base"},
}};

std::string before_of(const LoadForm &form) {
  const std::string_view name = form.name;
  return name == "16_bits" || name == "8_bits" ? std::string(zeros) + "\nxor %eax, %eax" : zeros;
}

ProbeFinding general_load(Bench &bench, const LoadForm &form) {
  Evidence evidence(bench);
  const auto cycles = evidence.time(straight(form.load, before_of(form)));
  const std::string name = std::string("loads.") + form.name;
  if (!cycles)
    return evidence.make_undetermined(name, "cycles", "");
  return about(evidence.make_finding(name, "cycles", *cycles, std::string("chain of loads; address: ") + form.what),
               Aspect::load_latency, form.load);
}

ProbeFinding vector_load(Bench &bench, const LoadForm &form) {
  Evidence evidence(bench);
  // The value loaded 4 bytes further is another address. The way back restores the first one, at the cost of an `and`
  // and an `or`.
  const bool is_shifted = std::string_view(form.load).find("4(") != std::string_view::npos;
  const std::string back = is_shifted ? "\nvmovq %xmm0, %rax\nand %rcx, %rax\nor %rbx, %rax" : "\nvmovq %xmm0, %rax";
  const auto chain = evidence.time(straight(form.load + back, zeros));
  const auto half = half_round_trip(evidence);
  const std::string name = std::string("loads.") + form.name;
  if (!chain || !half)
    return evidence.make_undetermined(name, "cycles", "");
  const double extra = is_shifted ? 2 : 0;
  return about(evidence.make_finding(name, "cycles", *chain - *half - extra,
                                     format_text("chain of a load ({}) and a move back, {} cycles{}", form.what,
                                                 cycles_text(*chain), split_note)),
               Aspect::load_latency, form.load);
}

/// An absolute address needs no register, so no chain goes through it.
ProbeFinding absolute_load(Bench &bench) {
  Evidence evidence(bench);
  const auto cycles = evidence.time(straight("mov 0x2324000, %eax\nmov 0x2324040, %ecx"));
  return evidence.make_undetermined(
      "loads.absolute", "cycles",
      "an absolute address depends on no register, so its latency cannot be measured" +
          (cycles ? format_text("; such loads take {} cycles each", cycles_text(*cycles / 2)) : std::string()));
}

} // namespace

std::vector<ProbeFinding> probe_loads(Bench &bench) {
  std::vector<ProbeFinding> found;
  for (const LoadForm &form : general_forms)
    found.push_back(general_load(bench, form));
  found.push_back(absolute_load(bench));
  for (const LoadForm &form : vector_forms)
    found.push_back(vector_load(bench, form));
  return found;
}

// Loads that extend or broadcast the value they read: whether the load unit does this, or an execution pipe after it.

namespace {

struct ExtendingLoad {
  const char *name;
  const char *text; ///< R: a register of the set, D: a displacement
  RegisterSet set;
};

constexpr std::array<ExtendingLoad, 16> extending_loads = {{
    {"movzbl", "movzbl D(%rsi), R", RegisterSet::general32},
    {"movzwl", "movzwl D(%rsi), R", RegisterSet::general32},
    {"movsbl", "movsbl D(%rsi), R", RegisterSet::general32},
    {"movsbq", "movsbq D(%rsi), R", RegisterSet::general64},
    {"movswl", "movswl D(%rsi), R", RegisterSet::general32},
    {"movslq", "movslq D(%rsi), R", RegisterSet::general64},
    {"vmovddup", "vmovddup D(%rsi), R", RegisterSet::xmm},
    {"vbroadcastss_xmm", "vbroadcastss D(%rsi), R", RegisterSet::xmm},
    {"vbroadcastss_ymm", "vbroadcastss D(%rsi), R", RegisterSet::ymm},
    {"vbroadcastsd_ymm", "vbroadcastsd D(%rsi), R", RegisterSet::ymm},
    {"vpbroadcastd_ymm", "vpbroadcastd D(%rsi), R", RegisterSet::ymm},
    {"vpbroadcastb_ymm", "vpbroadcastb D(%rsi), R", RegisterSet::ymm},
    {"vbroadcastf128", "vbroadcastf128 D(%rsi), R", RegisterSet::ymm},
    {"vpmovzxbd_xmm", "vpmovzxbd D(%rsi), R", RegisterSet::xmm},
    {"vpmovzxbd_ymm", "vpmovzxbd D(%rsi), R", RegisterSet::ymm},
    {"vbroadcastss_zmm", "vbroadcastss D(%rsi), R", RegisterSet::zmm},
}};

/// From places in different lines and banks, so that two loads do not delay each other.
std::vector<std::string> two_loads_of(const ExtendingLoad &load) {
  return {with_registers(replaced(load.text, "D", "64"), load.set, 0),
          with_registers(replaced(load.text, "D", "152"), load.set, 1)};
}

} // namespace

std::vector<ProbeFinding> probe_loads_that_extend(Bench &bench) {
  Evidence nops(bench);
  CalmTiming timing(nops);
  std::vector<ProbeFinding> found;
  for (const ExtendingLoad &load : extending_loads) {
    const std::string name = format_text("loads_that_extend.{}.needs_pipe", load.name);
    Evidence evidence(bench);
    const PipeAnswer answer = test_pipes(evidence, timing, two_loads_of(load), load.set);
    ProbeFinding one = answer.needs_units ? evidence.make_finding(name, *answer.needs_units, answer.text)
                                          : evidence.make_undetermined(name, yes_or_no, answer.text);
    found.push_back(about(std::move(one), Aspect::none, two_loads_of(load).front()));
  }
  return found;
}

} // namespace osaca::measure::core_probes
