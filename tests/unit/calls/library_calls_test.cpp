// Loops that call functions with costs from a table. The figures are made up, so that the results can be computed by
// hand. Intel's Optimization Reference Manual: an addition of doubles takes 4 cycles on Skylake.
#include "loop_report.h"
#include "render/phrases.h"
#include "render/words/words.h"
#include "scratch_folder.h"

#include <gmock/gmock.h>

namespace osaca {
namespace {

using ::testing::HasSubstr;

const std::string table = "schema: osaca-calls-1\ncore: mycore\nlibrary: mylib 1.0\nsource: made up\nfunctions:\n"
                          "  - name: slow\n    signature: double(double)\n    classes:\n"
                          "      - {class: typical, throughput: 20, latency: 33}\n"
                          "  - name: slower\n    signature: double(double)\n    classes:\n"
                          "      - {class: typical, throughput: 50, latency: 60}\n"
                          "  - name: count\n    signature: integer(integer)\n    classes:\n"
                          "      - {class: typical, throughput: 10, latency: 25}\n"
                          "  - name: both\n    signature: double(double,double)\n    classes:\n"
                          "      - {class: typical, throughput: 20, latency: 33}\n"
                          "  - name: sin\n    signature: double(double)\n    classes:\n"
                          "      - {class: typical, throughput: 7, latency: 8}\n"
                          "  - name: memcpy\n    signature: integer(integer,integer,integer)\n    typical: usual\n"
                          "    bytes_argument: 3\n    classes:\n"
                          "      - {class: usual, bytes: 64, throughput: 30}\n"
                          "      - {class: long, bytes: 164, throughput: 80}\n";

std::string loop_that(const std::string &work) {
  return ".text\n.type main, @function\nmain:\n.L1:\n" + work + "subq $1, %rbx\njne .L1\nret\n.size main, .-main\n";
}

class LibraryCalls : public ::testing::Test {
protected:
  [[nodiscard]] const std::string &path() const { return path_; }
  [[nodiscard]] KernelReport report_of(const std::string &work, const std::string &arch = "skl") const {
    AnalyzeOptions options;
    options.archs = {arch};
    options.calls_file = path();
    const auto report = analyze(loop_that(work), "loop.s", options);
    EXPECT_TRUE(report) << report.error().text();
    return report ? report->kernels.at(0) : KernelReport();
  }

private:
  tests::ScratchFolder folder_;
  std::string path_ = folder_.with("calls.yml", table);
};

/// A call of memcpy with this instruction before it.
std::string copy_after(const std::string &length) { return length + "\ncall memcpy@PLT\n"; }

TEST_F(LibraryCalls, TakeTheTimeOfTheLengthThatTheyPass) {
  const Cycles of_64 = report_of(copy_after("movl $64, %edx")).cycles_per_iteration;
  EXPECT_EQ(report_of(copy_after("movl $164, %edx")).cycles_per_iteration - of_64, Cycles(50));
  EXPECT_EQ(report_of(copy_after("movl $114, %edx")).cycles_per_iteration - of_64, Cycles(25)) << "in the middle";
  EXPECT_EQ(report_of(copy_after("movl $7, %edx")).cycles_per_iteration, of_64) << "as the least";
  EXPECT_EQ(report_of(copy_after("movq %r15, %rdx")).cycles_per_iteration, of_64) << "not known: as usual";
  EXPECT_EQ(report_of("movl $164, %edx\ncall other\n" + copy_after("nop")).calls.at(1).figure->bytes, std::nullopt)
      << "the other function may change the register";
}

TEST_F(LibraryCalls, SayWhichLengthTheyPass) {
  const KernelReport report =
      report_of(copy_after("movl $164, %edx") + copy_after("movl $64, %edx") + copy_after("movq %r15, %rdx"));
  ASSERT_EQ(report.calls.size(), 3U);
  EXPECT_EQ(report.calls[0].figure->bytes, 164);
  EXPECT_EQ(report.calls[1].figure->bytes, 64);
  EXPECT_EQ(report.calls[2].figure->bytes, std::nullopt);
  EXPECT_THAT(phrase_of_calls(report), HasSubstr("mylib 1.0, 164 bytes)"));
  EXPECT_THAT(phrase_of_calls(report), HasSubstr("mylib 1.0, usual assumed)"));
}

TEST_F(LibraryCalls, OfMoreBytesThanTheTableHasAreUnknown) {
  for (const char *length : {"movl $9000, %edx", "movq $-1, %rdx", "movabsq $1099511627776, %rdx"}) {
    const KernelReport report = report_of(copy_after(length));
    EXPECT_FALSE(report.complete) << length;
    EXPECT_EQ(report.calls.at(0).status, CallStatus::too_long) << length;
  }
}

const std::string fresh_argument = "movaps %xmm4, %xmm0\n";

TEST_F(LibraryCalls, TakeTheTimeOfIndependentCalls) {
  const KernelReport once = report_of(fresh_argument + "call slow@PLT\n");
  EXPECT_TRUE(once.complete);
  EXPECT_GE(once.cycles_per_iteration, Cycles(20));
  EXPECT_LE(once.cycles_per_iteration, Cycles(24)); // a few macro-ops of the loop
  const KernelReport other = report_of(fresh_argument + "call slower\n");
  EXPECT_EQ(other.cycles_per_iteration - once.cycles_per_iteration, Cycles(30));
  const KernelReport both = report_of(fresh_argument + "call slow\n" + fresh_argument + "call slower\n");
  EXPECT_GE(both.cycles_per_iteration, Cycles(70));
  EXPECT_LE(both.cycles_per_iteration, Cycles(77));
}

// The core's manual: 256 entries in the reorder buffer, and six macro-ops dispatched per cycle. The additions take 3
// cycles each, 150 in total. The function's macro-ops fill the buffer after 43 cycles and leave it after the additions.
TEST_F(LibraryCalls, FillTheReorderBuffer) {
  std::string additions = "xorps %xmm2, %xmm2\n";
  for (int k = 0; k < 50; ++k)
    additions += "addsd %xmm3, %xmm2\n";
  const Cycles alone = report_of(fresh_argument + "call slower\n", "zen3").cycles_per_iteration;
  const Cycles after_additions = report_of(additions + fresh_argument + "call slower\n", "zen3").cycles_per_iteration;
  EXPECT_LT(alone, Cycles(60));
  EXPECT_GT(after_additions, Cycles(100));
  EXPECT_LT(after_additions, Cycles(205)); // nothing overlaps
}

TEST_F(LibraryCalls, AreNoFindingIfTheyTakeAFewPerCentOfTheTime) {
  std::string loads;
  for (int k = 0; k < 900; ++k) // 300 cycles
    loads += "movq (%rsi), %rdx\n";
  const auto names_the_call = [](const KernelReport &report) {
    return std::ranges::any_of(report.findings, [](const Finding &finding) { return finding.rule == "osaca-call"; });
  };
  EXPECT_FALSE(names_the_call(report_of(loads + fresh_argument + "call sin\n")));
  EXPECT_TRUE(names_the_call(report_of(fresh_argument + "call sin\n")));
}

TEST_F(LibraryCalls, PassTheirResultOn) {
  EXPECT_EQ(report_of("call slow\n").bound(BoundKind::loop_carried), Cycles(33));
  EXPECT_EQ(report_of("call slow\naddsd %xmm1, %xmm0\n").bound(BoundKind::loop_carried), Cycles(37));
  EXPECT_EQ(report_of("call slow\ncall slower\n").bound(BoundKind::loop_carried), Cycles(93));
  EXPECT_EQ(report_of("movaps %xmm5, %xmm0\ncall both\nmovaps %xmm0, %xmm1\n").bound(BoundKind::loop_carried),
            Cycles(33));
  EXPECT_EQ(report_of("movq %rax, %rdi\ncall count\n").bound(BoundKind::loop_carried), Cycles(25));
  EXPECT_LT(report_of(fresh_argument + "call slow\n").bound(BoundKind::loop_carried), Cycles(10));
}

// C: memcpy returns its first argument, so the next iteration need not wait for the copy. Register copies and lea take
// a cycle each.
TEST_F(LibraryCalls, ThatReturnTheirFirstArgumentReturnItAtOnce) {
  const KernelReport report = report_of("movl $64, %edx\ncall memcpy@PLT\nleaq 64(%rax), %rdi\n");
  EXPECT_EQ(report.bound(BoundKind::loop_carried), Cycles(2));
  EXPECT_THAT(bound_in_a_sentence(report), HasSubstr("functions that it calls"));
}

// Without the calls, the three multiplications limit the loop: 3 cycles each.
TEST_F(LibraryCalls, MaySaveLessThanTheyTake) {
  const std::string chain = "imulq %r12, %r12\nimulq %r12, %r12\nimulq %r12, %r12\n";
  const KernelReport report = report_of(chain + fresh_argument + "call slow\n");
  EXPECT_THAT(phrase_of_calls(report), HasSubstr(", 20.0 in slow"));
  const auto finding =
      std::ranges::find_if(report.findings, [](const Finding &one) { return one.rule == "osaca-call"; });
  ASSERT_NE(finding, report.findings.end());
  EXPECT_THAT(message_of(**finding), HasSubstr("calls slow, which takes 20.0 of the"));
  EXPECT_THAT(message_of(**finding), HasSubstr("overlap with the rest of the loop, which takes 9.0 without the calls"));
}

TEST_F(LibraryCalls, AreListedWithTheirPart) {
  const KernelReport report = report_of(fresh_argument + "call slow@PLT\n");
  ASSERT_EQ(report.calls.size(), 1U);
  EXPECT_EQ(report.calls[0].status, CallStatus::measured);
  ASSERT_TRUE(report.calls[0].cycles && report.calls[0].figure);
  EXPECT_EQ(report.calls[0].figure->cycles, Cycles(20));
  EXPECT_GE(*report.calls[0].cycles, Cycles(20));
  EXPECT_THAT(phrase_of_calls(report), HasSubstr("in slow (measured on mycore, mylib 1.0, typical arguments)"));
}

TEST_F(LibraryCalls, BoundTheLoopIfTheyTakeMostOfItsTime) {
  EXPECT_THAT(bound_in_a_sentence(report_of(fresh_argument + "call slow\n")), HasSubstr("functions that it calls"));
  EXPECT_THAT(bound_in_a_sentence(report_of("call slow\n")), HasSubstr("loop-carried dependency"));
  // A followed function calls it.
  const KernelReport inner = report_of_loop(loop_that(fresh_argument + "call outer\n") +
                                                ".type outer, @function\nouter:\ncall exp\nret\n.size outer, .-outer\n",
                                            "zen3");
  EXPECT_THAT(bound_in_a_sentence(inner), HasSubstr("functions that it calls"));
  EXPECT_THAT(bound_in_a_sentence(report_of("nop\nnop\nnop\nnop\nnop\nnop\nnop\n")), HasSubstr("front end"));
}

TEST_F(LibraryCalls, OfTheUsersTableTakePrecedence) {
  const KernelReport report = report_of(fresh_argument + "call sin@PLT\n", "zen3");
  EXPECT_GE(report.cycles_per_iteration, Cycles(7));
  EXPECT_LE(report.cycles_per_iteration, Cycles(10));
}

TEST_F(LibraryCalls, AreNeverFollowedAndMeasuredAtOnce) {
  const std::string own = ".type slow, @function\nslow:\naddsd %xmm1, %xmm0\nret\n.size slow, .-slow\n";
  AnalyzeOptions options;
  options.archs = {"skl"};
  options.calls_file = path();
  const auto report = analyze(loop_that("call slow\n") + own, "loop.s", options);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->kernels.at(0).calls.at(0).status, CallStatus::followed);
  EXPECT_EQ(report->kernels.at(0).bound(BoundKind::loop_carried), Cycles(4));
}

TEST_F(LibraryCalls, WithoutAFigureStayUnknownAndNameTheRemedy) {
  const KernelReport report = report_of(fresh_argument + "call slow\ncall unheard_of\n");
  EXPECT_FALSE(report.complete);
  EXPECT_GE(report.cycles_per_iteration, Cycles(20)); // the known call is part of the lower bound
  ASSERT_FALSE(report.findings.empty());
  EXPECT_THAT(message_of(report.findings.back()), HasSubstr("osaca measure calls --function"));
}

// The one whose sums and products of doubles take as long.
TEST_F(LibraryCalls, AreEstimatedFromARelatedCore) {
  for (const auto &[arch, relative] :
       {std::pair("skl", "estimated from icx"), {"adl-p", "estimated from emeraldrapids"}}) {
    const KernelReport report = report_of_loop(loop_that(fresh_argument + "call cos@PLT\n"), arch);
    EXPECT_TRUE(report.complete);
    EXPECT_THAT(phrase_of_calls(report), HasSubstr(relative));
  }
}

TEST_F(LibraryCalls, NeedATableThatCanBeRead) {
  AnalyzeOptions options;
  options.archs = {"skl"};
  options.calls_file = path() + ".missing";
  const auto report = analyze(loop_that("call slow\n"), "loop.s", options);
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().text(), HasSubstr("table of calls"));
}

} // namespace
} // namespace osaca
