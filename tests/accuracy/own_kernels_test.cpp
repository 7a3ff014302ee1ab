// Our own examples as compilers translate them (tests/accuracy/kernels, made with GCC 12), with figures worked out by
// hand from what the processors' makers publish: the column "why" of expected.csv says how.
#include "kernel_file.h"

#include <gtest/gtest.h>

namespace osaca::test {
namespace {

class OwnKernel : public testing::TestWithParam<Row> {};

TEST_P(OwnKernel, agrees_with_the_figures_worked_out_by_hand) {
  const Row &row = GetParam();
  const auto kernel = analyze_kernel_file(std::string(OSACA_OWN_KERNELS "/") + row.at("kernel"), row.at("arch"));
  ASSERT_TRUE(kernel);
  EXPECT_TRUE(kernel->complete) << "holds instructions without data";
  if (const auto cycles = figure(row, "cycles_per_iteration")) {
    EXPECT_NEAR(kernel->cycles_per_iteration.to_double(), *cycles, 0.1 * *cycles) << row.at("why");
  }
  if (const auto lcd = figure(row, "lcd")) {
    EXPECT_NEAR(bound_cycles(*kernel, BoundKind::loop_carried), *lcd, 0.1 * *lcd) << row.at("why");
  }
  EXPECT_EQ(name_of(kernel->bound_by), row.at("bound_by")) << row.at("why");
}

INSTANTIATE_TEST_SUITE_P(Examples, OwnKernel, testing::ValuesIn(read_table(OSACA_OWN_KERNELS "/expected.csv")),
                         [](const auto &row) { return test_name(row.param); });

} // namespace
} // namespace osaca::test
