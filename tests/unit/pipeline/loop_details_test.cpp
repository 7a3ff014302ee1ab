#include "collection/baseline.h"
#include "collection/collect.h"
#include "collection/loop_details.h"
#include "osaca/read_report.h"
#include "render/ci/ci_formats.h"
#include "render/json/json_documents.h"
#include "render/text/collection_text.h"
#include "report/summary_bytes.h"
#include "sample_collection.h"

#include <gmock/gmock.h>

namespace osaca::testing {
namespace {

Report read(const std::string &json, ReportDetail detail) {
  const Expected<Report> report = read_report(json, "a.json", detail);
  EXPECT_TRUE(report) << report.error().text();
  return report ? *report : Report{};
}

const CollectOptions in_project_folder{"", "/project"};

SourceFile missing(const std::string & /*path*/) { return {}; }

Collection collected(Report report) { return collect({{"a.o", std::move(report)}}, in_project_folder, missing); }

class LoopDetails : public ::testing::TestWithParam<bool> {
protected:
  const std::string json_ = render_collection_json(GetParam() ? hostile_collection() : sample_collection());
  const Report whole_ = read(json_, ReportDetail::all);
  const Report summary_ = read(json_, ReportDetail::summary);
};

TEST_P(LoopDetails, AreNotNeededForRowsFindingsAndBaselines) {
  const Collection with = collected(whole_);
  const Collection without = collected(summary_);
  EXPECT_EQ(render_summary(without, {}), render_summary(with, {}));
  EXPECT_EQ(render_junit(without), render_junit(with));
  EXPECT_EQ(render_sarif(without, {}), render_sarif(with, {}));
  EXPECT_EQ(render_markdown(without), render_markdown(with));
  EXPECT_EQ(render_baseline(baseline_of(without)), render_baseline(baseline_of(with)));
}

TEST_P(LoopDetails, IdsAreNotNeededForTheOverview) {
  CollectOptions without_ids = in_project_folder;
  without_ids.has_ids = false;
  const Collection collection = collect({{"a.o", summary_}}, without_ids, missing);
  for (const CollectedLoop &loop : collection.loops)
    EXPECT_EQ(loop.id, Fingerprint());
  for (const CollectedFinding &finding : collection.findings)
    EXPECT_EQ(finding.fingerprint, Fingerprint());
  EXPECT_EQ(render_summary(collection, {}), render_summary(collected(summary_), {}));
}

TEST_P(LoopDetails, AreLeftOutOfASummary) {
  for (const KernelReport &kernel : summary_.kernels) {
    EXPECT_TRUE(kernel.summary);
    EXPECT_TRUE(kernel.instructions.empty());
    EXPECT_TRUE(kernel.edges.empty());
  }
}

TEST_P(LoopDetails, CanBeAddedAgain) {
  Collection collection = collected(summary_);
  for (CollectedLoop &loop : collection.loops) {
    ASSERT_EQ(loop.from_report, 0);
    const KernelReport &full = whole_.kernels.at(static_cast<std::size_t>(loop.report.summary->kernel));
    loop.report = with_details(loop.report, ProjectPaths(in_project_folder, missing).renamed(full, "a.o"));
  }
  EXPECT_EQ(render_collection_json(collection), render_collection_json(collected(whole_)));
}

TEST_P(LoopDetails, ASummaryOfTheWholeReportIsTheSame) {
  EXPECT_EQ(render_collection_json(collected(without_details(whole_))), render_collection_json(collected(summary_)));
}

TEST_P(LoopDetails, AreNotInTheBytesOfASummary) {
  EXPECT_FALSE(bytes_of_summary(whole_));
  const std::optional<std::string> bytes = bytes_of_summary(summary_);
  ASSERT_TRUE(bytes);
  const std::optional<Report> again = SummaryDecoder().decode(*bytes);
  ASSERT_TRUE(again);
  EXPECT_EQ(render_collection_json(collected(*again)), render_collection_json(collected(summary_)));
  EXPECT_EQ(bytes_of_summary(*again), bytes);
}

TEST_P(LoopDetails, OneDecoderReadsManySummaries) {
  const std::string bytes = *bytes_of_summary(summary_);
  SummaryDecoder decoder;
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(decoder.decode(std::string_view(bytes).substr(0, bytes.size() / 2)));
    const std::string copy = bytes; // texts must not refer to the bytes
    EXPECT_EQ(bytes_of_summary(*decoder.decode(copy)), bytes);
  }
}

TEST_P(LoopDetails, StepsOfFindingsCanBeLeftOut) {
  Report expected = summary_;
  const auto leave_out_steps = [](Findings &findings) {
    for (Shared<Finding> &finding : findings)
      finding.edit().steps = {};
  };
  for (KernelReport &kernel : expected.kernels) {
    leave_out_steps(kernel.findings);
    leave_out_steps(kernel.findings_if_hot);
  }
  for (AnnotationReport &annotation : expected.annotated)
    leave_out_steps(annotation.findings);
  const std::optional<Report> report =
      SummaryDecoder(SummaryDecoder::Steps::left_out).decode(*bytes_of_summary(summary_));
  ASSERT_TRUE(report);
  EXPECT_EQ(bytes_of_summary(*report), bytes_of_summary(expected));
}

TEST_P(LoopDetails, DamagedBytesOfASummaryAreRefusedOrAReport) {
  const std::string bytes = *bytes_of_summary(summary_);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(SummaryDecoder().decode(std::string_view(bytes).substr(0, size))) << size;
  for (std::size_t at = 0; at < bytes.size(); ++at)
    for (const int change : {1, 0x80, 0xff}) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ change);
      if (const std::optional<Report> report = SummaryDecoder().decode(damaged))
        static_cast<void>(render_summary(collected(*report), {}));
    }
}

INSTANTIATE_TEST_SUITE_P(Reports, LoopDetails, ::testing::Values(false, true));

} // namespace
} // namespace osaca::testing
