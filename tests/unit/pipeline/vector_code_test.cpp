// Vector code that gains little: its elements are apart in memory, or it is not faster than scalar code.
#include "osaca/capture.h"
#include "render/words/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace osaca {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

struct LoopText {
  std::string role;
  std::string body; ///< without the jump back
  int source_iterations = 1;
};

/// The report of a function with these loops, one after the other.
Expected<Report> report_of_loops(const std::vector<LoopText> &loops, const std::string &compiler = "clang version 19") {
  std::string assembly = "f:\\n";
  std::string entries;
  int line = 2;
  for (const LoopText &loop : loops) {
    const std::string label = ".L" + std::to_string(line);
    std::string code = label + ":\n" + loop.body + "\njne " + label + "\n";
    const int end = line + static_cast<int>(std::ranges::count(code, '\n')) - 1;
    const std::string from = std::to_string(line);
    entries += std::string(entries.empty() ? "" : ",") + R"({"annotation":0,"location":0,"header_line":)" + from +
               R"(,"lines":[[)" + from + "," + std::to_string(end) + R"(]],"role":")" + loop.role +
               R"(","source_iterations":)" + std::to_string(loop.source_iterations) + "}";
    for (std::size_t at = 0; (at = code.find('\n', at)) != std::string::npos; at += 2)
      code.replace(at, 1, "\\n");
    assembly += code;
    line = end + 1;
  }
  AnalyzeOptions analysis;
  analysis.archs = {"zen4"};
  return analyze_capture(R"({"schema":"osaca-capture-1","unit":"a.c","compiler":")" + compiler +
                             R"(","target":{"isa":"x86-64"},"locations":[{"file":"a.c","line":3,"column":3}],
 "annotations":[{"location":0,"kind":"pragma","status":"found","reason":""}],
 "functions":[{"name":"f","options":{"level":3,"vectorises":true},"assembly":")" +
                             assembly + R"(ret\n","lines":[],"loops":[)" + entries + "]}]}",
                         analysis);
}

/// "MESSAGE; ADVICE" of the finding in the first loop; "no RULE": there is no such finding.
std::string finding_in(const Expected<Report> &report, const std::string &rule) {
  if (!report || report->kernels.empty())
    return report ? "no kernel" : report.error().message;
  for (const Finding &finding : report->kernels.front().findings)
    if (finding.rule == rule)
      return message_of(finding) + "; " + advice_of(finding);
  return "no " + rule;
}

// points[i].z = 2 * heights[i], as Clang 19 vectorises it with SSE: four elements of 12 bytes.
const std::string spread =
    "movups (%rsi,%rax,4), %xmm1\naddps %xmm1, %xmm1\nmovss %xmm1, 8(%rdi)\nmovaps %xmm1, %xmm2\n"
    "shufps $85, %xmm1, %xmm2\nmovss %xmm2, 20(%rdi)\nmovhlps %xmm1, %xmm2\nmovss %xmm2, 32(%rdi)\n"
    "shufps $255, %xmm1, %xmm1\nmovss %xmm1, 44(%rdi)\naddq $48, %rdi\naddq $4, %rax\n"
    "cmpq %rax, %rdx";
const std::string scalar_spread =
    "movss (%rsi,%rax,4), %xmm1\naddss %xmm1, %xmm1\nmovss %xmm1, 8(%rdi)\naddq $12, %rdi\nincq %rax\ncmpq %rax, %rdx";

TEST(ElementAccess, StoresOfSingleElementsAreNoVectorStores) {
  EXPECT_THAT(finding_in(report_of_loops({{"vector body", spread, 4}}), "osaca-element-access"),
              AllOf(HasSubstr("stores one element at a time (movss), 12 bytes apart: only its loads and arithmetic"),
                    HasSubstr("structure of arrays")));
}

TEST(ElementAccess, LoadsOfSingleElementsAreNoVectorLoads) {
  const std::string gathered = "movsd (%rdi), %xmm0\nmovhpd 24(%rdi), %xmm0\nmulpd %xmm1, %xmm0\nmovups %xmm0, (%rsi)\n"
                               "addq $48, %rdi\naddq $16, %rsi\ncmpq %rsi, %rdx";
  EXPECT_THAT(
      finding_in(report_of_loops({{"vector body", gathered, 2}}), "osaca-element-access"),
      HasSubstr("loads one element at a time (movsd and movhpd), 24 bytes apart: only its stores and arithmetic"));
}

TEST(ElementAccess, NeighboursAndCopiesOfOneElementAreVectors) {
  // Halves of a vector next to each other; a row of a matrix times one of its elements; unrolled scalar code.
  const std::string halves = "movlps (%rdi), %xmm0\nmovhps 8(%rdi), %xmm0\naddps %xmm0, %xmm0\nmovlps %xmm0, (%rsi)\n"
                             "movhps %xmm0, 8(%rsi)\naddq $16, %rdi\naddq $16, %rsi\ncmpq %rsi, %rdx";
  const std::string row = "vbroadcastss (%rdi), %ymm1\nvbroadcastss 64(%rdi), %ymm2\nvfmadd231ps (%rsi), %ymm1, %ymm0\n"
                          "vfmadd231ps 32(%rsi), %ymm2, %ymm3\naddq $128, %rdi\naddq $64, %rsi\ncmpq %rsi, %rdx";
  EXPECT_EQ(finding_in(report_of_loops({{"vector body", halves, 4}}), "osaca-element-access"),
            "no osaca-element-access");
  EXPECT_EQ(finding_in(report_of_loops({{"vector body", row, 2}}), "osaca-element-access"), "no osaca-element-access");
  EXPECT_EQ(finding_in(report_of_loops({{"copy", spread, 4}}), "osaca-element-access"), "no osaca-element-access");
}

TEST(VectorGain, VectorsThatTakeAsLongAsScalarCodeGainNothing) {
  const std::string text = finding_in(report_of_loops({{"vector body", spread, 4}, {"remainder", scalar_spread, 1}}),
                                      "osaca-no-vector-gain");
  EXPECT_THAT(text, AllOf(HasSubstr("the scalar code (remainder) takes"), HasSubstr("elements are 12 bytes apart"),
                          HasSubstr("structure of arrays"), HasSubstr("#pragma clang loop vectorize(disable)")));
  EXPECT_THAT(finding_in(report_of_loops({{"vector body", spread, 4}, {"remainder", scalar_spread, 1}}, "gcc 12.2.0"),
                         "osaca-no-vector-gain"),
              AllOf(HasSubstr("-fno-tree-vectorize"), Not(HasSubstr("clang"))));
}

TEST(VectorGain, FasterVectorsAreNotReported) {
  const std::string vectors =
      "movups (%rsi,%rax,4), %xmm1\naddps %xmm1, %xmm1\nmovups %xmm1, (%rdi,%rax,4)\naddq $4, %rax\ncmpq %rax, %rdx";
  const std::string scalar =
      "movss (%rsi,%rax,4), %xmm1\naddss %xmm1, %xmm1\nmovss %xmm1, (%rdi,%rax,4)\nincq %rax\ncmpq %rax, %rdx";
  EXPECT_EQ(
      finding_in(report_of_loops({{"vector body", vectors, 4}, {"remainder", scalar, 1}}), "osaca-no-vector-gain"),
      "no osaca-no-vector-gain");
  EXPECT_EQ(finding_in(report_of_loops({{"vector body", spread, 4}}), "osaca-no-vector-gain"),
            "no osaca-no-vector-gain")
      << "there is no scalar code";
  EXPECT_EQ(finding_in(report_of_loops({{"vector body", spread, 0}, {"remainder", scalar_spread, 1}}),
                       "osaca-no-vector-gain"),
            "no osaca-no-vector-gain")
      << "the number of source iterations is unknown";
}

} // namespace
} // namespace osaca
