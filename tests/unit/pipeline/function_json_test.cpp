// The latencies of whole functions as JSON and in words.
#include "osaca/read_report.h"
#include "render/json/json_documents.h"
#include "render/words/words.h"
#include "sample_report.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace osaca::testing {
namespace {

using ::testing::EndsWith;

KernelReport sample_function(Cycles from_second) {
  KernelReport kernel = sample_kernel();
  kernel.is_function = true;
  kernel.result_latencies = {{"xmm0", from_second, {{"xmm0", 8}, {"xmm1", from_second}}}};
  return kernel;
}

TEST(FunctionJson, BringsTheLatenciesBack) {
  const Expected<Report> read = read_report(render_json(report_of({sample_function(12)})), "report.json");
  ASSERT_TRUE(read) << read.error().text();
  ASSERT_EQ(read->kernels.at(0).result_latencies.size(), 1U);
  const ResultLatency &latency = read->kernels[0].result_latencies[0];
  EXPECT_EQ(latency.reg, "xmm0");
  EXPECT_EQ(latency.cycles, Cycles(12));
  ASSERT_EQ(latency.from_arguments.size(), 2U);
  EXPECT_EQ(latency.from_arguments[0].reg, "xmm0");
  EXPECT_EQ(latency.from_arguments[0].cycles, Cycles(8));
}

TEST(FunctionJson, ReadsReportsThatDoNotNameTheArguments) {
  nlohmann::json document = nlohmann::json::parse(render_json(report_of({sample_function(12)})));
  document["kernels"][0]["result_latencies"][0].erase("from_arguments");
  const Expected<Report> read = read_report(document.dump(), "report.json");
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->kernels.at(0).result_latencies.at(0).cycles, Cycles(12));
  document["kernels"][0]["result_latencies"][0]["from_arguments"] = {{{"register", "xmm0"}}};
  EXPECT_FALSE(read_report(document.dump(), "report.json"));
}

TEST(FunctionPhrase, NamesTheArgumentsIfTheTimesFromThemDiffer) {
  EXPECT_THAT(phrase_of_latencies(sample_function(12)),
              EndsWith("12.0 cycles to xmm0 (8.0 from xmm0, 12.0 from xmm1)"));
  EXPECT_THAT(phrase_of_latencies(sample_function(8)), EndsWith("8.0 cycles to xmm0"));
}

} // namespace
} // namespace osaca::testing
