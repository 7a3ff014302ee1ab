#include "osaca/analyze.h"
#include "osaca/blocks.h"
#include "render/words/words.h"

#include <gmock/gmock.h>

namespace osaca {
namespace {

using Status = BlockResult::Status;

BlockResult result_of(std::string_view hex) {
  const Expected<BlockAnalyzer> analyzer = BlockAnalyzer::create("skl");
  EXPECT_TRUE(analyzer);
  return analyzer->analyze(hex);
}

TEST(Blocks, AreReadAsBodiesOfEndlessLoops) {
  // add rax, rbx: one cycle from rax to rax. imul rax, rbx: three (Intel's optimisation manual, appendix on latencies).
  EXPECT_EQ(result_of("4801d8").cycles, Cycles(1));
  EXPECT_EQ(result_of("480fafc3").cycles, Cycles(3));
  EXPECT_EQ(result_of("480fafc3").bound_by, BoundKind::loop_carried);
  EXPECT_EQ(result_of("4801d8").status, Status::ok);
}

TEST(Blocks, StartWithAllRegistersAtOnePlace) {
  // Measured in the suite's harness: two stores through different registers leave together (mov %rax,(%rdi); mov
  // %rax,(%rsi): 1.0 cycles), and what one stores the other loads (mov (%rdi),%rax; mov %rax,(%rsi): forwarded).
  const Expected<BlockAnalyzer> analyzer = BlockAnalyzer::create("zen4");
  ASSERT_TRUE(analyzer);
  EXPECT_EQ(analyzer->analyze("488907488906").cycles, Cycles(1));
  EXPECT_EQ(analyzer->analyze("488b07488906").bound_by, BoundKind::loop_carried);
}

// `mov %rax, 256(%rip); mov 249(%rip), %rax`: seven bytes each, so both have the same address. With 256 in both, the
// addresses are seven bytes apart, and with 257 eight.
TEST(Blocks, CompareAddressesRelativeToRip) {
  EXPECT_EQ(result_of("48890500010000488b05f9000000").bound_by, BoundKind::loop_carried);
  EXPECT_NE(result_of("48890500010000488b0501010000").bound_by, BoundKind::loop_carried);
}

// `lea (%r13,%r9,8), %r9` takes three cycles, because r13 as a base needs a displacement of 0 (Intel's optimisation
// manual, on slow lea instructions). In `lea (%r12,%r13,8), %r14` it is the index.
TEST(Blocks, DoNotDependOnEarlierBlocks) {
  const Expected<BlockAnalyzer> analyzer = BlockAnalyzer::create("skl");
  ASSERT_TRUE(analyzer);
  EXPECT_EQ(analyzer->analyze("4f8d34ec").status, Status::ok);
  EXPECT_EQ(analyzer->analyze("4f8d4ccd00").cycles, Cycles(3));
}

// `imul $3, %rsi, %rdi; add %r9, %rax; add %r9, %rbx; add %r9, %rcx` takes 1.65 cycles on an Emerald Rapids. No bound
// is larger than 1.0.
TEST(Blocks, AreSimulatedOnRequest) {
  const std::string code = "486bfe034c01c84c01cb4c01c9";
  const Expected<BlockAnalyzer> bounds = BlockAnalyzer::create("emeraldrapids");
  const Expected<BlockAnalyzer> simulated = BlockAnalyzer::create("emeraldrapids", {.simulate = true});
  ASSERT_TRUE(bounds && simulated);
  EXPECT_EQ(bounds->analyze(code).cycles, Cycles(1));
  EXPECT_NEAR(simulated->analyze(code).cycles.to_double(), 1.65, 0.1);
}

TEST(Blocks, TakeDigitsInBothCasesAndSpaceAround) { EXPECT_EQ(result_of(" 480FAFC3\t").status, Status::ok); }

TEST(Blocks, NeverFailWithoutAStatus) {
  EXPECT_EQ(result_of("").status, Status::empty);
  EXPECT_EQ(result_of("  ").status, Status::empty);
  EXPECT_EQ(result_of("4").status, Status::invalid_hex);
  EXPECT_EQ(result_of("48 01 d8").status, Status::invalid_hex);
  EXPECT_EQ(result_of("0x48").status, Status::invalid_hex);
  EXPECT_EQ(result_of("ff").status, Status::undecodable);
  EXPECT_EQ(result_of(std::string(1000000, '9')).status, Status::undecodable);
}

// Marked code without a branch follows on itself, as a block does: no taken branch is added on any core. (The blocks
// have no addresses, which is where both differ.) vaddps on 256 bits: 0.5 cycles on Skylake and Zen 4 (uops.info); an
// llvm-mca user marks such code.
TEST(Blocks, TakeAsLongAsTheSameCodeThatIsMarked) {
  const std::pair<std::string, std::string> blocks[] = {{"c5f458d0", "vaddps %ymm0, %ymm1, %ymm2\n"},
                                                        {"9090", "nop\nnop\n"},
                                                        {"31c0", "xorl %eax, %eax\n"},
                                                        {"480fafc34801d8", "imulq %rbx, %rax\naddq %rbx, %rax\n"},
                                                        {"4801d84801d9", "addq %rbx, %rax\naddq %rbx, %rcx\n"},
                                                        {"9c9d", "pushfq\npopfq\n"}};
  for (const std::string arch : {"snb", "skl", "icx", "emeraldrapids", "zen2", "zen4", "zen5"}) {
    const Expected<BlockAnalyzer> analyzer = BlockAnalyzer::create(arch);
    ASSERT_TRUE(analyzer);
    AnalyzeOptions options;
    options.archs = {arch};
    for (const auto &[hex, assembly] : blocks)
      for (const std::string marker : {"OSACA", "LLVM-MCA"}) {
        const auto report =
            analyze("# " + marker + "-BEGIN\n" + assembly + "# " + marker + "-END\nret\n", "a.s", options);
        ASSERT_TRUE(report) << report.error().message;
        const KernelReport &kernel = report->kernels.front();
        EXPECT_EQ(kernel.cycles_per_iteration, analyzer->analyze(hex).cycles) << arch << ": " << assembly;
        EXPECT_FALSE(kernel.branches_back);
        EXPECT_FALSE(kernel.placement);
        for (const Finding &finding : kernel.findings)
          EXPECT_EQ(message_of(finding).find("branch"), std::string::npos) << message_of(finding);
      }
  }
  EXPECT_EQ(result_of("c5f458d0").cycles, Cycles(1, 2));
}

} // namespace
} // namespace osaca
