#include "render/json/json_documents.h"

#include "collection/collect.h"
#include "render/text/collection_text.h"
#include "sample_collection.h"
#include "sample_report.h"
#include "schema_check.h"

#include <gmock/gmock.h>

#include <fstream>

namespace osaca::testing {
namespace {

using nlohmann::json;
using ::testing::IsEmpty;

json published_schema(const std::string &document = "report") {
  std::ifstream file(std::string(OSACA_SOURCE_DIR) + "/docs/schema/osaca-" + document + "-1.schema.json");
  return json::parse(file);
}

Report report_with_everything() {
  Report report = report_of({sample_kernel(), hostile_kernel()});
  report.kernels.front().source_iterations = 8;
  report.kernels.front().uncertainty = Uncertainty{{Cycles(4), Cycles(7)},
                                                   {{RangeCause::Kind::alignment, {Cycles(4), Cycles(6)}},
                                                    {RangeCause::Kind::port_order, {Cycles(4), Cycles(5)}},
                                                    {RangeCause::Kind::memory_renaming, {Cycles(5), Cycles(7)}, {0}}}};
  report.kernels.front().confidence = Confidence{"loops", 400, 0.865, 0.0423, "a lab"};
  report.kernels.front().memory = sample_memory();
  report.kernels.front().memory->data_in = 1;
  report.kernels.front().roofline = sample_roofline();
  report.annotated.push_back({{"pi.c", 30, 1}, AnnotationStatus::vanished, "unrolled completely", {}});
  report.annotated.push_back({{"pi.c", 40, 1}, AnnotationStatus::not_a_loop, "no loop follows", {}});
  report.problems.push_back({"unknown mnemonic", {"pi.s", 7, 0}});
  return report;
}

TEST(Json, KeepsToThePublishedSchema) {
  const json document = json::parse(render_json(report_with_everything()));
  EXPECT_THAT(schema_violations(published_schema(), document), IsEmpty());
}

TEST(Json, WritesNothingThatTheSchemaDoesNotDescribe) {
  const json document = json::parse(render_json(report_with_everything()));
  EXPECT_THAT(undescribed_keys(published_schema(), document), IsEmpty());
}

TEST(Json, TheSchemaCheckSeesMistakes) {
  json document = json::parse(render_json(report_with_everything()));
  document["kernels"][0]["prediction"]["bound_by"] = "luck";
  document["kernels"][0]["findings"][0].erase("fix");
  document["annotated"][0]["line"] = "12";
  EXPECT_EQ(schema_violations(published_schema(), document).size(), 3U);
}

TEST(Json, HoldsTheKeysOfTheContract) {
  const json kernel = json::parse(render_json(report_of({sample_kernel()})))["kernels"][0];
  EXPECT_EQ(kernel["name"], ".L4");
  EXPECT_EQ(kernel["function"], "pi");
  EXPECT_EQ(kernel["source"]["file"], "pi.c");
  EXPECT_EQ(kernel["source"]["line"], 12);
  EXPECT_EQ(kernel["arch"], "zen4");
  EXPECT_EQ(kernel["prediction"]["cycles_per_iteration"], 5.0);
  EXPECT_EQ(kernel["prediction"]["bound_by"], "divider");
  EXPECT_EQ(kernel["bounds"]["ports"], 1.5);
  EXPECT_DOUBLE_EQ(kernel["bounds"]["front_end"], 4.0 / 3);
  EXPECT_EQ(kernel["bounds"]["lcd"], 4.0);
  EXPECT_EQ(kernel["critical_path"], 13.0);
  EXPECT_EQ(kernel["instructions"].size(), 3U);
  EXPECT_EQ(kernel["findings"][0]["fix"], "multiply by a reciprocal");
}

TEST(Json, HoldsSourceIterationsOnlyAsFarAsTheyAreKnown) {
  KernelReport kernel = sample_kernel(); // 5.0 cycles per iteration
  const auto prediction = [&kernel] {
    return json::parse(render_json(report_of({kernel})))["kernels"][0]["prediction"];
  };
  EXPECT_FALSE(prediction().contains("source_iterations"));
  kernel.source_iterations = 0;
  EXPECT_EQ(prediction()["source_iterations"], 0);
  EXPECT_FALSE(prediction().contains("cycles_per_source_iteration"));
  kernel.source_iterations = 8;
  EXPECT_EQ(prediction()["source_iterations"], 8);
  EXPECT_EQ(prediction()["cycles_per_source_iteration"], 0.625);
}

TEST(Json, OfAnEmptyReportIsStillADocument) {
  const json document = json::parse(render_json({}));
  EXPECT_THAT(schema_violations(published_schema(), document), IsEmpty());
  EXPECT_TRUE(document["kernels"].empty());
}

TEST(CollectionJson, KeepsToTheSchemaOfReportsWhichDescribesAllOfIt) {
  for (const Collection &collection : {Collection{}, sample_collection(), collection_without_baseline()}) {
    const json document = json::parse(render_collection_json(collection));
    EXPECT_THAT(schema_violations(published_schema(), document), IsEmpty());
    EXPECT_THAT(undescribed_keys(published_schema(), document), IsEmpty());
  }
}

TEST(CollectionJson, HoldsWhatIsSuppressedOnlyInTheListOfAll) {
  const json document = json::parse(render_collection_json(sample_collection()));
  std::map<std::string, std::string> suppressions;
  for (const json &finding : document["findings"])
    suppressions[finding["rule"]] = finding["suppression"];
  EXPECT_EQ(suppressions["osaca-lcd-bound"], "in_source");
  EXPECT_EQ(suppressions["osaca-call"], "by_baseline");
  EXPECT_EQ(suppressions["osaca-regression"], "none");
  for (const json &kernel : document["kernels"])
    for (const json &finding : kernel["findings"])
      EXPECT_EQ(suppressions[finding["rule"]], "none") << finding["rule"];
}

// Copies of a loop need not be of the same length: what the longer one has at its end is at another place in the
// shorter one.
TEST(CollectionJson, NamesInstructionsOfTheKernelThatTheyAreIn) {
  KernelReport longer = sample_kernel();
  longer.findings.resize(1);
  longer.findings[0].edit().instructions = {static_cast<int>(longer.instructions.size()) - 1};
  KernelReport shorter = longer;
  shorter.arch = "other";
  shorter.cycles_per_iteration = longer.cycles_per_iteration / Cycles(2);
  shorter.instructions.resize(1);
  shorter.findings[0].edit().instructions = {0};
  const Collection collection = collect({{"a.o", report_of({longer, shorter})}}, {}, nullptr);
  ASSERT_EQ(collection.findings.size(), 1U) << "both are about the same line";
  const json document = json::parse(render_collection_json(collection));
  for (const json &kernel : document["kernels"])
    EXPECT_EQ(kernel["findings"][0]["instructions"], json::array({kernel["instructions"].size() - 1}))
        << kernel["arch"];
}

TEST(ComparisonJson, KeepsToItsSchemaWhichDescribesAllOfIt) {
  const json document = json::parse(render_comparison_json(*sample_collection().comparison));
  EXPECT_THAT(schema_violations(published_schema("comparison"), document), IsEmpty());
  EXPECT_THAT(undescribed_keys(published_schema("comparison"), document), IsEmpty());
  EXPECT_EQ(document["regressions"], 2);
}

TEST(Json, SaysWhereTheSamplesWent) {
  const json document = json::parse(render_collection_json(sampled_collection()));
  EXPECT_THAT(schema_violations(published_schema(), document), IsEmpty());
  EXPECT_THAT(undescribed_keys(published_schema(), document), IsEmpty());
  const json samples = document.at("samples");
  EXPECT_EQ(samples["count"], 1000);
  EXPECT_EQ(samples["placed_share"], 0.625);
  EXPECT_EQ(samples["other_loops"][0]["line"], 7);
  EXPECT_EQ(samples["hot_functions"][0]["called_from"]["line"], 8);
  EXPECT_EQ(samples["unread_programs"][0]["reason"], "it is stripped");
  EXPECT_FALSE(json::parse(render_collection_json(counted_collection({1}))).contains("samples"));
}

} // namespace
} // namespace osaca::testing
