// Advice names no option that is in use, and gives the compiler's own reasons as such.
#include "osaca/capture.h"
#include "osaca/read_report.h"
#include "render/json/json_documents.h"
#include "render/words/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace osaca {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Of a loop whose body is `body`, on a Zen 4: `options` and `of_loop` as members of JSON objects.
Expected<Report> report_of(std::string body, const std::string &options, const std::string &of_loop = "",
                           const std::string &compiler = "gcc 12.2.0", const std::string &function = "f") {
  int count = 2;
  for (std::size_t at = 0; (at = body.find('\n', at)) != std::string::npos; at += 2, ++count)
    body.replace(at, 1, "\\n");
  const std::string end = std::to_string(count + 2);
  AnalyzeOptions analysis;
  analysis.archs = {"zen4"};
  return analyze_capture(R"({"schema":"osaca-capture-1","unit":"a.c","compiler":")" + compiler +
                             R"(","target":{"isa":"x86-64"},"locations":[{"file":"a.c","line":3,"column":3}],
 "annotations":[{"location":0,"kind":"pragma","status":"found","reason":""}],
 "functions":[{"name":")" + function +
                             "\"," + (options.empty() ? "" : "\"options\":{" + options + "},") + R"("assembly":")" +
                             function + R"(:\n.L3:\n)" + body + R"(\njne .L3\nret\n","lines":[],
  "loops":[{"annotation":0,"location":0,"header_line":3,"lines":[[3,)" +
                             end + "]]" + (of_loop.empty() ? "" : "," + of_loop) + "}]}]}",
                         analysis);
}

std::string told(const Expected<Report> &report, const std::string &rule, std::string (*words)(const Finding &)) {
  if (!report || report->kernels.empty())
    return report ? "no kernel" : report.error().message;
  for (const Finding &finding : report->kernels.front().findings)
    if (finding.rule == rule)
      return words(finding);
  return "no " + rule;
}

std::string advice(const Expected<Report> &report, const std::string &rule) { return told(report, rule, advice_of); }
std::string message(const Expected<Report> &report, const std::string &rule) { return told(report, rule, message_of); }

const std::string scaling =
    "vmulsd (%rdi), %xmm1, %xmm0\nvmovsd %xmm0, (%rsi)\naddq $8, %rdi\naddq $8, %rsi\ncmpq %rdi, %rdx";
const std::string sum = "vaddsd (%rdi), %xmm0, %xmm0\naddq $8, %rdi\ncmpq %rdi, %rdx";
const std::string fusable = "vmulsd %xmm1, %xmm0, %xmm2\nvaddsd %xmm3, %xmm2, %xmm0\ndecq %rsi";
const std::string vectoriser_on = R"("level":3,"vectorises":true,"vectorises_cheaply":false)";

// GCC and Clang test the argument of a root that may have to set errno, and products of complex numbers for NaN.
TEST(AdviceByOptions, NamesTheOptionThatRemovesATestFromTheLoop) {
  const std::string root = "movsd (%rdi), %xmm1\nucomisd %xmm1, %xmm0\nja .L9\nsqrtsd %xmm1, %xmm1\n"
                           "movsd %xmm1, (%rdi)\naddq $8, %rdi\ncmpq %rdi, %rdx";
  const std::string errno_set = vectoriser_on + R"(,"sets_errno":true)";
  EXPECT_THAT(advice(report_of(root, errno_set), "osaca-scalar-code"),
              AllOf(HasSubstr("-fno-math-errno"), Not(HasSubstr("?:"))));
  EXPECT_THAT(advice(report_of(root, vectoriser_on + R"(,"sets_errno":false)"), "osaca-scalar-code"),
              Not(HasSubstr("-fno-math-errno")));
  const std::string product = "vmovsd (%rdi), %xmm0\nvmulsd %xmm2, %xmm0, %xmm1\nvmulsd %xmm3, %xmm0, %xmm4\n"
                              "vmulsd 8(%rdi), %xmm2, %xmm5\nvmulsd 8(%rdi), %xmm3, %xmm6\nvsubsd %xmm6, %xmm1, %xmm1\n"
                              "vaddsd %xmm5, %xmm4, %xmm4\nvucomisd %xmm1, %xmm4\njp .L9\nvmovsd %xmm1, (%rsi)\n"
                              "addq $16, %rdi\naddq $8, %rsi\ncmpq %rdi, %rdx";
  EXPECT_THAT(advice(report_of(product, vectoriser_on), "osaca-scalar-code"), HasSubstr("-fcx-limited-range"));
  EXPECT_THAT(advice(report_of(product, vectoriser_on + R"(,"finite_only":true)"), "osaca-scalar-code"),
              Not(HasSubstr("-fcx-limited-range")));
}

TEST(AdviceByOptions, DoesNotSuggestEnablingAnEnabledVectoriser) {
  EXPECT_THAT(advice(report_of(scaling, ""), "osaca-scalar-code"), HasSubstr("-O3"));
  EXPECT_THAT(advice(report_of(scaling, R"("level":2,"vectorises":false)"), "osaca-scalar-code"), HasSubstr("-O3"));
  EXPECT_THAT(advice(report_of(scaling, vectoriser_on), "osaca-scalar-code"),
              AllOf(Not(HasSubstr("-O3")), HasSubstr("-fopt-info-vec-missed"), Not(HasSubstr("-Rpass"))));
  EXPECT_THAT(advice(report_of(scaling, vectoriser_on, "", "clang version 19"), "osaca-scalar-code"),
              AllOf(Not(HasSubstr("-O3")), HasSubstr("-Rpass-analysis=loop-vectorize"), Not(HasSubstr("-fopt-info"))));
  // GCC 12's -O2 vectorises only where it costs no code.
  EXPECT_THAT(
      advice(report_of(scaling, R"("level":2,"vectorises":true,"vectorises_cheaply":true)"), "osaca-scalar-code"),
      HasSubstr("-O3"));
  for (const auto &report : {report_of(scaling, vectoriser_on), report_of(sum, vectoriser_on)})
    for (const Finding &finding : report->kernels.front().findings)
      EXPECT_THAT(advice_of(finding), Not(HasSubstr("-O3"))) << finding.rule;
}

TEST(AdviceByOptions, DoesNotSuggestVectorisingARemainder) {
  const std::string copying =
      "vmovsd (%rdi), %xmm0\nvmovsd %xmm0, (%rsi)\naddq $8, %rdi\naddq $8, %rsi\ncmpq %rdi, %rdx";
  EXPECT_THAT(advice(report_of(copying, vectoriser_on), "osaca-port-bound"), HasSubstr("vectorise"));
  EXPECT_THAT(advice(report_of(copying, vectoriser_on, R"("role":"scalar version")"), "osaca-port-bound"),
              AllOf(HasSubstr("fewer"), Not(HasSubstr("vectorise"))));
}

TEST(AdviceByOptions, WhatTheCompilerSaysIsQuoted) {
  const auto report = report_of(scaling, vectoriser_on, R"("not_vectorised":"control flow in loop.")");
  EXPECT_THAT(message(report, "osaca-scalar-code"), HasSubstr("\"control flow in loop.\""));
  EXPECT_THAT(advice(report, "osaca-scalar-code"), Not(HasSubstr("shows why")));
  ASSERT_TRUE(report);
  const Expected<Report> again = read_report(render_json(*report), "again.json");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->kernels.front().not_vectorised, "control flow in loop.");
}

TEST(AdviceByOptions, DependsOnTheObstacle) {
  const auto of = [](const char *words) {
    return report_of(scaling, vectoriser_on, std::string(R"("not_vectorised":")") + words + "\"");
  };
  EXPECT_THAT(advice(of("control flow in loop."), "osaca-scalar-code"),
              AllOf(HasSubstr("?:"), Not(HasSubstr("restrict"))));
  for (const char *words :
       {"number of iterations cannot be computed.", "could not determine number of loop iterations"})
    EXPECT_THAT(advice(of(words), "osaca-scalar-code"),
                AllOf(HasSubstr("use an integer counter"), Not(HasSubstr("-ffast-math"))));
  EXPECT_THAT(advice(of("no vectype for stmt"), "osaca-scalar-code"), HasSubstr("restrict"));
}

TEST(AdviceByOptions, InAParallelRegionSimdHelpsAndRestrictDoesNot) {
  for (const char *region : {"f._omp_fn.0", "f.omp_outlined", "__omp_outlined."})
    EXPECT_THAT(advice(report_of(scaling, vectoriser_on, "", "gcc 12.2.0", region), "osaca-scalar-code"),
                AllOf(HasSubstr("'parallel for simd'"), Not(HasSubstr("restrict on pointers"))));
}

TEST(AdviceByOptions, NamesTheMissingOptionForASum) {
  EXPECT_THAT(advice(report_of(sum, ""), "osaca-lcd-bound"), HasSubstr("-O3 -ffast-math"));
  EXPECT_THAT(advice(report_of(sum, vectoriser_on + R"(,"reassociates":false)"), "osaca-lcd-bound"),
              AllOf(HasSubstr("-ffast-math"), Not(HasSubstr("-O3"))));
  EXPECT_THAT(advice(report_of(sum, R"("level":1,"vectorises":false,"reassociates":true)"), "osaca-lcd-bound"),
              AllOf(HasSubstr("-O3"), Not(HasSubstr("-ffast-math"))));
  EXPECT_THAT(advice(report_of(sum, vectoriser_on + R"(,"reassociates":true)"), "osaca-lcd-bound"),
              AllOf(HasSubstr("accumulators"), Not(HasSubstr("-O3")), Not(HasSubstr("-ffast-math"))));
}

TEST(AdviceByOptions, ContractionThatIsOnIsNotAdvised) {
  EXPECT_THAT(advice(report_of(fusable, ""), "osaca-missed-fma"),
              AllOf(HasSubstr("-mfma"), HasSubstr("-ffp-contract=fast")));
  EXPECT_THAT(advice(report_of(fusable, R"("contracts":true,"has_fused":false)"), "osaca-missed-fma"),
              AllOf(HasSubstr("-mfma"), Not(HasSubstr("-ffp-contract=fast"))));
  EXPECT_THAT(advice(report_of(fusable, R"("contracts":false,"has_fused":true)"), "osaca-missed-fma"),
              AllOf(Not(HasSubstr("-mfma")), HasSubstr("-ffp-contract=fast")));
  EXPECT_THAT(advice(report_of(fusable, R"("contracts":true,"has_fused":true)"), "osaca-missed-fma"),
              AllOf(Not(HasSubstr("-mfma")), Not(HasSubstr("-ffp-contract=fast")), HasSubstr("fma()")));
}

TEST(AdviceByOptions, OfReciprocalsAndErrnoLikewise) {
  const std::string division = "vdivsd %xmm1, %xmm2, %xmm3\ndecq %rsi";
  EXPECT_THAT(advice(report_of(division, R"("takes_reciprocals":false)"), "osaca-divider-bound"),
              HasSubstr("-ffast-math"));
  EXPECT_THAT(advice(report_of(division, R"("takes_reciprocals":true)"), "osaca-divider-bound"),
              Not(HasSubstr("-ffast-math")));
  EXPECT_THAT(advice(report_of("call lrint\ndecq %rsi", R"("sets_errno":true)"), "osaca-call"),
              HasSubstr("-fno-math-errno"));
  EXPECT_EQ(advice(report_of("call lrint\ndecq %rsi", R"("sets_errno":false)"), "osaca-call"), "");
}

TEST(AdviceByOptions, DamagedOptionsAreRefused) {
  for (const std::string damaged : {R"("level":4)", R"("level":-1)", R"("vectorises":1)",
                                    R"("widest_vector_bits":1000000)", R"("contracts":"yes")"}) {
    const auto report = report_of(scaling, damaged);
    ASSERT_FALSE(report) << damaged;
    EXPECT_THAT(report.error().message, HasSubstr("options"));
  }
  EXPECT_FALSE(report_of(scaling, "", R"("not_vectorised":"")"));
  EXPECT_FALSE(report_of(scaling, "", R"("not_vectorised":"a\nb")"));
  EXPECT_FALSE(report_of(scaling, "", "\"not_vectorised\":\"" + std::string(1000, 'x') + "\""));
}

} // namespace
} // namespace osaca
