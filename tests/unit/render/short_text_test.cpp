#include "render/text/report_text.h"

#include "sample_report.h"

#include <gmock/gmock.h>

namespace osaca::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Report report_of_many(int count) {
  std::vector<KernelReport> kernels;
  for (int k = 0; k < count; ++k) {
    kernels.push_back(sample_kernel());
    kernels.back().name = "loop" + std::to_string(k);
    kernels.back().cycles_per_iteration = Cycles(k + 1);
  }
  return report_of(std::move(kernels));
}

TEST(ShortText, HasAtMostTheWantedLines) {
  for (const int lines : {20, 50, 200})
    for (const int kernels : {1, 2, 5, 100}) {
      const std::string text = render_short_text(report_of_many(kernels), {.width = 100, .most_lines = lines});
      EXPECT_LE(lines_of(text).size(), static_cast<std::size_t>(lines)) << kernels << " kernels";
    }
}

TEST(ShortText, BeginsWithTheKernelThatTakesLongest) {
  const std::string text = render_short_text(report_of_many(30), {.most_lines = 40});
  EXPECT_EQ(text.find("kernel:     loop29"), 0U);
  EXPECT_THAT(text, Not(HasSubstr("loop0 ")));
}

TEST(ShortText, AccountsForEachKernel) {
  const std::string text = render_short_text(report_of_many(30), {.most_lines = 40});
  EXPECT_THAT(text, HasSubstr("Left out: "));
  EXPECT_THAT(text, HasSubstr(" other kernels. Without --max-lines, the report is complete."));
  EXPECT_THAT(render_short_text(report_of_many(1), {.most_lines = 100}), Not(HasSubstr("Left out")));
}

TEST(ShortText, PrefersKernelsWhoseCostIsKnown) {
  Report report = report_of_many(2);
  report.kernels[1].complete = false;
  EXPECT_EQ(render_short_text(report, {.most_lines = 100}).find("kernel:     loop0"), 0U);
}

} // namespace
} // namespace osaca::testing
