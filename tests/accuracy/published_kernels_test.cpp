// Loops of papers with the cycles that their authors measured (kernels/published.yml). Known misses are listed there
// with their reason, and are checked too: a miss that has become right must be removed from the list.
#include "kernel_file.h"

#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <cmath>

namespace osaca::test {
namespace {

constexpr const char *published_path = OSACA_OWN_KERNELS "/published.yml";

struct PublishedKernel {
  Row names;                  ///< "kernel", "arch"
  double measured_cycles = 0; ///< per iteration of the machine loop
  std::string reason_of_miss; ///< empty if the prediction is expected to be right
  std::string assembly;
};

std::vector<PublishedKernel> published_kernels() {
  std::vector<PublishedKernel> kernels;
  for (const YAML::Node &paper : YAML::LoadFile(published_path)) {
    for (const YAML::Node &kernel : paper["kernels"]) {
      const YAML::Node loop = kernel["loop"];
      kernels.push_back({{{"kernel", loop["name"].as<std::string>()}, {"arch", loop["arch"].as<std::string>()}},
                         loop["cycles"].as<double>(),
                         kernel["miss"] ? kernel["miss"].as<std::string>() : "",
                         kernel["code"].as<std::string>()});
    }
  }
  return kernels;
}

class PublishedLoop : public testing::TestWithParam<PublishedKernel> {};

TEST_P(PublishedLoop, is_predicted_within_a_tenth_unless_it_is_a_known_miss) {
  const PublishedKernel &published = GetParam();
  const auto kernel = analyze_kernel(published.assembly, published_path, published.names.at("arch"));
  ASSERT_TRUE(kernel);
  EXPECT_TRUE(kernel->complete) << "holds instructions without data";
  const double predicted = kernel->cycles_per_iteration.to_double();
  const bool right = std::abs(predicted - published.measured_cycles) <= 0.1 * published.measured_cycles;
  EXPECT_EQ(right, published.reason_of_miss.empty())
      << predicted << " cycles predicted, " << published.measured_cycles << " measured, bound by "
      << name_of(kernel->bound_by) << (right ? "; no longer a miss: " : "; ") << published.reason_of_miss;
}

INSTANTIATE_TEST_SUITE_P(Papers, PublishedLoop, testing::ValuesIn(published_kernels()),
                         [](const auto &kernel) { return test_name(kernel.param.names); });

} // namespace
} // namespace osaca::test
