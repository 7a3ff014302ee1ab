// Ranges of predictions: which loops have one, and what lies in it. Known facts, and measurements where they are
// installed (OSACA_RENAMING_TRUTH).
#include "osaca/analyze.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace osaca {
namespace {

using Kind = RangeCause::Kind;
using testing::Contains;
using testing::ElementsAre;
using testing::Not;

std::vector<Kind> kinds_of(const KernelReport &kernel) {
  std::vector<Kind> kinds;
  if (kernel.uncertainty)
    for (const RangeCause &cause : kernel.uncertainty->causes)
      kinds.push_back(cause.kind);
  return kinds;
}

KernelReport only_kernel(const std::string &assembly, const std::string &arch) {
  AnalyzeOptions options;
  options.archs = {arch};
  const auto report = analyze(assembly, "a.s", options);
  EXPECT_TRUE(report && report->kernels.size() == 1) << assembly;
  return report && !report->kernels.empty() ? report->kernels.front() : KernelReport{};
}

std::string loop(const std::string &body, const std::string &before = "") {
  return before + ".Lloop:\n" + body + "cmpq %rax, %rsi\njne .Lloop\n";
}

const std::string plain = "vaddpd (%rdi,%rax), %ymm0, %ymm1\nvmovupd %ymm1, (%rdx,%rax)\naddq $32, %rax\n";

// The core reads one block of 64 bytes per cycle, so a loop that lies in two of them takes two cycles.
TEST(Uncertainty, AShortLoopMayCrossABlock) {
  const KernelReport anywhere = only_kernel(loop(plain), "zen4");
  ASSERT_THAT(kinds_of(anywhere), Contains(Kind::alignment));
  EXPECT_EQ(anywhere.uncertainty->range, (CyclesRange{Cycles(1), Cycles(2)}));
  EXPECT_THAT(kinds_of(only_kernel(loop(plain, ".p2align 6\n"), "zen4")), Not(Contains(Kind::alignment)));
  EXPECT_THAT(kinds_of(only_kernel(loop(plain, ".p2align 4,,10\n"), "zen4")), Contains(Kind::alignment))
      << "the assembler may leave out the padding";
}

// A chain of 12 cycles is read in time wherever it lies.
TEST(Uncertainty, ALongChainHasNone) {
  const std::string chain = "vaddsd %xmm0, %xmm1, %xmm0\nvmulsd %xmm0, %xmm2, %xmm0\nvaddsd %xmm0, %xmm1, %xmm0\n"
                            "vmulsd %xmm0, %xmm2, %xmm0\ninc %rax\n";
  EXPECT_FALSE(only_kernel(loop(chain), "zen4").uncertainty);
}

TEST(Uncertainty, ACallHidesIt) {
  EXPECT_FALSE(only_kernel(loop("call f\n" + plain), "zen4").uncertainty) << "the prediction is only a lower bound";
}

// Measured on Emerald Rapids (models/pages/emeraldrapids.md): operations in place with a constant of 32 bits are
// renamed in some runs. With one of 8 bits they always are, with a register never.
TEST(Uncertainty, SomeOperationsInPlaceAreRenamedInSomeRuns) {
  const auto in_place = [](const std::string &operation) {
    return only_kernel(loop(operation + ", 64(%rdi)\nnopl 64(%rax)\ninc %rax\n", ".p2align 6\n"), "emeraldrapids");
  };
  for (const std::string operation : {"addq $1000", "subl $1000", "andq $1000", "orl $1000", "xorq $1000"}) {
    const KernelReport kernel = in_place(operation);
    ASSERT_THAT(kinds_of(kernel), ElementsAre(Kind::memory_renaming)) << operation;
    EXPECT_THAT(kernel.uncertainty->causes[0].instructions, ElementsAre(0));
    EXPECT_EQ(kernel.uncertainty->range.low, kernel.cycles_per_iteration);
    EXPECT_EQ(kernel.uncertainty->range.high, in_place("addq %rcx").bound(BoundKind::loop_carried))
        << "as if it never was renamed";
  }
  EXPECT_THAT(kinds_of(in_place("addq $1")), Not(Contains(Kind::memory_renaming)));
  EXPECT_THAT(kinds_of(in_place("addq %rcx")), Not(Contains(Kind::memory_renaming)));
}

// Chains of one operation, unrolled, as `osaca measure instructions` measured them on Emerald Rapids.
TEST(Uncertainty, MeasuredChainsLieInTheRange) {
  struct Chain {
    const char *operation;
    double cycles;
  };
  constexpr Chain chains[] = {{"addl", 3.441}, {"addq", 3.037}, {"subl", 3.646}, {"subq", 3.557}, {"andl", 3.886},
                              {"andq", 3.427}, {"orl", 3.639},  {"orq", 3.233},  {"xorl", 3.633}, {"xorq", 3.724}};
  for (const Chain &chain : chains) {
    const KernelReport kernel = only_kernel(
        "# OSACA-BEGIN\n" + std::string(chain.operation) + " $1000, (%r14)\n# OSACA-END\n", "emeraldrapids");
    ASSERT_TRUE(kernel.uncertainty) << chain.operation;
    EXPECT_LT(kernel.uncertainty->range.low.to_double(), chain.cycles) << chain.operation;
    EXPECT_GT(kernel.uncertainty->range.high.to_double(), chain.cycles) << chain.operation;
  }
}

TEST(Uncertainty, ConfidenceIsThatOfTheKindOfCode) {
  const KernelReport of_loop = only_kernel(loop(plain), "zen4");
  const KernelReport straight = only_kernel("# OSACA-BEGIN\n" + plain + "# OSACA-END\n", "zen4");
  ASSERT_TRUE(of_loop.confidence && straight.confidence);
  EXPECT_EQ(of_loop.confidence->code, "loops");
  EXPECT_EQ(straight.confidence->code, "blocks");
  EXPECT_GT(of_loop.confidence->within_10_percent, 0.5);
  EXPECT_LE(of_loop.confidence->within_10_percent, 1);
  EXPECT_FALSE(only_kernel(loop(plain), "zen5").confidence) << "nobody measured this core";
  EXPECT_FALSE(only_kernel(loop(plain), "sapphirerapids").confidence) << "figures of a relative";
}

void expect_sound(const KernelReport &kernel, const std::string &name) {
  if (!kernel.uncertainty)
    return;
  const auto &[range, causes] = *kernel.uncertainty;
  EXPECT_LE(range.low, kernel.cycles_per_iteration) << name;
  EXPECT_LE(kernel.cycles_per_iteration, range.high) << name;
  EXPECT_FALSE(causes.empty()) << name;
  for (const RangeCause &cause : causes) {
    EXPECT_LE(range.low, cause.range.low) << name;
    EXPECT_LE(cause.range.high, range.high) << name;
    EXPECT_LT(cause.range.low.to_double() * 1.05, cause.range.high.to_double()) << name;
  }
}

TEST(Uncertainty, EveryRangeIncludesItsPrediction) {
  for (const char *const core : {"zen4", "emeraldrapids"}) {
    const std::filesystem::path folder = std::filesystem::path(OSACA_TRUTH_FOLDER) / core / "loops";
    if (!std::filesystem::exists(folder))
      GTEST_SKIP() << folder << " is not installed";
    for (const auto &file : std::filesystem::directory_iterator(folder)) {
      std::ostringstream text;
      text << std::ifstream(file.path()).rdbuf();
      AnalyzeOptions options;
      options.archs = {"zen4", "emeraldrapids", "skx", "zen2"};
      if (const auto report = analyze(text.str(), file.path().string(), options))
        for (const KernelReport &kernel : report->kernels)
          expect_sound(kernel, file.path().filename().string() + " on " + kernel.arch);
    }
  }
}

} // namespace
} // namespace osaca
