#include "base/text.h"
#include "collection/ignore_comments.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

SourceLines source(const std::vector<std::string> &lines) { return {{"a.c", LinedText(joined(lines, "\n"))}}; }

bool ignored(const std::vector<std::string> &lines, int line, const std::string &rule = "osaca-call", int loop = 0) {
  return is_ignored(source(lines), rule, {"a.c", line, 0}, {"a.c", loop, 0});
}

TEST(IgnoreComments, SpeakForTheirOwnLine) {
  EXPECT_TRUE(ignored({"x = f(); // osaca: ignore[osaca-call]"}, 1));
  EXPECT_TRUE(ignored({"x = f(); // osaca: ignore[call]"}, 1)) << "the prefix may be left out";
  EXPECT_TRUE(ignored({"x = f(); /* osaca: ignore[lcd-bound, call] */"}, 1));
  EXPECT_TRUE(ignored({"x = f(); // osaca: ignore: this is on purpose"}, 1)) << "all rules";
  EXPECT_FALSE(ignored({"x = f(); // osaca: ignore[lcd-bound]"}, 1));
  EXPECT_FALSE(ignored({"x = f(); // osaca: ignore[]"}, 1)) << "no rule is not all rules";
  EXPECT_FALSE(ignored({"x = f(); // osaca: ignored"}, 1));
  EXPECT_FALSE(ignored({"osaca: ignore"}, 1)) << "no comment";
}

TEST(IgnoreComments, SpeakForTheNextCodeIfAlone) {
  EXPECT_TRUE(ignored({"// osaca: ignore[call]", "#pragma osaca analyze", "for (;;)"}, 3));
  EXPECT_FALSE(ignored({"// osaca: ignore[call]", "", "for (;;)"}, 3)) << "an empty line parts them";
  EXPECT_FALSE(ignored({"int i; // osaca: ignore[call]", "for (;;)"}, 2)) << "that one is about i";
}

TEST(IgnoreComments, AtTheLoopSpeakForAllInIt) {
  EXPECT_TRUE(ignored({"for (;;) { // osaca: ignore[call]", "  f();"}, 2, "osaca-call", 1));
  EXPECT_FALSE(ignored({"for (;;) {", "  f(); // osaca: ignore[call]", "  g();"}, 3, "osaca-call", 1));
}

TEST(IgnoreComments, LinesAndFilesThatDoNotExistSayNothing) {
  EXPECT_FALSE(ignored({"// osaca: ignore"}, 0));
  EXPECT_FALSE(ignored({"// osaca: ignore"}, 7));
  EXPECT_FALSE(is_ignored(source({"// osaca: ignore"}), "osaca-call", {"b.c", 1, 0}, {}));
}

bool ignored_in(const std::string &file, const std::vector<std::string> &lines, int line) {
  return is_ignored({{file, LinedText(joined(lines, "\n"))}}, "osaca-call", {file, line, 0}, {file, 0, 0});
}

TEST(IgnoreComments, OfFortranBeginWithAnExclamationMark) {
  EXPECT_TRUE(ignored_in("a.f90", {"x = f() ! osaca: ignore[call]"}, 1));
  EXPECT_TRUE(ignored_in("a.F90", {"!OSACA$ analyze", "! osaca: ignore[call]", "!$omp parallel do", "do i = 1, n"}, 4));
  EXPECT_FALSE(ignored_in("a.f90", {"x = f() ! osaca: ignore[call]", "do i = 1, n"}, 2)) << "that one is about x";
  EXPECT_FALSE(ignored_in("a.f90", {"x = a // osaca: ignore[call]"}, 1)) << "// concatenates strings";
  EXPECT_FALSE(ignored_in("a.c", {"x = !y(osaca: ignore[call]"}, 1));
}

TEST(IgnoreComments, OfFixedFormFortranMayBeginInTheFirstColumn) {
  for (const char *comment : {"C osaca: ignore[call]", "* osaca: ignore[call]", "      ! osaca: ignore[call]"})
    EXPECT_TRUE(ignored_in("a.f", {comment, "C$OMP PARALLEL DO", "      do 10 i = 1, n"}, 3)) << comment;
  EXPECT_FALSE(ignored_in("a.f90", {"call osaca: ignore[call]"}, 1)) << "code in free form";
}

TEST(IgnoreComments, OfFortranAreCheckedForUnknownRules) {
  const std::vector<Error> problems =
      unknown_rules_in_comments({{"a.f90", LinedText("a = b ! osaca: ignore[nosuchrule]")}});
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].where.line, 1);
}

TEST(IgnoreComments, UnknownRulesAreReportedWithASuggestion) {
  const std::vector<Error> problems =
      unknown_rules_in_comments(source({"", "// osaca: ignore[lcd-bnd]", "// osaca: ignore"}));
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].where.line, 2);
  EXPECT_NE(problems[0].message.find("osaca-lcd-bound"), std::string::npos) << problems[0].message;
}

} // namespace
} // namespace osaca
