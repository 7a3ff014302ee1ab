#include "render/ci/ci_formats.h"

#include "render/uris.h"
#include "report/rules.h"
#include "sample_collection.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace osaca::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

json run_of(const Collection &collection) {
  return json::parse(
      render_sarif(collection, {"1.2.3", "https://example.org", "https://example.org/rules#"}))["runs"][0];
}

json results_of(const Collection &collection) { return run_of(collection)["results"]; }

json result_of(const Collection &collection, const std::string &rule) {
  for (const json &result : results_of(collection))
    if (result["ruleId"] == rule)
      return result;
  ADD_FAILURE() << "no result of " << rule;
  return {};
}

TEST(Sarif, DescribesEveryRuleOnceAndRefersToIt) {
  const json run = run_of(sample_collection());
  const json described = run["tool"]["driver"]["rules"];
  ASSERT_EQ(described.size(), rules().size());
  for (std::size_t i = 0; i < described.size(); ++i) {
    EXPECT_EQ(described[i]["id"], rules()[i].id);
    EXPECT_EQ(described[i]["defaultConfiguration"]["level"], name_of(rules()[i].severity));
    EXPECT_EQ(described[i]["helpUri"], "https://example.org/rules#" + std::string(rules()[i].id));
  }
  for (const json &result : run["results"])
    EXPECT_EQ(described[result["ruleIndex"].get<std::size_t>()]["id"], result["ruleId"]);
}

TEST(Sarif, HoldsEveryFindingThatIsNotMinor) {
  const Collection collection = sample_collection();
  const auto counted =
      std::ranges::count_if(collection.findings, [](const CollectedFinding &finding) { return !finding.minor; });
  EXPECT_LT(counted, static_cast<std::ptrdiff_t>(collection.findings.size())) << "the sample has a minor one";
  EXPECT_EQ(run_of(collection)["results"].size(), static_cast<std::size_t>(counted));
}

TEST(Sarif, RanksOpenFindingsByImportance) {
  const json results = results_of(sample_collection());
  double regression = -1;
  double most_of_notes = -1;
  for (const json &result : results) {
    EXPECT_EQ(result.contains("rank"), result.value("suppressions", json::array()).empty()) << result["ruleId"];
    const double rank = result.value("rank", 1.0);
    EXPECT_GT(rank, 0);
    EXPECT_LE(rank, 100) << "the range that the standard allows";
    if (result["ruleId"] == "osaca-regression")
      regression = std::max(regression, rank);
    if (result["level"] == "note")
      most_of_notes = std::max(most_of_notes, rank);
  }
  EXPECT_GT(regression, most_of_notes);
}

TEST(Sarif, NamesFilesRelativeToTheProjectAndOthersAbsolutely) {
  const json place = result_of(sample_collection(), "osaca-regression")["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "src/pi.c");
  EXPECT_EQ(place["artifactLocation"]["uriBaseId"], "%SRCROOT%");
  EXPECT_EQ(place["region"]["startLine"], 12);
  Collection elsewhere = sample_collection();
  for (CollectedFinding &finding : elsewhere.findings)
    finding.finding.edit().where.file = "/usr/include/a b.h";
  const json absolute =
      result_of(elsewhere, "osaca-regression")["locations"][0]["physicalLocation"]["artifactLocation"];
  EXPECT_EQ(absolute["uri"], "file:///usr/include/a%20b.h");
  EXPECT_FALSE(absolute.contains("uriBaseId"));
}

TEST(Sarif, EncodesWhateverBytesAreInNamesOfFiles) {
  EXPECT_EQ(uri_of_file("a/b-c_d.e~f"), "a/b-c_d.e~f");
  EXPECT_EQ(uri_of_file("c:d?e#f%g\xc3\xbc\xff"), "c%3Ad%3Fe%23f%25g%C3%BC%FF");
}

/// SARIF counts in units of UTF-16; compilers count bytes.
TEST(Sarif, CountsColumnsInUnitsOfUtf16) {
  json region;
  for (const json &result : results_of(sample_collection()))
    if (const json place = result["locations"][0]["physicalLocation"];
        place["artifactLocation"]["uri"] == "src/%C3%BCmlaut.c" && result["ruleId"] == "osaca-divider-bound")
      region = place["region"];
  // Before byte 23: an umlaut (2 bytes, 1 unit) and a character outside of the basic plane (4 bytes, 2 units).
  EXPECT_EQ(region["startColumn"], 23 - 1 - 2);
}

TEST(Sarif, SaysForAllResultsOfARunWhatIsSuppressedOrForNone) {
  const json run = run_of(sample_collection());
  for (const json &result : run["results"])
    EXPECT_TRUE(result.contains("suppressions"));
  EXPECT_EQ(result_of(sample_collection(), "osaca-lcd-bound")["suppressions"][0]["kind"], "inSource");
  EXPECT_EQ(result_of(sample_collection(), "osaca-call")["suppressions"][0]["kind"], "external");
  EXPECT_EQ(result_of(sample_collection(), "osaca-regression")["suppressions"].size(), 0U);
  for (const json &result : results_of(large_collection(10)))
    EXPECT_FALSE(result.contains("suppressions"));
}

TEST(Sarif, SaysWhatIsNewOnlyBesideABaseline) {
  EXPECT_EQ(result_of(sample_collection(), "osaca-regression")["baselineState"], "new");
  EXPECT_EQ(result_of(sample_collection(), "osaca-call")["baselineState"], "unchanged");
  for (const json &result : results_of(collection_without_baseline()))
    EXPECT_FALSE(result.contains("baselineState"));
}

TEST(Sarif, CarriesTheFingerprintTheStepsTheFixAndTheFigures) {
  const Collection collection = collection_without_baseline();
  const json result = result_of(collection, "osaca-divider-bound");
  EXPECT_EQ(result["partialFingerprints"]["osacaFinding/v1"].get<std::string>().size(), 16U);
  const json steps = result["codeFlows"][0]["threadFlows"][0]["locations"];
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[1]["location"]["physicalLocation"]["region"]["startLine"], 12);
  EXPECT_THAT(result["message"]["text"].get<std::string>(), HasSubstr("What to try: multiply by a reciprocal."));
  EXPECT_EQ(result["properties"]["fix"], "multiply by a reciprocal");
  ASSERT_EQ(result["properties"]["loops"].size(), 2U);
  EXPECT_EQ(result["properties"]["loops"][0]["cyclesPerIteration"], 5.0);
  EXPECT_EQ(result["properties"]["loops"][0]["cyclesPerSourceIteration"], 2.5);
  EXPECT_EQ(result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"], "pi");
}

/// One result without a place makes GitHub refuse the whole document.
TEST(Sarif, HasAPlaceWithALineInEveryResult) {
  for (const Collection &collection : {sample_collection(), hostile_collection(), large_collection(20)})
    for (const json &result : results_of(collection))
      EXPECT_GE(result["locations"].at(0)["physicalLocation"]["region"].value("startLine", 0), 1);
}

TEST(Sarif, SaysOnceThatSourcesMustNotBeShown) {
  Collection collection = sample_collection();
  collection.sources.clear();
  collection.withheld_sources = {"/home/one.c", "/home/two.c", "/home/three.c"};
  const json run = run_of(collection);
  int said = 0;
  for (const json &notification : run["invocations"][0]["toolExecutionNotifications"])
    said +=
        notification["message"]["text"].get<std::string>().find("/home/one.c and 2 other files") != std::string::npos
            ? 1
            : 0;
  EXPECT_EQ(said, 1);
  EXPECT_EQ(run.dump().find("snippet"), std::string::npos);
}

TEST(Sarif, TakesNothingOfOursForALinkOrAPlaceholder) {
  for (const json &result : results_of(hostile_collection())) {
    const std::string text = result["message"]["text"];
    EXPECT_THAT(text, HasSubstr("\\[a](1)"));
    EXPECT_THAT(text, HasSubstr("{{0}}"));
  }
}

} // namespace
} // namespace osaca::testing
