#include "osaca/analyze.h"

#include <gmock/gmock.h>

namespace osaca {
namespace {

using ::testing::HasSubstr;

const std::string loop = ".L3:\n\taddq\t%rbx, %rax\n\tsubq\t$1, %rcx\n\tjne\t.L3\n";

AnalyzeOptions with_archs(std::vector<std::string> archs) {
  AnalyzeOptions options;
  options.archs = std::move(archs);
  return options;
}

std::string error_of(const Expected<Report> &report) { return report ? "" : report.error().text(); }

TEST(Analyze, GivesOneReportPerKernelAndArchKernelByKernel) {
  const std::string two = loop + ".L4:\n\timulq\t%rbx, %rax\n\tjmp\t.L4\n";
  const Expected<Report> report = analyze(two, "two.s", with_archs({"zen4", "skx"}));
  ASSERT_TRUE(report) << error_of(report);
  ASSERT_EQ(report->kernels.size(), 4U);
  EXPECT_EQ(report->kernels[0].arch, "zen4");
  EXPECT_EQ(report->kernels[1].arch, "skx");
  EXPECT_EQ(report->kernels[0].name, report->kernels[1].name);
  EXPECT_NE(report->kernels[1].name, report->kernels[2].name);
}

TEST(Analyze, MovesLoopsToAnAssumedBoundary) {
  const auto text = [](int boundary) {
    std::string made = "\t.p2align 6\n\tnopl 8(%rax)\n\t.balign " + std::to_string(boundary) + "\n.L5:\n";
    for (int i = 0; i < 14; ++i)
      made += "\tnopl 8(%rax)\n";
    return made + "\tsubq $1, %rcx\n\tjne .L5\n";
  };
  AnalyzeOptions options = with_archs({"zen5"});
  const Expected<Report> at_64 = analyze(text(64), "a.s", options);
  const Expected<Report> at_16 = analyze(text(16), "a.s", options);
  options.code_boundary = 64;
  const Expected<Report> moved = analyze(text(16), "a.s", options);
  ASSERT_TRUE(at_64 && at_16 && moved);
  const KernelReport &loop = moved->kernels.at(0);
  EXPECT_EQ(loop.cycles_per_iteration, at_64->kernels.at(0).cycles_per_iteration);
  EXPECT_NE(loop.cycles_per_iteration, at_16->kernels.at(0).cycles_per_iteration);
  ASSERT_TRUE(loop.placement);
  EXPECT_EQ(loop.placement->boundary_bytes, 64);
  EXPECT_EQ(loop.placement->bytes_past_boundary, 0);
}

TEST(Analyze, KnowsArchsByEveryName) {
  for (const char *name : {"zen4", "ZEN4", "Zen4", "znver4"}) {
    const Expected<Report> report = analyze(loop, "a.s", with_archs({name}));
    ASSERT_TRUE(report) << error_of(report);
    EXPECT_EQ(report->kernels.at(0).arch, "zen4") << name;
  }
}

TEST(Analyze, TakesTheSameArchOnlyOnce) {
  const Expected<Report> report = analyze(loop, "a.s", with_archs({"zen4", "znver4", "ZEN4"}));
  ASSERT_TRUE(report) << error_of(report);
  EXPECT_EQ(report->kernels.size(), 1U);
}

TEST(Analyze, FallsBackToTheCompilersModelAndSaysSo) {
  const Expected<Report> report = analyze(loop, "a.s", with_archs({"BDVER2"}));
  ASSERT_TRUE(report) << error_of(report);
  EXPECT_EQ(report->kernels.at(0).arch, "bdver2");
  ASSERT_FALSE(report->kernels.at(0).arch_notes.empty());
}

TEST(Analyze, WorksWithoutAnArchOnX86Hosts) {
  const Expected<Report> report = analyze(loop, "a.s", {});
  if (!report) {
    EXPECT_THAT(error_of(report), HasSubstr("--arch"));
  }
}

TEST(Analyze, SuggestsTheNearestArch) {
  EXPECT_THAT(error_of(analyze(loop, "a.s", with_archs({"zen44"}))), HasSubstr("did you mean 'zen4'?"));
  EXPECT_THAT(error_of(analyze(loop, "a.s", with_archs({""}))), HasSubstr("empty"));
  EXPECT_THAT(error_of(analyze(loop, "a.s", with_archs({"no/such/file.yml"}))), HasSubstr("no/such/file.yml"));
}

TEST(Analyze, RefusesWhatIsNoInput) {
  EXPECT_THAT(error_of(analyze("", "a.s", with_archs({"zen4"}))), HasSubstr("empty"));
  EXPECT_THAT(error_of(analyze(std::string("\0\1\2", 3), "a.s", with_archs({"zen4"}))), HasSubstr("neither"));
  EXPECT_THAT(error_of(analyze("!<arch>\n", "a.a", with_archs({"zen4"}))), HasSubstr("archive"));
  EXPECT_NE(error_of(analyze("\177ELF", "a.o", with_archs({"zen4"}))), "");
}

TEST(Analyze, NoticesCodeOfAnotherIsa) {
  EXPECT_THAT(error_of(analyze(loop, "a.s", with_archs({"v2"}))), HasSubstr("x86-64"));
  std::string elf = "\177ELF\2\1\1";
  elf.resize(64, '\0');
  elf[18] = '\xB7'; // EM_AARCH64 = 183
  EXPECT_THAT(error_of(analyze(elf, "a.o", with_archs({"zen4"}))), HasSubstr("aarch64"));
}

TEST(Analyze, SaysWhereStoresSetThePace) {
  // Three stores of two 32-byte blocks, in turn: 2 cycles (measured, tests/accuracy); everything else takes 1.5 at
  // most.
  const std::string text = ".L3:\n\tmovq %r9, 24(%rdi)\n\tmovq %r9, 32(%rdi)\n\tmovq %r8, 56(%rdi)\n"
                           "\taddq $64, %rdi\n\tcmpq %rdi, %rsi\n\tjne .L3\n";
  const Expected<Report> report = analyze(text, "a.s", with_archs({"zen4"}));
  ASSERT_TRUE(report) << error_of(report);
  const KernelReport &kernel = report->kernels.at(0);
  EXPECT_EQ(kernel.bound_by, BoundKind::stores);
  EXPECT_EQ(kernel.cycles_per_iteration, Cycles(2));
  ASSERT_FALSE(kernel.findings.empty());
  EXPECT_EQ(kernel.findings.front()->rule, "osaca-store-bound");
  EXPECT_EQ(kernel.findings.front()->instructions, (std::vector<int>{0, 1, 2}));
}

TEST(Analyze, ReadsAssemblyWithAFewZeroBytes) {
  // Clang's comments beside debug information show characters as they are.
  AnalyzeOptions options;
  options.archs = {"skl"};
  const std::string text =
      std::string(".Lloop:\n\tdec %rdi\n\tjne .Lloop\n\t.byte 0 # ") + '\0' + "\n" + std::string(200, '#') + "\n";
  const auto report = analyze(text, "zero.s", options);
  ASSERT_TRUE(report) << report.error().text();
  EXPECT_EQ(report->kernels.size(), 1u);
}

} // namespace
} // namespace osaca
