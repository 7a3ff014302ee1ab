// The sentences about floating-point operations, and the data that the page draws.
#include "render/text/report_text.h"
#include "render/words/words.h"
#include "report/roofline_figures.h"
#include "sample_report.h"

#include <gmock/gmock.h>

namespace osaca::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

KernelReport with_roofline() {
  KernelReport kernel = sample_kernel();
  kernel.roofline = sample_roofline();
  return kernel;
}

TEST(RooflineWords, SayWhatALoopComputes) {
  KernelReport kernel = with_roofline();
  kernel.source_iterations = 2;
  const std::vector<std::string> sentences = roofline_sentences(kernel);
  EXPECT_THAT(sentences, Contains(HasSubstr("per iteration: 4 single-precision and 16 double-precision operations, 96 "
                                            "bytes loaded, 64 bytes stored")));
  EXPECT_THAT(sentences, Contains(HasSubstr("per source iteration: 2 single-precision and 8 double-precision")));
  EXPECT_THAT(sentences, Contains(HasSubstr("25 % of the core's peak of 16"))); // 20 operations in 5 cycles
  EXPECT_THAT(sentences, Contains(HasSubstr("10 GFLOP/s at 2.5 GHz")));
  EXPECT_THAT(sentences, Contains(HasSubstr("3 instructions under a mask")));
}

TEST(RooflineWords, AreSilentWithoutFloatingPoint) { EXPECT_THAT(roofline_sentences(sample_kernel()), IsEmpty()); }

TEST(RooflineWords, AreShownOnlyWithVerbose) {
  EXPECT_THAT(render_text(report_of({with_roofline()}), {.verbose = true}), HasSubstr("GFLOP/s"));
  EXPECT_THAT(render_text(report_of({with_roofline()}), {}), Not(HasSubstr("GFLOP/s")));
}

TEST(RooflineFigures, ComeFromTheTrafficOfEachLevel) {
  KernelReport kernel = with_roofline();
  kernel.memory = sample_memory();
  const std::vector<LevelRoof> roofs = level_roofs(kernel);
  ASSERT_FALSE(roofs.empty());
  EXPECT_EQ(roofs[0].level, "L2"); // two lines of 64 bytes in 9/4 cycles
  EXPECT_DOUBLE_EQ(roofs[0].operations_per_byte, 20.0 / 128);
  EXPECT_DOUBLE_EQ(roofs[0].bytes_per_cycle, 128 / 2.25);
}

} // namespace
} // namespace osaca::testing
