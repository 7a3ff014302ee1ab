#include "render/text/kernel_tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace osaca::test {
namespace {

using testing::HasSubstr;

KernelReport kernel_with(std::vector<TimelineUop> uops) {
  KernelReport kernel;
  kernel.instructions.resize(2);
  kernel.instructions[0].text = "vmulpd %ymm1, %ymm2, %ymm3";
  kernel.instructions[1].text = "vaddpd %ymm3, %ymm4, %ymm4";
  kernel.timeline = std::move(uops);
  return kernel;
}

TEST(Timeline, IsEmptyWithoutASimulation) { EXPECT_EQ(timeline_text(kernel_with({}), {}), ""); }

TEST(Timeline, ShowsWaitingForInputsAndForAPort) {
  const std::string text = timeline_text(kernel_with({{0, 0, "FP0", 0, 1, 1}, {0, 1, "FP2", 0, 4, 6}}), {});
  EXPECT_THAT(text, HasSubstr("vmulpd %ymm1, %ymm2, %ymm3  FP0   DE\n"));
  EXPECT_THAT(text, HasSubstr("vaddpd %ymm3, %ymm4, %ymm4  FP2   D===--E\n"));
}

TEST(Timeline, IsCutWhereItWouldBeTooWide) {
  const std::string text = timeline_text(kernel_with({{0, 0, "FP0", 0, 5000, 5000}}), {});
  EXPECT_LT(text.size(), 2000u);
  EXPECT_THAT(text, HasSubstr("... 5000"));
}

} // namespace
} // namespace osaca::test
