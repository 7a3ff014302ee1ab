#include "render/editor/editor_file.h"
#include "render/uris.h"
#include "sample_collection.h"
#include "sample_report.h"

#include "collection/collect.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace osaca {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Collection collection_of(const std::vector<KernelReport> &kernels) {
  return collect({{"a.o", testing::report_of(kernels)}}, {}, [](const std::string &) { return SourceFile(); });
}

std::string hint_of_kernel_alone(const KernelReport &kernel) {
  const Collection collection = collection_of({kernel});
  return hint_of(collection.source_loops.front(), collection);
}

TEST(EditorHint, SaysCyclesAndWhatBoundsThem) {
  KernelReport kernel = testing::sample_kernel();
  EXPECT_EQ(hint_of_kernel_alone(kernel), "5.0 cycles, divider");
  kernel.source_iterations = 1;
  EXPECT_EQ(hint_of_kernel_alone(kernel), "5.0 cycles, divider");
  kernel.source_iterations = 8;
  EXPECT_EQ(hint_of_kernel_alone(kernel), "5.0 cycles for 8 iterations, divider");
  kernel.bound_by = BoundKind::loop_carried;
  EXPECT_EQ(hint_of_kernel_alone(kernel), "5.0 cycles for 8 iterations, dependency chain");
}

TEST(EditorHint, SaysWhatIsNotKnown) {
  KernelReport kernel = testing::sample_kernel();
  kernel.complete = false;
  EXPECT_EQ(hint_of_kernel_alone(kernel), "at least 5.0 cycles, divider");
  kernel.bound_is_known = false;
  EXPECT_EQ(hint_of_kernel_alone(kernel), "at least 5.0 cycles, bound unknown");
}

TEST(EditorHint, SaysWhatAnIterationLeavesOut) {
  KernelReport kernel = testing::sample_kernel();
  kernel.role.reading = LoopRole::Reading::inner_loops_once;
  EXPECT_EQ(hint_of_kernel_alone(kernel), "5.0 cycles, divider (inner loops once)");
  kernel.role.reading = LoopRole::Reading::in_a_row;
  EXPECT_EQ(hint_of_kernel_alone(kernel), "5.0 cycles, divider (each instruction once)");
}

TEST(EditorHint, NamesTheLevelOfTheDataIfTheUserGaveIt) {
  KernelReport kernel = testing::sample_kernel();
  kernel.memory = testing::sample_memory();
  EXPECT_EQ(hint_of_kernel_alone(kernel), "5.0 cycles, divider");
  kernel.memory->data_in = 2;
  kernel.bound_by = BoundKind::memory;
  EXPECT_EQ(hint_of_kernel_alone(kernel), "5.0 cycles, memory, data in L3");
}

TEST(EditorHint, SaysTheShareOfTheTimeWhereItIsKnown) {
  const Collection counted = testing::counted_collection({1, 3});
  EXPECT_EQ(hint_of(counted.source_loops.front(), counted), "75 % of the time: 4.0 cycles, divider");
}

TEST(EditorHint, NamesThreeCoresAtMost) {
  std::vector<KernelReport> kernels;
  for (const char *arch : {"a", "b", "c", "d", "e"}) {
    kernels.push_back(testing::sample_kernel());
    kernels.back().arch = arch;
  }
  const Collection collection = collection_of(kernels);
  EXPECT_EQ(hint_of(collection.source_loops.front(), collection),
            "a: 5.0 cycles, divider; b: 5.0 cycles, divider; c: 5.0 cycles, divider; 2 more cores");
}

TEST(EditorFile, ALoopReachesToTheLastLineOfItsCode) {
  KernelReport kernel = testing::sample_kernel();
  kernel.source.line = 12;
  kernel.instructions[0].source.line = 9; // moved into the loop from before it
  kernel.instructions[1].source.line = 15;
  kernel.instructions[2].source = {"other.h", 40, 1};
  kernel.instructions[2].inlined_at = {{"pi.c", 17, 1}};
  const Collection collection = collection_of({kernel});
  const EditorFile file = editor_files(collection).at("pi.c");
  ASSERT_EQ(file.loops.size(), 1U);
  EXPECT_EQ(file.loops[0].lines.first, 12);
  EXPECT_EQ(file.loops[0].lines.last, 17);
}

TEST(EditorFile, CopiesOfALoopAreOneAndEachRuleSpeaksOncePerLine) {
  const Collection collection = testing::copies_of_a_loop(5);
  const EditorFile file = editor_files(collection).at("src/inlined.h");
  EXPECT_EQ(file.loops.size(), 1U);
  EXPECT_EQ(file.findings.size(), 5U) << "each copy's is at a line of its own";
  const Collection twice = collection_of({testing::sample_kernel(), [] {
                                            KernelReport kernel = testing::sample_kernel();
                                            kernel.function = "caller";
                                            kernel.cycles_per_iteration = 6;
                                            return kernel;
                                          }()});
  EXPECT_EQ(editor_files(twice).at("pi.c").findings.size(), 1U);
}

TEST(EditorHover, NamesTheCopiesAndHowManyMoreThereAre) {
  const Collection collection = testing::copies_of_a_loop(20);
  const std::string text = hover_of(0, collection);
  EXPECT_THAT(text, HasSubstr("| caller1, vector body | 1.0 |"));
  EXPECT_THAT(text, HasSubstr("and 12 more"));
}

TEST(EditorHover, HasALineForEachLevelOfMemory) {
  KernelReport kernel = testing::sample_kernel();
  kernel.memory = testing::sample_memory();
  kernel.memory->data_in = 1;
  const Collection collection = collection_of({kernel});
  const std::string text = hover_of(0, collection);
  EXPECT_THAT(text, HasSubstr("| L1 | 5.0 |"));
  EXPECT_THAT(text, HasSubstr("| **L2** | **5.5** |"));
  EXPECT_THAT(text, HasSubstr("| L3 | 7.5 to 9.5 |"));
  EXPECT_THAT(text, HasSubstr("| MEM | 20.75 |"));
}

TEST(EditorHover, TextOfTheInputIsNoMarkup) {
  const Collection collection = testing::hostile_collection();
  ASSERT_FALSE(collection.source_loops.empty());
  for (std::size_t i = 0; i < collection.source_loops.size(); ++i) {
    const std::string text = hover_of(static_cast<int>(i), collection);
    EXPECT_NO_THROW((void)nlohmann::json(text).dump()) << "UTF-8";
    for (std::size_t place = text.find_first_of("<`"); place != std::string::npos;
         place = text.find_first_of("<`", place + 1))
      EXPECT_EQ(text[place - 1], '\\') << text.substr(place);
    EXPECT_THAT(text, Not(HasSubstr("\n---")));
    EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  }
}

TEST(FileOfUri, IsTheInverseOfUriOfFile) {
  for (const std::string path : {"/", "/a b/c.c", "/\xc3\xbc%20+?#&.c", "/a\xff\x01"})
    EXPECT_EQ(file_of_uri(uri_of_file(path)), path);
}

TEST(FileOfUri, TakesWhatEditorsWrite) {
  EXPECT_EQ(file_of_uri("file://localhost/a.c"), "/a.c");
  EXPECT_EQ(file_of_uri("file:///c%3A/a.c"), "/c:/a.c");
  EXPECT_EQ(file_of_uri("file:///a%2fb%2Fc"), "/a/b/c");
  EXPECT_EQ(file_of_uri("file:///a+b@c"), "/a+b@c");
}

TEST(FileOfUri, RefusesWhatNamesNoFileHere) {
  for (const char *uri : {"", "a.c", "/a.c", "untitled:Untitled-1", "http://a/b", "file://", "file://other/a",
                          "file://a.c", "file:///a%", "file:///a%4", "file:///a%zz", "file:///a%00b", "file:///a%-1"})
    EXPECT_EQ(file_of_uri(uri), std::nullopt) << uri;
}

} // namespace
} // namespace osaca
