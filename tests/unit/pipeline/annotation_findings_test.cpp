#include "pipeline/capture/annotation_findings.h"

#include "render/words/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace osaca {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

Findings findings_of(AnnotationStatus status, const std::string &reason, const std::string &expectations = "",
                     capture::AnnotationKind kind = capture::AnnotationKind::pragma) {
  AnnotationReport annotation;
  annotation.source = {"a.c", 3, 1};
  annotation.status = status;
  annotation.reason = reason;
  return annotation_findings(annotation, {.kind = kind}, parse_expectations(expectations), {});
}

TEST(AnnotationFindings, AccountForEveryLostAnnotation) {
  const Findings gone = findings_of(AnnotationStatus::vanished, "unrolled completely");
  ASSERT_THAT(gone, SizeIs(1));
  EXPECT_EQ(gone[0]->rule, "osaca-loop-vanished");
  EXPECT_THAT(message_of(*gone[0]), HasSubstr("unrolled completely"));
  const Findings none = findings_of(AnnotationStatus::not_a_loop, "a declaration follows");
  ASSERT_THAT(none, SizeIs(1));
  EXPECT_EQ(none[0]->rule, "osaca-not-a-loop");
  EXPECT_EQ(none[0]->severity, Severity::warning);
  EXPECT_THAT(message_of(*none[0]), HasSubstr("a declaration follows"));
  const Findings partly = findings_of(AnnotationStatus::analysed, "in 'f<2>' fully unrolled");
  ASSERT_THAT(partly, SizeIs(1));
  EXPECT_EQ(partly[0]->rule, "osaca-loop-vanished");
  EXPECT_THAT(findings_of(AnnotationStatus::analysed, ""), SizeIs(0));
}

TEST(AnnotationFindings, AreNotReportedForUnrequestedLoops) {
  EXPECT_THAT(findings_of(AnnotationStatus::vanished, "unrolled completely", "", capture::AnnotationKind::all),
              SizeIs(0));
  EXPECT_THAT(findings_of(AnnotationStatus::analysed, "in 'f<2>' fully unrolled", "", capture::AnnotationKind::all),
              SizeIs(0));
  EXPECT_THAT(findings_of(AnnotationStatus::vanished, "unrolled completely", "", capture::AnnotationKind::function),
              SizeIs(1));
}

TEST(AnnotationFindings, KnowCoresByAllTheirNames) {
  EXPECT_THAT(findings_of(AnnotationStatus::analysed, "", "no(divider, arch znver4)"), SizeIs(0));
  const Findings unknown = findings_of(AnnotationStatus::analysed, "", "no(divider, arch zen44)");
  ASSERT_THAT(unknown, SizeIs(1));
  EXPECT_EQ(unknown[0]->rule, "osaca-expectation");
  EXPECT_THAT(message_of(*unknown[0]), HasSubstr("zen4"));
}

} // namespace
} // namespace osaca
