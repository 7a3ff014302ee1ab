#include "osaca/read_report.h"
#include "render/json/json_documents.h"
#include "sample_collection.h"

#include <gmock/gmock.h>

namespace osaca::testing {
namespace {

Report read_back(const Collection &collection) {
  const Expected<Report> read = read_report(render_collection_json(collection), "collection.json");
  EXPECT_TRUE(read) << read.error().text();
  return read ? *read : Report{};
}

TEST(CollectionJson, IsReadAsAnyReport) {
  const Collection collection = sample_collection();
  const Report report = read_back(collection);
  ASSERT_EQ(report.kernels.size(), collection.loops.size());
  for (std::size_t i = 0; i < report.kernels.size(); ++i) {
    EXPECT_EQ(report.kernels[i].function, collection.loops[i].report.function);
    EXPECT_EQ(report.kernels[i].cycles_per_iteration, collection.loops[i].report.cycles_per_iteration);
  }
  EXPECT_EQ(report.annotated.size(), collection.annotated.size());
  EXPECT_EQ(report.problems.size(), collection.problems.size());
  EXPECT_EQ(report.notes, collection.notes);
}

TEST(CollectionJson, TellsWhereTheBoundIsNotKnown) {
  Collection collection = sample_collection();
  collection.loops.front().report.bound_is_known = false;
  const Report report = read_back(collection);
  EXPECT_FALSE(report.kernels.front().bound_is_known);
  EXPECT_TRUE(report.kernels.back().bound_is_known);
}

TEST(CollectionJson, TellsWhichNotesAreOfBorrowedFigures) {
  Collection collection = sample_collection();
  const std::vector<ArchNote> notes = {
      {ArchNote::Kind::remark, "a"}, {ArchNote::Kind::borrowed_figures, "b"}, {ArchNote::Kind::assumed_core, "c"}};
  collection.loops.front().report.arch_notes = notes;
  EXPECT_EQ(read_back(collection).kernels.front().arch_notes, notes);
}

TEST(CollectionJson, BringsTheOpenFindingsBack) {
  std::map<std::string, int> counts;
  for (const KernelReport &kernel : read_back(sample_collection()).kernels)
    for (const Finding &finding : kernel.findings)
      ++counts[finding.rule];
  EXPECT_EQ(counts["osaca-regression"], 2);
  EXPECT_EQ(counts["osaca-divider-bound"], 3); // two cores share one
  EXPECT_EQ(counts["osaca-call"], 0);          // in the baseline
}

TEST(CollectionJson, IsReadableWhateverTextIsInIt) {
  EXPECT_EQ(read_back(hostile_collection()).kernels.size(), hostile_collection().loops.size());
}

} // namespace
} // namespace osaca::testing
