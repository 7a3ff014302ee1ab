#include "osaca/blocks.h"

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

} // namespace
} // namespace osaca
