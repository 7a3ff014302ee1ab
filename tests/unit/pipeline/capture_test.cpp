#include "osaca/capture.h"

#include "osaca/read_report.h"
#include "pipeline/kernel_reports.h"
#include "render/json/json_documents.h"
#include "sample_capture.h"

#include <gmock/gmock.h>

namespace osaca::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string with(std::string text, const std::string &what, const std::string &instead) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), instead);
}

std::string capture_error_of(const std::string &text) {
  const Expected<Capture> capture = read_capture(text);
  return capture ? "" : capture.error().message;
}

TEST(CaptureReader, ReadsWhatAPluginWrites) {
  const Expected<Capture> capture = read_capture(sample_capture());
  ASSERT_TRUE(capture) << capture.error().message;
  EXPECT_EQ(capture->isa, "x86-64");
  EXPECT_EQ(capture->locations.at(1).line, 4);
  EXPECT_THAT(capture->inlined_at.at(1), ElementsAre(0));
  EXPECT_EQ(capture->functions.at(0).line_count, 10);
  EXPECT_THAT(capture->functions.at(0).loops.at(1).lines, ElementsAre(std::pair(3, 9)));
  EXPECT_EQ(capture->annotations.at(1).reason, "it was unrolled completely");
}

TEST(CaptureReader, TakesSourceIterationsFromTheLoop) {
  const Expected<Capture> capture =
      read_capture(with(sample_capture(), "\"header_line\":5", "\"header_line\":5,\"source_iterations\":32"));
  ASSERT_TRUE(capture) << capture.error().message;
  EXPECT_EQ(capture->functions.at(0).loops.at(0).source_iterations, 32);
  EXPECT_EQ(capture->functions.at(0).loops.at(1).source_iterations, 0) << "a plugin that does not say does not know";
  for (const std::string value : {"-1", "1.5", "\"8\"", "9999999999"})
    EXPECT_THAT(capture_error_of(
                    with(sample_capture(), "\"header_line\":5", "\"header_line\":5,\"source_iterations\":" + value)),
                HasSubstr("functions[0].loops[0].source_iterations"));
}

TEST(CaptureReader, TakesNamesThatNoFileCanHaveForUnknownFiles) {
  const std::string longest(4095, 'a'); // PATH_MAX counts the zero behind it
  for (const auto &[name, expected] : {std::pair(longest, longest), std::pair(longest + "a", std::string()),
                                       std::pair(std::string("a\\u0000.c"), std::string())}) {
    const Expected<Capture> capture =
        read_capture(with(sample_capture(), "{\"file\":\"a.c\",\"line\":3", "{\"file\":\"" + name + "\",\"line\":3"));
    ASSERT_TRUE(capture) << capture.error().message;
    EXPECT_EQ(capture->locations.at(0).file, expected);
    EXPECT_EQ(capture->locations.at(0).line, 3);
    EXPECT_EQ(capture->locations.at(1).file, "a.c");
    AnalyzeOptions options;
    options.archs = {"zen4"};
    const Expected<Report> report = analyze_capture(*capture, options);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_FALSE(report->kernels.empty());
  }
}

TEST(CaptureReader, SaysWhereAValueIsWrong) {
  EXPECT_THAT(capture_error_of(with(sample_capture(), "[[5,7]]", "[[5,70]]")),
              HasSubstr("functions[0].loops[0].lines[0][1]"));
  EXPECT_THAT(capture_error_of(with(sample_capture(), "[[5,7]]", "[[7,5]]")), HasSubstr("out of range"));
  EXPECT_THAT(capture_error_of(with(sample_capture(), "[[5,7]]", "[]")), HasSubstr("at least one line"));
  EXPECT_THAT(capture_error_of(with(sample_capture(), "[3,3,1]", "[3,3,2]")), HasSubstr("functions[0].lines[0][2]"));
  EXPECT_THAT(capture_error_of(with(sample_capture(), "[3,3,1]", "[3,3]")), HasSubstr("at least 3 elements"));
  EXPECT_THAT(capture_error_of(with(sample_capture(), "\"inlined_at\":[0]", "\"inlined_at\":[9]")),
              HasSubstr("inlined_at[0]"));
  EXPECT_THAT(capture_error_of(with(sample_capture(), "\"line\":3", "\"line\":-3")), HasSubstr("locations[0].line"));
  EXPECT_THAT(capture_error_of(with(sample_capture(), "\"line\":3", "\"line\":1e99")),
              HasSubstr("expected an integer"));
  EXPECT_THAT(capture_error_of(with(sample_capture(), "\"line\":3", "\"line\":18446744073709551615")),
              HasSubstr("out of range"));
  EXPECT_THAT(capture_error_of(with(sample_capture(), "\"found\"", "\"lost\"")), HasSubstr("annotations[0].status"));
  EXPECT_THAT(capture_error_of(with(sample_capture(), "\"name\":\"f\"", "\"name\":7")), HasSubstr("functions[0].name"));
}

std::string with_arrays(const std::string &arrays, const std::string &accesses) {
  return with(sample_capture(), "\"loops\":[", "\"arrays\":" + arrays + ",\"accesses\":" + accesses + ",\"loops\":[");
}

TEST(CaptureReader, TakesNamesOfArraysAndWhatIsKnownOfTheNest) {
  const std::string text = with(with_arrays(R"(["b","grid->cells"])", "[[5,1],[6,0]]"), "\"header_line\":5",
                                "\"header_line\":5,\"trip_count\":1000,\"row_bytes\":8000,\"rows\":500,\"sweeps\":7");
  const Expected<Capture> capture = read_capture(text);
  ASSERT_TRUE(capture) << capture.error().message;
  const Capture::Function &function = capture->functions.front();
  EXPECT_EQ(function.arrays, (std::vector<std::pair<int, std::string>>{{5, "grid->cells"}, {6, "b"}}));
  EXPECT_EQ(function.loops[0].nest.trip_count, 1000);
  EXPECT_EQ(function.loops[0].nest.row_bytes, 8000);
  EXPECT_EQ(function.loops[0].nest.rows, 500);
  EXPECT_EQ(function.loops[0].nest.sweeps, 7);
  EXPECT_FALSE(function.loops[1].nest.trip_count);
  EXPECT_FALSE(function.loops[1].nest.rows || function.loops[1].nest.sweeps);
}

TEST(CaptureReader, RefusesDamagedNamesOfArrays) {
  EXPECT_THAT(capture_error_of(with_arrays(R"(["b"])", "[[5,1]]")), HasSubstr("accesses[0][1]"));
  EXPECT_THAT(capture_error_of(with_arrays(R"(["b"])", "[[5,-1]]")), HasSubstr("accesses[0][1]"));
  EXPECT_THAT(capture_error_of(with_arrays("[]", "[[5,0]]")), HasSubstr("accesses[0][1]"));
  EXPECT_THAT(capture_error_of(with_arrays(R"(["b"])", "[[500,0]]")), HasSubstr("accesses[0][0]"));
  EXPECT_THAT(capture_error_of(with_arrays(R"(["b"])", "[[5,0],[5,0]]")), HasSubstr("accesses[1][0]"));
  EXPECT_THAT(capture_error_of(with_arrays(R"([""])", "[[5,0]]")), HasSubstr("arrays[0]"));
  EXPECT_THAT(capture_error_of(with_arrays("[\"" + std::string(1000, 'b') + "\"]", "[[5,0]]")), HasSubstr("arrays[0]"));
  EXPECT_THAT(capture_error_of(with_arrays(R"(["b\nc"])", "[[5,0]]")), HasSubstr("control characters"));
  for (const std::string key : {"trip_count", "row_bytes", "rows", "sweeps"})
    for (const std::string number : {"0", "-8", "9007199254740993", "1e30", "\"8\""})
      EXPECT_THAT(
          capture_error_of(with(sample_capture(), "\"header_line\":5", "\"header_line\":5,\"" + key + "\":" + number)),
          HasSubstr(key))
          << number;
}

TEST(CaptureReader, SurvivesEveryTruncation) {
  const std::string text = sample_capture();
  for (std::size_t length = 0; length < text.size(); ++length)
    EXPECT_NE(capture_error_of(text.substr(0, length)), "") << length;
}

TEST(CaptureReader, RefusesDeepNestingAndEndlessLineRanges) {
  EXPECT_THAT(capture_error_of(std::string(1000000, '[')), HasSubstr("too deeply"));
  std::string ranges = "[1,10,0]";
  for (int i = 0; i < 1000; ++i)
    ranges += ",[1,10,0]";
  EXPECT_THAT(capture_error_of(with(sample_capture(), "[3,3,1]", ranges)), HasSubstr("far more lines"));
}

std::vector<std::string> names_of_roles(const std::string &role) {
  std::vector<std::string> names;
  for (const std::vector<LoopRole> &roles : numbered_roles(read_capture(sample_capture("x86-64", role)).value()))
    for (const LoopRole &numbered : roles)
      names.push_back(name_of(numbered));
  return names;
}

TEST(Copies, AreNumberedWithinTheirAnnotationAndRole) {
  EXPECT_THAT(names_of_roles("vector body"), ElementsAre("vector body, copy 1 of 2", "vector body, copy 2 of 2"));
  EXPECT_THAT(names_of_roles("copy"), ElementsAre("copy 1 of 2", "copy 2 of 2"));
}

TEST(Copies, OfRegionsWithTheSameLinesAreOneKernelAndTheNamedOneStays) {
  Kernel plain;
  plain.name = "line 3";
  plain.instructions.resize(2);
  plain.instructions[0].line = 3;
  plain.instructions[1].line = 4;
  Kernel named = plain;
  named.name = "triad";
  Kernel other = plain;
  other.instructions[1].line = 5;
  const auto kept = without_duplicates({plain, named, other});
  ASSERT_EQ(kept.size(), 2U);
  EXPECT_EQ(kept[0].name, "triad");
}

TEST(AnalyzeCapture, AccountsForEveryAnnotation) {
  const Expected<Report> report = analyze_capture(sample_capture(), AnalyzeOptions{});
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->annotated.size(), 2U);
  EXPECT_EQ(report->annotated[0].status, AnnotationStatus::analysed);
  EXPECT_FALSE(report->annotated[0].kernels.empty());
  EXPECT_EQ(report->annotated[1].status, AnnotationStatus::vanished);
  EXPECT_EQ(report->annotated[1].reason, "it was unrolled completely");
  EXPECT_EQ(report->kernels.at(0).arch, "zen4"); // what the compiler was told: znver4
  EXPECT_EQ(report->kernels.at(0).source, (SourceLocation{"a.c", 3, 3}));
}

TEST(AnalyzeCapture, GivesEveryPathOfALoopTheSourceIterationsOfTheLoop) {
  std::string capture = sample_capture();
  capture = with(capture, capture.substr(capture.find("\"functions\"")), R"("functions":[{"name":"f",
    "assembly":"f:\n.L3:\n\ttestq\t%rcx, %rcx\n\tje\t.L4\n\taddq\t$2, %rdx\n.L4:\n\tsubq\t$1, %rax\n\tjne\t.L3\n\tret\n",
    "lines":[],
    "loops":[{"annotation":0,"location":0,"header_line":3,"lines":[[3,8]],"innermost":true,"source_iterations":4}]}]})");
  AnalyzeOptions options;
  options.archs = {"zen4", "skx"};
  const Expected<Report> report = analyze_capture(capture, options);
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->kernels.size(), 4U) << "two paths on two cores";
  for (const KernelReport &kernel : report->kernels) {
    EXPECT_EQ(kernel.source_iterations, 4);
    EXPECT_EQ(kernel.cycles_per_source_iteration(), kernel.cycles_per_iteration / Cycles(4));
  }
  const Expected<Report> again = read_report(render_json(*report), "again.json");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->kernels.back().source_iterations, 4) << "it also comes back from a report that was written";
}

/// A loop with a branch that is hardly ever taken.
std::string capture_with_cold_block(const std::string &kind) {
  return R"({"schema":"osaca-capture-1","unit":"a.c","compiler":"gcc 12","target":{"isa":"x86-64"},
 "locations":[{"file":"a.c","line":3,"column":3}],
 "annotations":[{"location":0,"kind":")" +
         kind + R"(","status":"found","reason":""}],
 "functions":[{"name":"f","assembly":"f:\n.L2:\n\taddq\t$1, %rdx\n\tje\t.L4\n.L3:\n\tsubq\t$1, %rax\n\tjne\t.L2\n\tret\n.L4:\n\tdivq\t%rcx\n\tjmp\t.L3\n",
  "lines":[],"branches":[[4,0.02],[7,0.9]],
  "loops":[{"annotation":0,"location":0,"header_line":3,"lines":[[3,7],[10,11]]}]}]})";
}

TEST(AnalyzeCapture, FollowsUnlikelyPathsOnlyOfRequestedLoops) {
  AnalyzeOptions options;
  options.archs = {"zen4"};
  for (const std::string kind : {"pragma", "function"})
    EXPECT_EQ(analyze_capture(capture_with_cold_block(kind), options)->kernels.size(), 2U) << kind;
  const Expected<Report> report = analyze_capture(capture_with_cold_block("all"), options);
  ASSERT_EQ(report->kernels.size(), 1U);
  const KernelReport &likely = report->kernels.front();
  EXPECT_EQ(likely.instructions.size(), 4U);
  ASSERT_TRUE(likely.path_share.has_value());
  EXPECT_NEAR(likely.path_share->followed, 0.98, 1e-9);
  EXPECT_TRUE(likely.paths_truncated);
}

TEST(AnalyzeCapture, GivesAReasonWhenAFoundLoopHasNoKernel) {
  std::string capture = sample_capture();
  capture = with(capture, capture.substr(capture.find("\"functions\"")), "\"functions\":[]}");
  const Expected<Report> report = analyze_capture(capture, AnalyzeOptions{});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->annotated.at(0).status, AnnotationStatus::vanished);
  EXPECT_NE(report->annotated.at(0).reason, "");
}

TEST(AnalyzeCapture, WantsAnArchOfTheSameIsa) {
  AnalyzeOptions options;
  options.archs = {"v2"};
  const Expected<Report> report = analyze_capture(sample_capture(), options);
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message, HasSubstr("x86-64"));
}

/// The notes on a capture with these target options.
std::vector<std::string> notes_with_target(const std::string &march, const std::string &mtune, const std::string &cpu) {
  std::string text = sample_capture();
  for (const auto &[key, name] : {std::pair("march", march), std::pair("mtune", mtune), std::pair("cpu", cpu)}) {
    const std::string before = std::string("\"") + key + "\":\"znver4\"";
    text.replace(text.find(before), before.size(), std::string("\"") + key + "\":\"" + name + "\"");
  }
  const Expected<Report> report = analyze_capture(text, {});
  EXPECT_TRUE(report) << report.error().message;
  return report ? report->notes : std::vector<std::string>();
}

// GCC has tuning for cores of VIA and Zhaoxin, which LLVM does not know.
TEST(AnalyzeCapture, NamesACoreThatIsNotKnownInsteadOfTakingAnotherSilently) {
  EXPECT_THAT(notes_with_target("lujiazui", "lujiazui", "lujiazui"),
              ElementsAre(AllOf(HasSubstr("'lujiazui' is not a known core"), HasSubstr("the core of this machine"))));
  EXPECT_THAT(notes_with_target("haswell", "nano-x4", "nano-x4"),
              ElementsAre(AllOf(HasSubstr("'nano-x4' is not a known core"), HasSubstr("hsw, which -march= names"))));
  EXPECT_THAT(notes_with_target("x86-64-v3", "generic", ""), ElementsAre(HasSubstr("no core was named")));
  EXPECT_THAT(notes_with_target("haswell", "generic", "haswell"), ElementsAre());
  EXPECT_THAT(notes_with_target("alderlake", "alderlake", "alderlake"), ElementsAre()) << "said at the loops instead";
}

} // namespace
} // namespace osaca::testing
