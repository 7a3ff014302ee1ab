// Instructions that cost something else than their relatives: each in a loop of its own, held against what was measured
// or published. Of an Emerald Rapids they were measured with the time stamp counter against a chain of additions.
#include "osaca/analyze.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <sstream>

namespace osaca::test {
namespace {

constexpr const char *x86_end = "dec %r9\njne .Lloop\n";
constexpr const char *a64_end = "subs x20, x20, #1\nb.ne .Lloop\n";

KernelReport analysed(const std::string &arch, std::string body, const std::string &end) {
  std::ranges::replace(body, ';', '\n');
  AnalyzeOptions options;
  options.archs = {arch};
  const auto report = analyze(".Lloop:\n" + body + "\n" + end, "odd", options);
  EXPECT_TRUE(report) << report.error().text();
  return report && report->kernels.size() == 1 ? report->kernels[0] : KernelReport{};
}

struct Odd {
  const char *name;
  const char *archs; ///< separated by blanks
  const char *body;  ///< instructions separated by ';'
  double cycles;
  double tolerance = 0.06;
  const char *end = x86_end;
};

void PrintTo(const Odd &odd, std::ostream *out) { *out << odd.name; }

class OddInstruction : public testing::TestWithParam<Odd> {};

TEST_P(OddInstruction, comes_near_the_measurement) {
  std::istringstream archs(GetParam().archs);
  for (std::string arch; archs >> arch;)
    EXPECT_NEAR(analysed(arch, GetParam().body, GetParam().end).cycles_per_iteration.to_double(), GetParam().cycles,
                GetParam().tolerance * GetParam().cycles)
        << arch;
}

constexpr auto name_of_odd = [](const testing::TestParamInfo<Odd> &instance) {
  return std::string(instance.param.name);
};

// Intel's errata and LLVM's features false-deps-*: the register that is overwritten is waited for. Zen:
// llvm/llvm-project issue 206849.
INSTANTIATE_TEST_SUITE_P(
    FalseDependencies, OddInstruction,
    testing::Values(Odd{"popcnt", "snb skl skx haswell broadwell ivybridge", "popcnt %rcx, %rax", 3.0},
                    Odd{"popcnt_of_memory", "snb skl skx haswell broadwell", "popcnt (%rdi), %rax", 3.0},
                    Odd{"popcnt_of_later_cores", "icx emeraldrapids zen3 zen4 zen5 tigerlake", "popcnt %rcx, %rax",
                        1.0},
                    Odd{"popcnt_behind_a_zero", "skl haswell", "xor %eax, %eax; popcnt %rcx, %rax", 1.0},
                    Odd{"tzcnt", "haswell broadwell", "tzcnt %rcx, %rax", 3.0},
                    Odd{"lzcnt", "haswell broadwell", "lzcnt %rcx, %rax", 3.0},
                    Odd{"tzcnt_of_later_cores", "skl skx icx emeraldrapids zen4", "tzcnt %rcx, %rax", 1.0},
                    Odd{"tzcnt_of_zen5", "zen5", "tzcnt %rcx, %rax", 2.0},
                    Odd{"blsr_of_zen5", "zen5", "blsr %rcx, %rax", 2.0},
                    Odd{"blsr_of_zen4", "zen4", "blsr %rcx, %rax", 1.0},
                    Odd{"compress", "zen4 zen5", "vpcompressd %zmm1, %zmm0{%k1}{z}", 5.0},
                    Odd{"expand", "zen4 zen5", "vpexpandq %zmm1, %zmm0{%k1}{z}", 5.0}),
    name_of_odd);

// InstLatX64, of all these cores. `shld` of two registers is another operation; 16 bits that are loaded leave the rest
// of the register.
INSTANTIATE_TEST_SUITE_P(
    OneRegister, OddInstruction,
    testing::Values(Odd{"a_rotation", "snb skl skx icx adl-p emeraldrapids", "shldl $13, %eax, %eax", 1.0},
                    Odd{"four_rotations", "skl skx icx adl-p",
                        "shldl $13, %eax, %eax; shrdl $13, %ebx, %ebx; shldq $13, %rcx, %rcx; shrdq $13, %rdx, %rdx; "
                        "shldq $13, %rsi, %rsi; shldl $13, %edi, %edi; shldl $13, %r8d, %r8d; shldl $13, %r10d, %r10d",
                        4.0, 0.15},
                    Odd{"a_shift", "skl skx icx adl-p emeraldrapids", "shldl $13, %ebx, %eax", 3.0},
                    Odd{"a_swapped_word", "skl skx icx adl-p emeraldrapids", "movbew (%rsi), %ax", 1.0},
                    Odd{"its_address", "icx adl-p emeraldrapids", "movbew (%rsi), %ax; movzwl %ax, %esi", 8.0}),
    name_of_odd);

// InstLatX64: rax 3, rdx 4 cycles.
INSTANTIATE_TEST_SUITE_P(
    Products, OddInstruction,
    testing::Values(Odd{"the_low_half", "snb skl skx icx adl-p emeraldrapids zen1 zen2 zen3 zen4 zen5", "mulq %rcx",
                        3.0},
                    Odd{"the_high_half", "snb skl skx icx adl-p emeraldrapids zen1 zen2 zen3 zen4 zen5",
                        "mulq %rcx; addq %rdx, %rax", 5.0},
                    Odd{"the_high_half_of_32_bits", "zen1 zen2 zen3 zen4 zen5", "mull %ecx; addl %edx, %eax", 5.0}),
    name_of_odd);

// Stack Overflow 35742570; Agner Fog's tables.
INSTANTIATE_TEST_SUITE_P(LoopInstruction, OddInstruction,
                         testing::Values(Odd{"intel", "snb skl skx icx", "", 5.0, 0.06, "loop .Lloop\n"},
                                         Odd{"golden_cove", "emeraldrapids", "", 4.0, 0.06, "loop .Lloop\n"},
                                         Odd{"amd", "zen4", "", 1.0, 0.06, "loop .Lloop\n"}),
                         name_of_odd);

// Golden Cove: measured; Skylake: travisdowns.github.io, "Facts about AVX-512 mask registers": no idiom.
INSTANTIATE_TEST_SUITE_P(
    Masks, OddInstruction,
    testing::Values(Odd{"kxor", "emeraldrapids", "kxorw %k1, %k1, %k1; kaddw %k1, %k2, %k1", 1.0},
                    Odd{"kxnor", "emeraldrapids", "kxnorq %k1, %k1, %k1; kaddq %k1, %k2, %k1", 1.0},
                    Odd{"kandn", "emeraldrapids", "kandnw %k1, %k1, %k1; kaddw %k1, %k2, %k1", 5.0},
                    Odd{"kxor_of_skylake", "skx", "kxorw %k1, %k1, %k1; kaddw %k1, %k2, %k1", 5.0},
                    Odd{"round_trip", "emeraldrapids", "kmovq %rax, %k1; kmovq %k1, %rax", 4.0}),
    name_of_odd);

// Slots of a cycle that runs out of them (Stack Overflow 26046634): Sandy Bridge splits all, later cores what has two
// registers or more.
INSTANTIATE_TEST_SUITE_P(SplitByTheirIndex, OddInstruction,
                         testing::Values(Odd{"two_registers", "skl skx",
                                             "vpaddb (%rdi,%rsi), %xmm0, %xmm4; vpaddb 16(%rdi,%rsi), %xmm1, %xmm5; "
                                             "vpaddb 32(%rdi,%rsi), %xmm2, %xmm6; vpaddb 48(%rdi,%rsi), %xmm3, %xmm7",
                                             2.25, 0.01},
                                         Odd{"one_register", "skl skx",
                                             "paddb (%rdi,%rsi), %xmm0; paddb 16(%rdi,%rsi), %xmm1; paddb "
                                             "32(%rdi,%rsi), %xmm2; paddb 48(%rdi,%rsi), %xmm3",
                                             2.0, 0.01},
                                         Odd{"stores_of_sandy_bridge", "snb", "mov %rax, (%rdi,%rsi); nop; nop", 1.25,
                                             0.01},
                                         Odd{"stores_of_skylake", "skl", "mov %rax, (%rdi,%rsi); nop; nop", 1.0, 0.01}),
                         name_of_odd);

// InstLatX64; Intel's optimization manual on slow forms.
INSTANTIATE_TEST_SUITE_P(
    Lea, OddInstruction,
    testing::Values(Odd{"of_16_bits", "snb skl skx icx emeraldrapids", "lea (%rax,%rbx), %ax", 2.0},
                    Odd{"of_16_bits_three_parts", "snb skl skx", "lea 16(%rax,%rbx), %ax", 4.0},
                    Odd{"three_parts", "snb skl skx", "lea 16(%rax,%rbx), %rax", 3.0},
                    Odd{"three_parts_of_ice_lake", "icx emeraldrapids", "lea 16(%rax,%rbx), %rax", 1.0},
                    Odd{"base_with_displacement", "snb skl skx", "lea (%rbp,%rax), %rax", 3.0},
                    Odd{"base_without", "snb skl skx", "lea (%rbx,%rax), %rax", 1.0},
                    Odd{"relative", "snb skl skx", "lea foo(%rip), %rax; lea foo(%rip), %rbx; lea foo(%rip), %rdx",
                        3.0}),
    name_of_odd);

// Emerald Rapids, measured.
INSTANTIATE_TEST_SUITE_P(GoldenCove, OddInstruction,
                         testing::Values(Odd{"bit_in_memory", "emeraldrapids", "bt %rax, (%rdi)", 6.0, 0.17},
                                         Odd{"cmovbe_of_memory", "emeraldrapids", "cmovbe (%rdi), %rax", 1.94},
                                         Odd{"exchange", "emeraldrapids", "cmpxchg %rbx, (%rdi)", 8.1},
                                         Odd{"stos", "emeraldrapids", "stosq", 2.0},
                                         Odd{"lods", "emeraldrapids", "lodsq; add %rax, %rbx", 2.1},
                                         Odd{"to_a_high_byte", "emeraldrapids", "addb %al, %ah", 3.0},
                                         Odd{"moved_to_a_high_byte", "emeraldrapids", "movb %bl, %ah; movl %eax, %ebx",
                                             3.0},
                                         Odd{"flags_by_the_stack", "emeraldrapids", "pushfq; popfq", 29.0, 0.15},
                                         Odd{"flags_by_a_register", "emeraldrapids", "lahf; sahf", 3.0},
                                         Odd{"high_half", "emeraldrapids", "mulx %rbx, %rax, %rdx", 4.0},
                                         Odd{"low_half", "emeraldrapids", "mulx %rbx, %rdx, %rax", 3.0},
                                         Odd{"dot_product", "emeraldrapids", "vpdpbusd %ymm1, %ymm2, %ymm0", 5.0}),
                         name_of_odd);

// Pairs: llvm/llvm-project issue 213652 (llvm-exegesis); crc32: Arm's optimization guides.
INSTANTIATE_TEST_SUITE_P(
    AArch64, OddInstruction,
    testing::Values(Odd{"encryption_pair", "n1 v2 neoverse-v1 neoverse-n2", "aese v0.16b, v1.16b; aesmc v0.16b, v0.16b",
                        2.0, 0.06, a64_end},
                    Odd{"decryption_pair", "n1 v2", "aesd v0.16b, v1.16b; aesimc v0.16b, v0.16b", 2.0, 0.06, a64_end},
                    Odd{"no_pair", "n1 v2", "aese v0.16b, v1.16b; aesmc v2.16b, v0.16b; orr v0.16b, v2.16b, v2.16b",
                        6.0, 0.2, a64_end},
                    Odd{"checksum", "v2", "crc32x w0, w0, x1", 1.0, 0.06, a64_end}),
    name_of_odd);

TEST(RepeatedStrings, AreNotPredictedAsOneRound) {
  for (const char *arch : {"emeraldrapids", "haswell", "zen4"})
    for (const char *body : {"rep stosq", "rep movsb", "repne scasb"}) {
      const KernelReport report = analysed(arch, std::string("mov $100, %ecx;") + body, x86_end);
      EXPECT_FALSE(report.complete) << arch << ' ' << body;
      EXPECT_TRUE(std::ranges::any_of(
          report.findings, [](const Finding &finding) { return finding.rule == "osaca-unknown-instruction"; }))
          << arch << ' ' << body;
    }
  EXPECT_TRUE(analysed("emeraldrapids", "stosq", x86_end).complete);
}

} // namespace
} // namespace osaca::test
