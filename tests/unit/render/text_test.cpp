#include "render/text/report_text.h"

#include "sample_report.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>

namespace osaca::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string line_with(const std::string &text, const std::string &part) {
  for (const std::string &line : lines_of(text))
    if (line.find(part) != std::string::npos)
      return line;
  return "";
}

TEST(TextReport, SaysWhatWhereAndHowMuch) {
  const std::string text = render_text(report_of({sample_kernel()}), {});
  EXPECT_THAT(text, HasSubstr("kernel:     .L4 in pi\n"));
  EXPECT_THAT(text, HasSubstr("source:     pi.c:12:3\n"));
  EXPECT_THAT(text, HasSubstr("arch:       zen4 (AMD Zen 4)\n"));
  EXPECT_THAT(text, HasSubstr("prediction: 5.0 cycles per iteration, bound by the divider\n"));
}

KernelReport doing(int source_iterations) {
  KernelReport kernel = sample_kernel(); // 5.0 cycles per iteration
  kernel.source_iterations = source_iterations;
  return kernel;
}

TEST(TextReport, TellsWhatAnIterationIsInTermsOfTheSource) {
  EXPECT_EQ(line_with(render_text(report_of({doing(4)}), {}), "prediction:"),
            "prediction: 5.0 cycles per iteration (4 source iterations: 1.25 each), bound by the divider"); // 5 / 4
  EXPECT_EQ(line_with(render_text(report_of({doing(1)}), {}), "prediction:"),
            "prediction: 5.0 cycles per iteration (1 source iteration), bound by the divider");
  EXPECT_THAT(render_text(report_of({doing(64)}), {}), HasSubstr("(64 source iterations: 0.078 each)")); // 0.078125
  EXPECT_THAT(render_text(report_of({doing(1000)}), {}), HasSubstr("(1000 source iterations: 0.005 each)"));
}

TEST(TextReport, NamesTheRangeAndItsCauses) {
  using Kind = RangeCause::Kind;
  KernelReport kernel = sample_kernel();
  kernel.uncertainty = Uncertainty{{Cycles(4), Cycles(7)}, {{Kind::alignment, {Cycles(4), Cycles(7)}}}};
  EXPECT_EQ(line_with(render_text(report_of({kernel}), {}), "prediction:"),
            "prediction: 5.0 cycles per iteration (4.0 to 7.0 by alignment), bound by the divider");
  kernel.uncertainty->causes = {{Kind::port_order, {}}, {Kind::memory_renaming, {}}};
  kernel.source_iterations = 1;
  EXPECT_EQ(line_with(render_text(report_of({kernel}), {}), "prediction:"),
            "prediction: 5.0 cycles per iteration (4.0 to 7.0 by port assignment and memory renaming; 1 source "
            "iteration), bound by the divider");
}

TEST(TextReport, SaysOnceWhereTheSourceIterationsAreUnknown) {
  const std::string unknown = "source iterations unknown";
  const std::string one = render_text(report_of({doing(0)}), {});
  EXPECT_THAT(one, ::testing::StartsWith("note:       " + unknown + ": "));
  const std::string three = render_text(report_of({doing(0), doing(4), doing(0)}), {});
  EXPECT_THAT(three, ::testing::StartsWith("note:       " + unknown + " for 2 of 3 kernels: "));
  EXPECT_EQ(three.find(unknown), three.rfind(unknown));
  EXPECT_THAT(render_text(report_of({doing(2), doing(4)}), {}), Not(HasSubstr(unknown)));
  EXPECT_THAT(render_text(report_of({sample_kernel()}), {}), Not(HasSubstr("source iteration"))) << "plain assembly";
}

TEST(TextReport, ComparesKernelsPerSourceIterationInTheOverview) {
  const std::vector<std::string> lines = lines_of(render_text(report_of({doing(10), doing(0), sample_kernel()}), {}));
  const auto title = std::ranges::find_if(
      lines, [](const std::string &line) { return line.find("per source it.") != std::string::npos; });
  ASSERT_LT(title, lines.end() - 3);
  EXPECT_THAT(title[1], HasSubstr(" 0.5  the divider"));
  EXPECT_THAT(title[2], HasSubstr(" ?  the divider"));
  EXPECT_THAT(title[3], HasSubstr("5.0                  the divider"));
  const std::string plain = render_text(report_of({sample_kernel(), sample_kernel()}), {});
  EXPECT_THAT(plain, Not(HasSubstr("per source it.")));
}

TEST(TextReport, ShowsTheSlackOfEveryBound) {
  const std::string text = render_text(report_of({sample_kernel()}), {});
  EXPECT_THAT(line_with(text, " ports "), HasSubstr("1.5    3.5")); // 5 - 3/2
  EXPECT_THAT(line_with(text, " loop-carried "), HasSubstr("4.0    1.0"));
}

TEST(TextReport, HasColumnsOnlyForPortsThatAreUsed) {
  const std::string header = line_with(render_text(report_of({sample_kernel()}), {}), "instruction");
  EXPECT_THAT(header, HasSubstr("ALU0"));
  EXPECT_THAT(header, HasSubstr("DIV"));
  EXPECT_THAT(header, Not(HasSubstr("ALU7")));
  const std::string verbose = line_with(render_text(report_of({sample_kernel()}), {.verbose = true}), "instruction");
  EXPECT_THAT(verbose, HasSubstr("ALU7"));
}

TEST(TextReport, MarksTheBusiestPort) {
  EXPECT_THAT(line_with(render_text(report_of({sample_kernel()}), {}), " sum "), HasSubstr("5.0*"));
}

TEST(TextReport, OneLinePerInstructionWithItsShareOfTheChains) {
  const std::string line = line_with(render_text(report_of({sample_kernel()}), {}), "vdivsd %xmm1");
  EXPECT_THAT(line, HasSubstr("42"));
  EXPECT_THAT(line, HasSubstr("0.33"));
  EXPECT_THAT(line, HasSubstr("| 13.0 | 4.0 |"));
}

TEST(TextReport, AdmitsUnknownInstructions) {
  KernelReport kernel = sample_kernel();
  kernel.complete = false;
  kernel.instructions[0].unknown = true;
  const std::string text = render_text(report_of({kernel}), {});
  EXPECT_THAT(text, HasSubstr("at least 5.0 cycles per iteration"));
  EXPECT_THAT(text, HasSubstr("1 of 3 instructions: the prediction is a lower bound"));
  EXPECT_THAT(line_with(text, "vmovapd"), HasSubstr("41 X"));
}

TEST(TextReport, NamesNoBoundWhereSomethingWasNotFollowed) {
  KernelReport kernel = sample_kernel();
  kernel.complete = kernel.bound_is_known = false;
  const std::string text = render_text(report_of({kernel}), {});
  EXPECT_THAT(text, HasSubstr("prediction: at least 5.0 cycles per iteration, bound unknown\n"));
  EXPECT_EQ(text.find("bound by the"), std::string::npos) << text;
}

TEST(TextReport, PassesNoControlCharactersOn) {
  const std::string text = render_text(report_of({hostile_kernel()}), {});
  EXPECT_THAT(text, Not(HasSubstr("\033")));
  EXPECT_THAT(text, Not(HasSubstr("\t")));
}

TEST(TextReport, HasColoursOnlyOnRequest) {
  EXPECT_THAT(render_text(report_of({sample_kernel()}), {}), Not(HasSubstr("\033")));
  EXPECT_THAT(render_text(report_of({sample_kernel()}), {.colour = true}), HasSubstr("\033["));
}

TEST(TextReport, FitsTheTerminal) {
  KernelReport kernel = sample_kernel();
  kernel.instructions[0].text = "vlongmnemonic %ymm1, %ymm2, %ymm3, %ymm4, %ymm5, %ymm6, %ymm7, %ymm8, %ymm9";
  kernel.findings[0].edit().facts = WrittenFinding{
      "slow", "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"};
  for (const std::string &line : lines_of(render_text(report_of({kernel}), {.width = 90})))
    EXPECT_LE(line.size(), 90U) << line;
}

TEST(TextReport, CutsNothingHoweverNarrowTheTerminal) {
  KernelReport kernel = sample_kernel();
  const std::string symbol = "_ZN" + std::string(200, 'x');
  kernel.instructions[0].text = "call " + symbol;
  kernel.bounds[0].facts = WrittenExplanation{"a sentence of several words"};
  const std::string text = render_text(report_of({kernel}), {.width = 40});
  EXPECT_THAT(text, HasSubstr(symbol));
  EXPECT_THAT(text, Not(HasSubstr("...")));
}

TEST(TextReport, SaysWhereFiguresComeFromOncePerOrigin) {
  KernelReport kernel = sample_kernel(); // all measured
  kernel.instructions[2].origin = Origin::composed;
  kernel.instructions[2].source_of_figures = "composed: an addition + a load";
  const std::string text = render_text(report_of({kernel}), {.verbose = true});
  const auto times = [&text](const std::string &part) {
    int count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
      ++count;
    return count;
  };
  EXPECT_EQ(times("own measurement"), 1);
  EXPECT_EQ(times("composed"), 1);
  EXPECT_EQ(times("; [1]"), 2);
  EXPECT_THAT(render_text(report_of({kernel}), {}), Not(HasSubstr("[1]")));
}

TEST(TextReport, BeginsWithOneLinePerKernelIfThereAreSeveral) {
  KernelReport fast = sample_kernel();
  fast.name = ".L9";
  fast.cycles_per_iteration = 2;
  fast.findings.clear();
  const std::string text = render_text(report_of({sample_kernel(), fast}), {});
  const std::string overview = text.substr(0, text.find("===="));
  EXPECT_EQ(lines_of(overview).size(), 2U + 2U + 1U) << overview; // heading, columns, kernels, blank line
  EXPECT_THAT(line_with(overview, ".L4 in pi"), HasSubstr(" 5.0  the divider         1  zen4  pi.c:12:3"));
  EXPECT_THAT(line_with(overview, ".L9 in pi"), HasSubstr(" 2.0  the divider         0  zen4  pi.c:12:3"));
  EXPECT_THAT(text, HasSubstr("kernel:     2 of 2: .L9 in pi\n"));
  EXPECT_THAT(render_text(report_of({sample_kernel()}), {}), Not(HasSubstr("Overview")));
}

TEST(TextReport, BeginsWithWhatIsToBeKnownAboutTheWhole) {
  Report report = report_of({sample_kernel()});
  report.notes = {"no core was named"};
  EXPECT_EQ(render_text(report, {}).find("note:       no core was named\n\nkernel: "), 0U);
}

TEST(TextReport, TellsWhichPathOfHowMany) {
  KernelReport kernel = sample_kernel();
  kernel.path_number = 2;
  kernel.path_count = 3;
  kernel.path.decisions = {{BranchDecision::Kind::taken, ".L7", 0}};
  EXPECT_THAT(render_text(report_of({kernel}), {}), HasSubstr("path 2 of 3 (.L7 taken)"));
  kernel.path_share = PathShare{0.25, 0.875};
  EXPECT_THAT(render_text(report_of({kernel}), {}),
              HasSubstr("path 2 of 3, 25 % of the iterations (88 % for all analysed paths) (.L7 taken)"));
}

} // namespace
} // namespace osaca::testing
