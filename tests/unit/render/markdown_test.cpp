#include "render/ci/ci_formats.h"

#include "sample_collection.h"

#include <gmock/gmock.h>

namespace osaca::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Markdown, PutsRegressionsBeforeFindingsBeforeLoops) {
  const std::string page = render_markdown(sample_collection());
  const std::size_t regression = page.find("**became slower**");
  const std::size_t finding = page.find("### Findings");
  const std::size_t loops = page.find("All loops");
  ASSERT_NE(loops, std::string::npos);
  EXPECT_LT(regression, finding);
  EXPECT_LT(finding, loops);
}

TEST(Markdown, LeavesOrdinaryTextAsItIs) {
  for (const char *text :
       {"a plain sentence, 1.5 -> 3.0 (+100 %): done", "snake_case_name", "1.33 of 2", "std::vector"})
    EXPECT_EQ(markdown_text(text), text);
}

TEST(Markdown, EscapesWhatWouldBeMarkup) {
  EXPECT_EQ(markdown_text("a|b"), "a\\|b");
  EXPECT_EQ(markdown_text("_x_ *y* `z`"), "\\_x\\_ \\*y\\* \\`z\\`");
  EXPECT_EQ(markdown_text("<b>&amp;"), "\\<b>\\&amp;");
  EXPECT_EQ(markdown_text("1. x"), "1\\. x");
  EXPECT_EQ(markdown_text("- x"), "\\- x");
  EXPECT_EQ(markdown_text("a\nb"), "a b");
}

TEST(Markdown, LimitsItsTablesAndSaysSo) {
  const std::string page = render_markdown(large_collection(30), {5});
  EXPECT_THAT(page, HasSubstr("... and 25 more findings."));
  EXPECT_THAT(page, HasSubstr("The first 5 of 30 loops of the source"));
  EXPECT_THAT(render_markdown(large_collection(5), {5}), Not(HasSubstr(" more ")));
}

TEST(Markdown, HasARowForEachLoopOfTheSourceByItsTime) {
  const std::string page = render_markdown(counted_collection({1, 1000, 10}));
  const std::string loops = page.substr(page.find("<summary>All loops"));
  EXPECT_LT(loops.find("`src/f0.c:11`"), loops.find("`src/f0.c:21`"));
  EXPECT_LT(loops.find("`src/f0.c:21`"), loops.find("`src/f0.c:1`"));
  EXPECT_NE(loops.find("`src/f0.c:1`"), std::string::npos);
  const std::string copies = render_markdown(copies_of_a_loop(12));
  EXPECT_THAT(copies, HasSubstr("+11 copies: 2.0 to 12.0"));
  EXPECT_EQ(copies.find("osaca-divider-bound"), copies.rfind("osaca-divider-bound"));
}

TEST(Markdown, SaysHowMuchOfTheIterationsWasLookedAt) {
  Collection collection = sample_collection();
  for (CollectedLoop &loop : collection.loops)
    if (loop.report.path_count == 2)
      loop.report.path_share = PathShare{loop.report.path_number == 1 ? 0.75 : 0.125, 0.875};
  EXPECT_THAT(render_markdown(collection), HasSubstr("| path of 75 % (88 % analysed), +1 path: "));
  EXPECT_THAT(render_markdown(sample_collection()), Not(HasSubstr("% analysed")));
}

TEST(Markdown, SaysWhatThePlaceOfTheCodeDoes) {
  Collection collection = counted_collection({1000});
  CodePlacement placement;
  placement.least = Cycles(4);
  placement.most = Cycles(6);
  collection.loops[0].report.placement = placement;
  EXPECT_THAT(render_markdown(collection), HasSubstr("| 4.0 to 6.0 by alignment |"));
  collection.loops[0].report.complete = false;
  EXPECT_THAT(render_markdown(collection), Not(HasSubstr("by alignment"))) << "a lower bound has no range";
  collection.loops[0].report.complete = true;
  collection.loops[0].report.placement->known = CodePlacement::Known::address;
  EXPECT_THAT(render_markdown(collection), HasSubstr("| 6.0 with worse alignment |"));
  collection.loops[0].report.placement->most = Cycles(4);
  EXPECT_THAT(render_markdown(collection), Not(HasSubstr("alignment |")));
}

TEST(Markdown, SaysWhereTheSamplesWent) {
  const std::string page = render_markdown(sampled_collection());
  EXPECT_THAT(page, HasSubstr("- use.data: 1000 samples of cpu-clock, 63 % in loops of this report, 13 % in other "
                              "loops of the same programs (13 % at src/g.c:7 in g)\n"));
  EXPECT_THAT(page, HasSubstr("- 10 % of the samples are in /usr/bin/tool, whose loops are unknown: it is stripped\n"));
  EXPECT_THAT(render_markdown(counted_collection({1})), Not(HasSubstr("samples of")));
}

TEST(Markdown, OfNothingIsOneLine) { EXPECT_EQ(render_markdown({}), "## osaca: 0 loops, 0 findings\n\n"); }

} // namespace
} // namespace osaca::testing
