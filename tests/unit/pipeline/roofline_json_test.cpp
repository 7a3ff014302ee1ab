// Floating-point operations as JSON: what is written comes back, and what is damaged is refused.
#include "osaca/read_report.h"
#include "render/json/json_documents.h"
#include "sample_report.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace osaca::testing {
namespace {

nlohmann::json document_with_roofline() {
  KernelReport kernel = sample_kernel();
  kernel.roofline = sample_roofline();
  return nlohmann::json::parse(render_json(report_of({kernel})));
}

TEST(RooflineJson, BringsTheOperationsBack) {
  const Expected<Report> read = read_report(document_with_roofline().dump(), "report.json");
  ASSERT_TRUE(read) << read.error().text();
  ASSERT_TRUE(read->kernels.at(0).roofline);
  const RooflineReport &roofline = *read->kernels[0].roofline;
  ASSERT_EQ(roofline.work.size(), 2U);
  EXPECT_EQ(roofline.work[0].format, FloatFormat::single_precision);
  EXPECT_EQ(roofline.work[0].operations, Cycles(4));
  EXPECT_EQ(roofline.work[1].format, FloatFormat::double_precision);
  EXPECT_EQ(roofline.work[1].operations, Cycles(16));
  EXPECT_EQ(roofline.bytes_loaded, Cycles(96));
  EXPECT_EQ(roofline.bytes_stored, Cycles(64));
  EXPECT_EQ(roofline.uncounted_operations, 1);
  EXPECT_EQ(roofline.unsized_accesses, 2);
  EXPECT_EQ(roofline.masked_operations, 3);
  ASSERT_TRUE(roofline.peak);
  EXPECT_EQ(roofline.peak->per_cycle, Cycles(16));
  EXPECT_EQ(roofline.peak->opcode, "VFMADD213PDYr");
  EXPECT_EQ(roofline.clock_ghz, 2.5);
  EXPECT_EQ(roofline.clock_source, ClockSource::user);
}

TEST(RooflineJson, FollowsFromTheOperationsAndTheCycles) {
  const nlohmann::json roofline = document_with_roofline()["kernels"][0]["roofline"];
  EXPECT_DOUBLE_EQ(roofline["operations_per_byte"], 20.0 / 160);
  EXPECT_DOUBLE_EQ(roofline["operations_per_cycle"], 20.0 / 5);
  EXPECT_DOUBLE_EQ(roofline["gflops"], 2.5 * 20 / 5);
}

TEST(RooflineJson, IsRefusedWhenDamaged) {
  const auto is_refused = [](const nlohmann::json &document) { return !read_report(document.dump(), "report.json"); };
  nlohmann::json none = document_with_roofline();
  none["kernels"][0]["roofline"]["operations"] = nlohmann::json::array();
  EXPECT_TRUE(is_refused(none));
  nlohmann::json unknown = document_with_roofline();
  unknown["kernels"][0]["roofline"]["operations"][0]["format"] = "triple";
  EXPECT_TRUE(is_refused(unknown));
  nlohmann::json no_peak = document_with_roofline();
  no_peak["kernels"][0]["roofline"]["peak_operations_per_cycle"] = 0;
  EXPECT_TRUE(is_refused(no_peak));
}

} // namespace
} // namespace osaca::testing
