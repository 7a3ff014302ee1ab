// What the forms for CI choose to say. Whether others can read it is tested in tests/formats.
#include "render/ci/ci_formats.h"

#include "base/format.h"
#include "render/phrases.h"
#include "render/selection.h"
#include "render/text/collection_text.h"
#include "sample_collection.h"
#include "sample_report.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <regex>
#include <sstream>

namespace osaca::testing {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(CleanLine, KeepsCharactersAndReplacesWhatIsNone) {
  EXPECT_EQ(clean_line("\xc3\xbc \xe2\x82\xac \xf0\x9f\x99\x82"), "\xc3\xbc \xe2\x82\xac \xf0\x9f\x99\x82");
  const std::string bad = "\xef\xbf\xbd";
  EXPECT_EQ(clean_line("a\xff"), "a" + bad);
  EXPECT_EQ(clean_line("a\xc3"), "a" + bad);                        // cut off
  EXPECT_EQ(clean_line("\xc0\xaf"), bad + bad);                     // longer than it needs to be
  EXPECT_EQ(clean_line("\xed\xa0\x80"), bad + bad + bad);           // half of a pair of UTF-16
  EXPECT_EQ(clean_line("\xf4\x90\x80\x80"), bad + bad + bad + bad); // beyond the last character
  EXPECT_EQ(clean_line("\xc2\x9b"
                       "31m"),
            bad + bad + "31m");                           // a control character for terminals
  EXPECT_EQ(clean_line("\xef\xbf\xbf"), bad + bad + bad); // forbidden in XML
}

TEST(Github, SaysTheWorstFirstBecauseOnlyTenOfAKindAreShown) {
  const std::vector<std::string> lines = lines_of(render_github(large_collection(200)));
  ASSERT_EQ(lines.size(), 200U);
  EXPECT_THAT(lines[0], HasSubstr("::warning "));
  EXPECT_THAT(lines[1], HasSubstr("::warning "));
  EXPECT_THAT(lines[2], HasSubstr("::notice "));
}

TEST(Github, SaysWhatTakesTheMostTimeFirst) {
  const std::vector<std::string> lines = lines_of(render_github(counted_collection({1, 1000, 10})));
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_THAT(lines[0], HasSubstr("file=src/f0.c,line=11"));
  EXPECT_THAT(lines[1], HasSubstr("file=src/f0.c,line=21"));
  EXPECT_THAT(lines[2], HasSubstr("file=src/f0.c,line=1,"));
}

TEST(Ctest, CountsTheFindingsThatOtherFormsShow) {
  const Collection collection = sample_collection();
  EXPECT_THAT(render_ctest(collection),
              HasSubstr(format_text("\"osaca findings\">{}<", open_findings_by_importance(collection).size())));
}

TEST(Github, LeavesOutWhatIsSuppressedOrMinor) {
  const std::string text = render_github(sample_collection());
  EXPECT_THAT(text, Not(HasSubstr("osaca-lcd-bound"))); // ignored by a comment
  EXPECT_THAT(text, Not(HasSubstr("osaca-call")));      // in the baseline
  EXPECT_THAT(text, Not(HasSubstr("not the slowest")));
  EXPECT_THAT(text, HasSubstr("file=src/pi.c,line=12,col=3,title=osaca-regression::this loop became slower"));
}

TEST(Gitlab, TakesRegressionsForMoreThanOtherWarnings) {
  std::map<std::string, std::string> severities;
  for (const json &issue : json::parse(render_gitlab(sample_collection())))
    severities[issue["check_name"].get<std::string>() + " " + issue["location"]["path"].get<std::string>()] =
        issue["severity"];
  EXPECT_EQ(severities["osaca-regression src/pi.c"], "major");
  EXPECT_EQ(severities["osaca-divider-bound src/pi.c"], "info");
  EXPECT_EQ(severities["osaca-divider-bound src/\xc3\xbcmlaut.c"], "major"); // an error
  const json plain = json::parse(render_gitlab(collection_without_baseline()));
  const auto call = std::ranges::find_if(plain, [](const json &i) { return i["check_name"] == "osaca-call"; });
  ASSERT_NE(call, plain.end());
  EXPECT_EQ((*call)["severity"], "minor");
}

TEST(Gitlab, KeepsFingerprintsWhenLinesMove) {
  Collection moved = sample_collection();
  for (CollectedFinding &finding : moved.findings)
    finding.finding.edit().where.line += 100;
  const json before = json::parse(render_gitlab(sample_collection()));
  const json after = json::parse(render_gitlab(moved));
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_EQ(before[i]["fingerprint"], after[i]["fingerprint"]);
}

TEST(Junit, FailsOnWarningsAndSkipsLostLoops) {
  const std::string text = render_junit(collection_without_baseline());
  EXPECT_THAT(text, HasSubstr("<failure type=\"osaca-call\""));
  EXPECT_THAT(text, Not(HasSubstr("<failure type=\"osaca-lcd-bound\""))); // ignored, and a note
  EXPECT_THAT(text, HasSubstr("<skipped>it was unrolled completely</skipped>"));
  EXPECT_THAT(text, HasSubstr("<property name=\"pi on core_b: cycles per iteration\" value=\"4.3333\" />"));
  EXPECT_THAT(text, HasSubstr("<testcase classname=\"src/pi.c\" name=\"pi on core_a\" time=\"0\">"));
}

TEST(Junit, NamesTheLineOnlyWhereNamesWouldBeTheSame) {
  Collection collection = large_collection(2);
  EXPECT_THAT(render_junit(collection), Not(HasSubstr(", line")));
  for (CollectedLoop &loop : collection.loops)
    loop.report.function = "same";
  EXPECT_THAT(render_junit(collection), HasSubstr("name=\"same on zen4, line 11\""));
}

/// opt-viewer shows the values of a remark one after the other.
TEST(Remarks, ReadAsTheHeadlineDoes) {
  const Collection collection = collection_without_baseline();
  const std::vector<std::string> lines = lines_of(render_remarks(collection));
  std::vector<std::string> shown;
  for (const std::string &line : lines) {
    std::smatch found;
    if (line.starts_with("--- "))
      shown.emplace_back();
    else if (std::regex_match(line, found, std::regex("  - \\w+: '(.*)'")))
      shown.back() += found[1];
  }
  ASSERT_GE(shown.size(), collection.loops.size());
  for (std::size_t i = 0; i < collection.loops.size(); ++i)
    EXPECT_EQ(shown[i], name_of_loop(collection.loops[i]) + ": " + headline_of(collection.loops[i].report));
}

TEST(Summary, EndsWithOneLineOfTotals) {
  const std::vector<std::string> lines = lines_of(render_summary(sample_collection(), {}));
  EXPECT_EQ(
      lines.back(),
      "3 loops on 3 cores, 4 findings (1 error, 2 warnings), 3 suppressed, 2 regressions against osaca-baseline.json");
  EXPECT_EQ(render_summary({}, {}), "0 loops, 0 findings\n");
}

TEST(Summary, SaysFindingsAsCompilersDoAndAnAdviceOnce) {
  const std::string text = render_summary(large_collection(20), {});
  EXPECT_THAT(text,
              HasSubstr("src/f0.c:11:3: note: vdivsd occupies the divider 5.0 of 5.0 cycles [osaca-divider-bound]\n"
                        "    what to try: multiply by a reciprocal\n"));
  EXPECT_EQ(text.find("what to try"), text.rfind("what to try"));
}

TEST(Summary, ShowsOnlyWhatMattersMostWhenAsked) {
  const std::string text = render_summary(counted_collection({1, 1000, 10, 100}), {.top = 2});
  const std::size_t first = text.find("src/f0.c:11:3: note: ");
  EXPECT_LT(first, text.find("src/f0.c:31:3: note: "));
  EXPECT_NE(first, std::string::npos);
  EXPECT_THAT(text, Not(HasSubstr("src/f0.c:21")));
  EXPECT_THAT(text, HasSubstr("2 more loops and 2 more findings not shown"));
  EXPECT_THAT(text, HasSubstr("\n4 loops")) << "the totals are those of everything";
}

TEST(Summary, OrdersLoopsByTheirTime) {
  // all of 4 cycles, so 1000 of 1011
  const std::vector<std::string> lines = lines_of(render_summary(counted_collection({1, 1000, 10}), {}));
  EXPECT_THAT(lines.at(2), AllOf(HasSubstr(" 99 % "), HasSubstr("src/f0.c:11")));
  EXPECT_THAT(lines.at(3), AllOf(HasSubstr("<1 %"), HasSubstr("src/f0.c:21")));
  EXPECT_THAT(lines.at(4), HasSubstr("src/f0.c:1 "));
}

TEST(Summary, HasAHundredLinesHoweverManyLoops) {
  const std::string text = render_summary(large_collection(4000), {});
  const std::vector<std::string> lines = lines_of(text);
  EXPECT_LE(lines.size(), 100U);
  EXPECT_GE(lines.size(), 90U);
  EXPECT_THAT(lines.back(), AllOf(HasSubstr("more loops"), HasSubstr("more findings"), HasSubstr("--top"),
                                  HasSubstr("-v"), HasSubstr("html")));
  EXPECT_GE(lines_of(render_summary(large_collection(4000), {.verbose = true})).size(), 8000U);
}

/// Copies of one loop, in functions where it was inlined.
TEST(Summary, HasOneRowAndOneFindingForAllCopiesOfALoop) {
  const std::string text = render_summary(copies_of_a_loop(12), {});
  EXPECT_THAT(text, HasSubstr("+11 copies: 2.0 to 12.0"));
  EXPECT_EQ(text.find("[osaca-divider-bound]"), text.rfind("[osaca-divider-bound]"));
  EXPECT_THAT(text, HasSubstr("\n1 loop (12 in the machine code) on 1 core, "));
}

TEST(Summary, ColoursOnlyWhenAsked) {
  EXPECT_THAT(render_summary(hostile_collection(), {}), Not(HasSubstr("\033")));
  EXPECT_THAT(render_summary(sample_collection(), {.colour = true}), HasSubstr("\033["));
}

} // namespace
} // namespace osaca::testing
