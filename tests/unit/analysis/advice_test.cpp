// The advice fits the loop: what would not help is not said.
#include "advice_sample.h"

#include "render/phrases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace osaca {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(Advice, AListIsNotHelpedByAccumulators) {
  EXPECT_THAT(advice(report_of("movq (%rdi), %rdi\ntestq %rdi, %rdi"), "osaca-lcd-bound"),
              AllOf(HasSubstr("array"), Not(HasSubstr("accumulators"))));
}

TEST(Advice, ATableThatIsLookedUpIsNoList) {
  // A CRC: the next index depends on the newest byte.
  EXPECT_THAT(advice(report_of("movl %eax, %edx\nshrl $8, %eax\nxorb (%rdi), %dl\nmovzbl %dl, %edx\n"
                               "xorl (%rsi,%rdx,4), %eax\nincq %rdi\ncmpq %rdi, %rcx"),
                     "osaca-lcd-bound"),
              AllOf(HasSubstr("more tables"), Not(HasSubstr("list"))));
  EXPECT_THAT(advice(report_of_text("lbu a5, 0(a0)\nxor a5, a5, a3\nandi a5, a5, 255\nslli a5, a5, 2\nadd a5, a1, a5\n"
                                    "lw a4, 0(a5)\nsrli a3, a3, 8\nxor a3, a3, a4\naddi a0, a0, 1\n"
                                    "bne a0, a2, .Lloop\n",
                                    "ascalon"),
                     "osaca-lcd-bound"),
              HasSubstr("more tables"));
}

// The nodes of a list in L2: more units would not help, because each load waits for the previous one.
TEST(Advice, AListInAFartherLevelWaits) {
  const auto limit_with_data_in_l2 = [](const std::string &body) {
    AnalyzeOptions options;
    options.archs = {"zen4"};
    options.data = *parse_data_place("L2");
    const auto report = analyze(".Lloop:\n" + body + "\njne .Lloop\n", "test", options);
    EXPECT_EQ(report->kernels.at(0).bound_by, BoundKind::memory) << body;
    return std::string(limit_of(report->kernels.at(0)));
  };
  EXPECT_EQ(limit_with_data_in_l2("movq (%rdi), %rdi\ntestq %rdi, %rdi"), "latency");
  EXPECT_EQ(limit_with_data_in_l2("vmovups (%rdi), %zmm0\nvmovups (%rsi,%rdi), %zmm1\naddq $64, %rdi\ncmpq %rdi, %rdx"),
            "throughput");
}

// if (a[i] > a[best]) best = i;
TEST(Advice, TheLargestElementSoFarStaysInARegister) {
  EXPECT_THAT(advice(report_of("movsd (%rdi,%rax,8), %xmm0\nmovslq %ecx, %rsi\nucomisd (%rdi,%rsi,8), %xmm0\n"
                               "cmova %eax, %ecx\nincq %rax\ncmpq %rax, %rdx"),
                     "osaca-lcd-bound"),
              AllOf(HasSubstr("keep its value in a local variable"), Not(HasSubstr("search")), Not(HasSubstr("list"))));
  EXPECT_THAT(advice(report_of_text("ldr d0, [x0, x1, lsl 3]\nldr d1, [x0, x2, lsl 3]\nfcmpe d0, d1\n"
                                    "csel x2, x1, x2, gt\nadd x1, x1, 1\ncmp x1, x3\nbne .Lloop\n",
                                    "n1"),
                     "osaca-lcd-bound"),
              HasSubstr("keep its value in a local variable"));
  EXPECT_THAT(advice(report_of("shrq %rax\nleaq (%rdi,%rax,4), %rcx\ncmpl %edx, (%rcx)\ncmovl %rcx, %rdi\n"
                               "cmpq $1, %rax"),
                     "osaca-lcd-bound"),
              HasSubstr("several searches"));
}

TEST(Advice, AListThatIsLinkedByIndicesIsOne) {
  EXPECT_THAT(advice(report_of("movslq %eax, %rdx\nmovl (%rdi,%rdx,4), %eax\ntestl %eax, %eax"), "osaca-lcd-bound"),
              HasSubstr("several lists"));
}

// A table is updated at places that depend on the data: each load waits for an addition of addresses.
TEST(Advice, MoreSlotsDoNotHelpALoopThatWaitsInProgramOrder) {
  const KernelReport report = report_of_text("lbu a3, 0(a1)\nsh2add a3, a3, a0\nlw a4, 0(a3)\naddiw a4, a4, 1\n"
                                             "sw a4, 0(a3)\naddi a1, a1, 1\nbne a1, a2, .Lloop\n",
                                             "x60");
  EXPECT_GT(report.cycles_per_iteration, report.bound(report.bound_by) * Cycles(2));
  EXPECT_EQ(limit_of(report), "latency");
  EXPECT_EQ(advice(report, "osaca-front-end-bound"), "no osaca-front-end-bound");
  EXPECT_NE(advice(report, "osaca-issue-stalls"), "no osaca-issue-stalls");
}

// Ten additions of 24 bytes, six bytes of a fused pair, and two of nops: the jump ends at 32.
TEST(Advice, AJumpAtTheEndOfABlockIsMoved) {
  const auto report = [](const std::string &nops) {
    AnalyzeOptions options;
    options.archs = {"skl"};
    std::string additions;
    for (const char *reg : {"edx", "ecx", "eax", "ebx", "ebp", "esi", "r8d", "r9d", "r10d", "r11d"})
      additions += "addl %edi, %" + std::string(reg) + "\n";
    const auto made =
        analyze(".p2align 6\n.Lloop:\n" + additions + nops + "addq $-2, %r12\njne .Lloop\n", "test", options);
    EXPECT_TRUE(made);
    return made ? made->kernels.at(0) : KernelReport();
  };
  const KernelReport at_the_end = report("nop\nnop\n");
  EXPECT_THAT(advice(at_the_end, "osaca-front-end-bound"), HasSubstr("-mbranches-within-32B-boundaries"));
  for (const Finding &finding : at_the_end.findings)
    if (finding.rule == "osaca-front-end-bound") {
      EXPECT_EQ(finding.instructions, std::vector<int>{13});
    }
  EXPECT_THAT(advice(report(""), "osaca-front-end-bound"), Not(HasSubstr("branches-within")));
}

TEST(Advice, ASearchIsNoList) {
  const KernelReport search =
      report_of("movq %rdx, %rcx\nshrq %rcx\nleaq (%rax,%rcx,8), %r8\ncmpq (%rax,%rcx,8), %rsi\n"
                "cmovaq %r8, %rax\nsubq %rcx, %rdx\ncmpq $1, %rdx");
  EXPECT_THAT(advice(search, "osaca-lcd-bound"), AllOf(HasSubstr("searches"), Not(HasSubstr("array"))));
}

TEST(Advice, AnOperandInMemoryIsNoList) {
  EXPECT_THAT(advice(report_of("addsd (%rdi), %xmm0\naddq $8, %rdi\ncmpq %rdi, %rax"), "osaca-lcd-bound"),
              HasSubstr("accumulators"));
}

TEST(Advice, ARecurrenceIsNoReduction) {
  const KernelReport smoothing =
      report_of("addsd (%rdi), %xmm0\nmulsd %xmm1, %xmm0\nmovsd %xmm0, (%rdi)\naddq $8, %rdi\ndecq %rsi");
  EXPECT_EQ(advice(smoothing, "osaca-scalar-code"), "no osaca-scalar-code");
  EXPECT_THAT(advice(smoothing, "osaca-lcd-bound"), AllOf(HasSubstr("recurrence"), Not(HasSubstr("accumulators"))));
}

TEST(Advice, IntegersNeedNoFastMath) {
  EXPECT_THAT(advice(report_of("imulq (%rdi), %rax\naddq $8, %rdi\ncmpq %rdi, %rsi"), "osaca-lcd-bound"),
              AllOf(HasSubstr("accumulators"), Not(HasSubstr("fast-math"))));
  EXPECT_THAT(advice(report_of("addsd %xmm1, %xmm0\ndecq %rsi"), "osaca-lcd-bound"), HasSubstr("fast-math"));
}

TEST(Advice, SumsOfVectorsAreNotSplitByFastMath) {
  EXPECT_THAT(advice(report_of("vaddps (%rdi), %ymm0, %ymm0\naddq $32, %rdi\ncmpq %rdi, %rsi"), "osaca-lcd-bound"),
              AllOf(HasSubstr("accumulators"), Not(HasSubstr("fast-math"))));
}

// Compilers add the elements of a vector in order only if they may not add them in another one.
TEST(Advice, SumsInOrderNeedFastMath) {
  const std::string sve = "ld1d {z1.d}, p0/z, [x0, x1, lsl 3]\nfadda d0, p0, d0, z1.d\nincd x1\n"
                          "whilelo p0.d, x1, x2\nb.first .Lloop\n";
  EXPECT_THAT(advice(report_of_text(sve, "v1"), "osaca-lcd-bound"), HasSubstr("fast-math"));
  const std::string rvv = "vsetvli a5, a3, e64, m1, ta, ma\nvle64.v v8, (a0)\nvfredosum.vs v9, v8, v9\n"
                          "sub a3, a3, a5\nsh3add a0, a5, a0\nbnez a3, .Lloop\n";
  EXPECT_THAT(advice(report_of_text(rvv, "ascalon"), "osaca-lcd-bound"), HasSubstr("fast-math"));
}

TEST(Advice, LocalVariablesInMemoryMeanThatNothingWasOptimised) {
  EXPECT_THAT(advice(report_of("movsd -8(%rbp), %xmm0\naddsd %xmm1, %xmm0\nmovsd %xmm0, -8(%rbp)\ndecq %rsi"),
                     "osaca-memory-carried"),
              HasSubstr("-O1"));
  EXPECT_THAT(advice(report_of("movsd 8(%rdi), %xmm0\naddsd %xmm1, %xmm0\nmovsd %xmm0, 8(%rdi)\ndecq %rsi"),
                     "osaca-memory-carried"),
              HasSubstr("restrict"));
}

TEST(Advice, TheX87StackIsSaidToBeLeftOut) {
  // More is pushed than popped: what is where in the next iteration is not known.
  const KernelReport pushes = report_of("fldt (%rdi)\nfmul %st(1), %st\naddq $16, %rdi\ncmpq %rdi, %rax");
  EXPECT_FALSE(pushes.complete);
  EXPECT_FALSE(pushes.bound_is_known);
  EXPECT_THAT(advice(pushes, "osaca-x87-stack"), HasSubstr("double"));
  for (const Finding &finding : pushes.findings)
    EXPECT_NE(finding.rule, rule_of(pushes.bound_by)) << message_of(finding);
}

TEST(Advice, TheX87StackIsAdvisedAgainstWhereItIsFollowedToo) {
  const KernelReport sum = report_of("fldt (%rdi)\naddq $16, %rdi\nfaddp %st, %st(1)\ncmpq %rdi, %rax");
  EXPECT_TRUE(sum.complete);
  EXPECT_TRUE(sum.bound_is_known);
  EXPECT_THAT(advice(sum, "osaca-x87-stack"), HasSubstr("double"));
}

TEST(Advice, AFusedOperationThatMultipliesTheLastValueIsNoReduction) {
  const KernelReport smoothing = report_of(
      "vmovsd (%rdi), %xmm1\nvfmadd132sd %xmm2, %xmm1, %xmm0\nvmovsd %xmm0, (%rdi)\naddq $8, %rdi\ndecq %rsi");
  EXPECT_THAT(advice(smoothing, "osaca-lcd-bound"), AllOf(HasSubstr("several steps"), Not(HasSubstr("accumulators"))));
  EXPECT_EQ(advice(smoothing, "osaca-scalar-code"), "no osaca-scalar-code");
  // The same operation on the addend adds up.
  EXPECT_THAT(advice(report_of("vfmadd231sd (%rdi), %xmm1, %xmm0\naddq $8, %rdi\ndecq %rsi"), "osaca-lcd-bound"),
              HasSubstr("accumulators"));
}

TEST(Advice, AnUnrolledSumOfSeveralFormsOfTheFusedOperationIsAReduction) {
  EXPECT_THAT(advice(report_of("vfmadd231sd (%rdi), %xmm1, %xmm0\nvmovsd 8(%rdi), %xmm2\n"
                               "vfmadd132sd %xmm3, %xmm0, %xmm2\nvmovapd %xmm2, %xmm0\naddq $16, %rdi\ndecq %rsi"),
                     "osaca-lcd-bound"),
              HasSubstr("accumulators"));
}

TEST(Advice, FusingIsNotAdvisedWhereItMakesTheChainLonger) {
  // Zen 4 adds in three cycles and fuses in four; the product does not lie on the chain.
  EXPECT_EQ(advice(report_of("vmulsd (%rdi), %xmm1, %xmm2\nvaddsd %xmm2, %xmm0, %xmm0\naddq $8, %rdi\ndecq %rsi"),
                   "osaca-missed-fma"),
            "no osaca-missed-fma");
  // Where both do, seven cycles become four.
  EXPECT_THAT(
      advice(report_of("vmulsd %xmm1, %xmm0, %xmm2\nvaddsd %xmm3, %xmm2, %xmm0\ndecq %rsi"), "osaca-missed-fma"),
      HasSubstr("fma"));
}

TEST(Advice, FusingIsNotAdvisedBesideADivision) {
  EXPECT_EQ(
      advice(report_of("vmulsd %xmm1, %xmm4, %xmm2\nvaddsd %xmm3, %xmm2, %xmm5\nvdivsd %xmm5, %xmm6, %xmm7\ndecq %rsi"),
             "osaca-missed-fma"),
      "no osaca-missed-fma");
}

// GCC's -O2 already aligns loops, so that the option without a number changes nothing. Clang ignores it.
TEST(Advice, AnAlignmentHasANumber) {
  const std::string halve =
      "movl (%rsi,%rax), %edx\nshrl %edx\nmovl %edx, (%rdi,%rax)\naddq $4, %rax\ncmpq %rax, %rcx\n";
  const std::string text =
      advice(report_of_text(".p2align 6\n.skip 56, 0x90\n.Linner:\n" + halve + "jne .Linner\n", "zen4"),
             "osaca-front-end-bound");
  EXPECT_THAT(text, HasSubstr("-falign-loops=64"));
}

// An atomic counter: the path without the update, the update, and a loop that always updates.
TEST(Advice, AnAtomicCounterBecomesALocalOne) {
  const auto all_advice = [](const std::string &body) {
    AnalyzeOptions options;
    options.archs = {"zen4"};
    const auto report = analyze(".Lloop:\n" + body + "\naddq $4, %rdi\ncmpq %rdi, %rdx\njne .Lloop\n", "test", options);
    std::string text;
    for (const KernelReport &kernel : report->kernels)
      for (const Finding &finding : kernel.findings)
        text += advice_of(finding) + "\n";
    return text;
  };
  for (const char *update : {"lock addq $1, (%rsi)", "lock incl (%rsi)", "lock xaddq %rcx, (%rsi)"}) {
    const std::string conditional =
        all_advice("movl (%rdi), %eax\ntestl %eax, %eax\njle .L5\n" + std::string(update) + "\n.L5:");
    EXPECT_THAT(conditional, AllOf(HasSubstr("local variable"), Not(HasSubstr("unconditionally")),
                                   Not(HasSubstr("neighbouring elements"))))
        << update;
    EXPECT_THAT(all_advice(update), HasSubstr("count in a local variable")) << update;
  }
  // A ticket is used, and the elements of a table are different places.
  EXPECT_THAT(all_advice("movl $1, %ecx\nlock xaddl %ecx, (%rsi)\nmovl %ecx, (%rdi)"),
              Not(HasSubstr("count in a local")));
  EXPECT_THAT(all_advice("lock incl (%rdi)"), Not(HasSubstr("count in a local")));
  EXPECT_THAT(all_advice("movl (%rdi), %eax\ntestl %eax, %eax\njle .L5\naddq $1, %rcx\n.L5:"),
              Not(HasSubstr("count in a local")));
}

TEST(Advice, SpilledAccumulatorsAreNoLackOfOptimisation) {
  EXPECT_THAT(advice(report_of("movapd -24(%rsp), %xmm1\naddpd (%rdi), %xmm1\nmovapd %xmm1, -24(%rsp)\naddq $16, %rdi\n"
                               "decq %rsi"),
                     "osaca-memory-carried"),
              AllOf(HasSubstr("accumulators"), Not(HasSubstr("-O1"))));
}

TEST(Advice, WhatChangesFromX87ToOtherRegistersIsNoSpill) {
  const KernelReport conversion = report_of(
      "movq (%rdi), %rax\nmovq %rax, -8(%rsp)\nfildll -8(%rsp)\nfaddp %st, %st(1)\naddq $8, %rdi\ncmpq %rdi, %rsi");
  EXPECT_EQ(advice(conversion, "osaca-stack-spill"), "no osaca-stack-spill");
  EXPECT_THAT(
      advice(report_of("movq %rax, -8(%rsp)\nimulq %rbx, %rax\naddq -8(%rsp), %rax\ndecq %rsi"), "osaca-stack-spill"),
      HasSubstr("fewer"));
}

// 1/x as GCC writes it for floats with -ffast-math: x0 = rcp(x), x0 + x0 - x * x0 * x0.
const std::string newton_step = "vmovups (%rdi), %ymm1\nvrcpps %ymm1, %ymm0\nvmulps %ymm1, %ymm0, %ymm1\n"
                                "vmulps %ymm1, %ymm0, %ymm1\nvaddps %ymm0, %ymm0, %ymm0\nvsubps %ymm1, %ymm0, %ymm0\n";

TEST(Advice, DoesNotSuggestFusingReciprocalSequences) {
  const std::string loop_end = "vmovups %ymm0, (%rsi)\naddq $32, %rdi\naddq $32, %rsi\ncmpq %rdi, %rdx";
  EXPECT_EQ(advice(report_of(newton_step + loop_end), "osaca-missed-fma"), "no osaca-missed-fma");
  // A product and a sum of the source beside it are.
  EXPECT_THAT(advice(report_of(newton_step +
                               "vmovups (%r8), %ymm2\nvmulps (%r9), %ymm2, %ymm3\nvaddps (%r10), %ymm3, %ymm3\n"
                               "vmovups 32(%r8), %ymm4\nvmulps 32(%r9), %ymm4, %ymm5\nvaddps 32(%r10), %ymm5, %ymm5\n"
                               "vaddps %ymm3, %ymm0, %ymm0\nvaddps %ymm5, %ymm0, %ymm0\n" +
                               loop_end),
                     "osaca-missed-fma"),
              HasSubstr("fma"));
}

TEST(Advice, AttributesNewtonStepsToTheCompiler) {
  // The ports are kept busy by four of these.
  std::string body;
  for (const std::string offset : {"", "32", "64", "96"})
    body += "vmovups " + offset + "(%rdi), %ymm1\n" + newton_step.substr(newton_step.find("vrcpps")) +
            "vmovups %ymm0, " + offset + "(%rsi)\n";
  const KernelReport report = report_of(body + "subq $-128, %rdi\nsubq $-128, %rsi\ncmpq %rdi, %rdx", "skx");
  bool is_told = false;
  for (const Finding &finding : report.findings)
    is_told = is_told || message_of(finding).find("refine an estimate") != std::string::npos;
  EXPECT_TRUE(is_told) << "bound by " << name_of(report.bound_by);
}

TEST(Advice, SuggestsSeveralTablesForAHistogram) {
  const KernelReport histogram =
      report_of("movzbl (%rdi), %eax\nincq %rdi\naddl $1, (%rdx,%rax,4)\ncmpq %rdi, %rsi", "emeraldrapids");
  EXPECT_THAT(advice(histogram, "osaca-scattered-update"), HasSubstr("several copies"));
  for (const Finding &finding : histogram.findings)
    EXPECT_THAT(advice_of(finding), Not(HasSubstr("-funroll-loops"))) << finding.rule;
  // The same in three instructions.
  EXPECT_THAT(advice(report_of("movzbl (%rdi), %eax\nincq %rdi\nmovss (%rdx,%rax,4), %xmm0\naddss %xmm1, %xmm0\n"
                               "movss %xmm0, (%rdx,%rax,4)\ncmpq %rdi, %rsi",
                               "emeraldrapids"),
                     "osaca-scattered-update"),
              HasSubstr("several copies"));
}

// Measured on Zen 4 (2026-11-30): counters that are equal take 1.0 to 1.1 cycles, two of them in turn or at random 3.0
// to 3.3; floating-point sums of one place take 12.0.
TEST(Advice, AHistogramIsSlowestWithTwoCountersIfTheCoreLearnsStores) {
  const auto updates_of = [](const std::string &update) {
    for (const Finding &finding : report_of("movzbl (%rdi), %eax\nincq %rdi\n" + update + "\ncmpq %rdi, %rsi").findings)
      if (const auto *updates = std::get_if<ScatteredUpdates>(&*finding.facts))
        return *updates;
    return ScatteredUpdates();
  };
  const ScatteredUpdates counts = updates_of("addl $1, (%rdx,%rax,4)");
  EXPECT_TRUE(counts.is_in_turn);
  EXPECT_NEAR(counts.wait.to_double(), 3.3, 0.5);
  const ScatteredUpdates sums =
      updates_of("movss (%rdx,%rax,4), %xmm0\naddss %xmm1, %xmm0\nmovss %xmm0, (%rdx,%rax,4)");
  EXPECT_FALSE(sums.is_in_turn);
  EXPECT_NEAR(sums.wait.to_double(), 12.0, 0.5);
}

TEST(Advice, WhatMovesInStepsIsNoHistogram) {
  const auto is_none = [](const std::string &body) {
    return advice(report_of(body, "emeraldrapids"), "osaca-scattered-update") == "no osaca-scattered-update";
  };
  EXPECT_TRUE(is_none("addl $1, (%rdx,%rax,4)\nincq %rax\ncmpq %rax, %rsi"));
  EXPECT_TRUE(is_none("addl $1, (%rdx,%rax,4)\naddq %rcx, %rax\ncmpq %rax, %rsi")) << "by a number that is not known";
  EXPECT_TRUE(is_none("addl $1, 8(%rdi)\nmovq (%rdi), %rdi\ntestq %rdi, %rdi")) << "each element of a list comes once";
  EXPECT_TRUE(is_none("movzbl (%rdi), %eax\nincq %rdi\nmovl $1, (%rdx,%rax,4)\ncmpq %rdi, %rsi")) << "nothing is read";
}

TEST(Advice, DoesNotSuggestUnrollingLongLoops) {
  // Nothing waits for anything, and no port is busy: what there is, the front end has to bring.
  std::string body;
  for (int i = 0; i < 160; ++i)
    body += "movl $1, %eax\nmovl $1, %ebp\n";
  for (const char *arch : {"zen4", "skx"}) {
    const KernelReport report = report_of(body + "addq $8, %rdi\ncmpq %rdi, %rsi", arch);
    for (const Finding &finding : report.findings)
      EXPECT_THAT(advice_of(finding), Not(HasSubstr("unroll to spread"))) << arch << ": " << finding.rule;
  }
}

TEST(Advice, SuggestsUnrollingShortLoops) {
  // Of ten macro-ops two are the loop's own; nops take nothing but their place.
  EXPECT_THAT(advice(report_of("nop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\naddq $8, %rdi\ncmpq %rdi, %rsi"),
                     "osaca-front-end-bound"),
              HasSubstr("unroll to spread loop overhead"));
}

} // namespace
} // namespace osaca
