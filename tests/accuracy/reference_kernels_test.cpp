// The kernels of the OSACA papers and the WINIC thesis with what was measured on real machines. They are not ours to ship:
// the test runs where the folder is there (CMake: OSACA_SHARED_DIR).
#include "kernel_file.h"

#include <gtest/gtest.h>

namespace osaca::test {
namespace {

constexpr const char *table_path = OSACA_REFERENCE "/expected.csv";

class ReferenceKernel : public testing::TestWithParam<Row> {
protected:
  void SetUp() override {
    kernel_ = analyze_kernel_file(std::string(OSACA_REFERENCE "/kernels/") + GetParam().at("kernel"),
                                  GetParam().at("arch"));
    ASSERT_TRUE(kernel_);
    source_iterations_ = figure(GetParam(), "source_iterations_per_asm_iteration").value();
  }
  double per_source_iteration(double cycles) const { return cycles / source_iterations_; }

  std::optional<KernelReport> kernel_;
  double source_iterations_ = 1;
};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ReferenceKernel);

TEST_P(ReferenceKernel, is_predicted_within_a_tenth_of_what_was_measured) {
  const auto measured = figure(GetParam(), "measured_cy_per_source_iteration");
  if (!measured)
    GTEST_SKIP() << "no measurement was published";
  EXPECT_NEAR(per_source_iteration(kernel_->cycles_per_iteration.to_double()), *measured, 0.1 * *measured)
      << "bound by " << name_of(kernel_->bound_by);
}

TEST_P(ReferenceKernel, has_the_published_loop_carried_dependency) {
  const auto published = figure(GetParam(), "osaca_lcd");
  if (!published)
    GTEST_SKIP() << "none was published";
  EXPECT_NEAR(per_source_iteration(bound_cycles(*kernel_, BoundKind::loop_carried)), *published, 0.005);
}

TEST_P(ReferenceKernel, has_a_critical_path_within_a_tenth_of_the_published_one) {
  const auto published = figure(GetParam(), "osaca_cp");
  if (!published)
    GTEST_SKIP() << "none was published";
  EXPECT_NEAR(per_source_iteration(kernel_->critical_path.cycles.to_double()), *published, 0.1 * *published);
}

TEST_P(ReferenceKernel, holds_no_instruction_without_data) { EXPECT_TRUE(kernel_->complete); }

INSTANTIATE_TEST_SUITE_P(Papers, ReferenceKernel, testing::ValuesIn(read_table(table_path)),
                         [](const auto &row) { return test_name(row.param); });

TEST(ReferenceKernels, are_all_there_where_the_folder_is) {
  const auto rows = read_table(table_path);
  if (rows.empty())
    GTEST_SKIP() << "no " << table_path << "; set OSACA_SHARED_DIR to check against the papers";
  EXPECT_EQ(rows.size(), 17U);
}

} // namespace
} // namespace osaca::test
