#include "collection/collect.h"

#include "collection/collection.h"
#include "render/words/words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace osaca {
namespace {

KernelReport kernel_at(const std::string &file, int line, const std::string &function, Cycles cycles = 4,
                       const std::string &arch = "core") {
  KernelReport kernel;
  kernel.name = ".L2";
  kernel.function = function;
  kernel.source = {file, line, 3};
  kernel.arch = arch;
  kernel.cycles_per_iteration = cycles;
  InstructionLine instruction;
  instruction.text = "add";
  instruction.opcode = "ADD64rr";
  kernel.instructions.push_back(instruction);
  return kernel;
}

Finding finding_of(const std::string &rule, SourceLocation where, const std::string &message = "slow") {
  Finding finding;
  finding.rule = rule;
  finding.where = std::move(where);
  finding.facts = WrittenFinding{message, ""};
  return finding;
}

Report report_with(std::vector<KernelReport> kernels) {
  Report report;
  report.kernels = std::move(kernels);
  return report;
}

const CollectOptions in_project{.root = "/project", .working_dir = "/project/build"};

SourceFile no_source(const std::string & /*path*/) { return {}; }

SourceReader only(const std::string &known, const std::string &text) {
  return [=](const std::string &path) { return path == known ? SourceFile::with(text) : SourceFile(); };
}

TEST(Collect, ListsTheSameCodeOfSeveralObjectsOnce) {
  const Report report = report_with({kernel_at("/project/inline.h", 7, "f")});
  const Collection collection = collect({{"b.o", report}, {"a.o", report}}, in_project, no_source);
  ASSERT_EQ(collection.loops.size(), 1U);
  EXPECT_EQ(collection.loops[0].objects, (std::vector<std::string>{"a.o", "b.o"}));
  EXPECT_EQ(collection.loops[0].report.source.file, "inline.h");
}

TEST(Collect, OfWithheldSourcesOnlyTheNamesAreKnown) {
  const SourceReader withheld = [](const std::string &path) {
    // A private file with what somebody would like to know, and a comment.
    return path == "/home/key.txt" ? SourceFile{SourceFile::Access::withheld} : SourceFile();
  };
  const Report report = report_with({kernel_at("../../home/key.txt", 7, "f"), kernel_at("/project/gone.c", 3, "g")});
  const Collection collection = collect({{"a.o", report}}, in_project, withheld);
  EXPECT_TRUE(collection.sources.empty());
  EXPECT_EQ(collection.withheld_sources, std::set<std::string>{"/home/key.txt"});
  for (const CollectedLoop &loop : collection.loops)
    EXPECT_FALSE(loop.source_text);
}

TEST(Collect, NamesThatNoFileCanHaveAreNotLookedFor) {
  int asked = 0;
  const SourceReader count = [&asked](const std::string &) {
    ++asked;
    return SourceFile();
  };
  const Collection collection =
      collect({{"a.o", report_with({kernel_at(std::string(5000, 'a'), 7, "f")})}}, in_project, count);
  EXPECT_EQ(collection.loops.size(), 1U);
  EXPECT_EQ(asked, 0);
}

TEST(Collect, KeepsDifferentCodeOfTheSameLoopApart) {
  const Collection collection = collect({{"a.o", report_with({kernel_at("/project/inline.h", 7, "f", 4)})},
                                         {"b.o", report_with({kernel_at("/project/inline.h", 7, "f", 5)})}},
                                        in_project, no_source);
  ASSERT_EQ(collection.loops.size(), 2U);
  EXPECT_NE(collection.loops[0].id, collection.loops[1].id);
}

TEST(Collect, DoesNotDependOnTheOrderOfTheObjects) {
  std::vector<NamedReport> reports;
  for (int i = 0; i < 6; ++i)
    reports.push_back({"o" + std::to_string(i) + ".o",
                       report_with({kernel_at("/project/a.c", 10 - i % 4, "f" + std::to_string(i % 2), Cycles(i)),
                                    kernel_at("/project/shared.h", 3, "g")})});
  const Collection one = collect(reports, in_project, no_source);
  std::ranges::reverse(reports);
  const Collection other = collect(reports, in_project, no_source);
  ASSERT_EQ(one.loops.size(), other.loops.size());
  for (std::size_t i = 0; i < one.loops.size(); ++i) {
    EXPECT_EQ(one.loops[i].id, other.loops[i].id);
    EXPECT_EQ(one.loops[i].report.source.line, other.loops[i].report.source.line);
    EXPECT_EQ(one.loops[i].objects, other.loops[i].objects);
  }
}

/// Many objects with their own sources, and some loops, findings and annotations in common.
std::vector<NamedReport> reports_of_many_objects() {
  std::vector<NamedReport> reports;
  for (int i = 0; i < 300; ++i) {
    const std::string file = "a" + std::to_string(i) + ".c";
    Report report =
        report_with({kernel_at(file, 1 + i % 3, "f", Cycles(i % 5)), kernel_at("/project/shared.h", 3, "g")});
    report.kernels[0].findings = {finding_of("osaca-call", {file, 2, 1}),
                                  finding_of("osaca-call", {"/project/shared.h", i % 9, 1})};
    report.kernels[1].findings = {finding_of("osaca-lcd-bound", {})};
    report.annotated.push_back({{file, 1, 1}, AnnotationStatus::analysed, "", {0}});
    report.annotated.push_back(
        {{"/project/shared.h", 2, 1}, i % 2 == 0 ? AnnotationStatus::analysed : AnnotationStatus::not_a_loop, "", {1}});
    reports.push_back({"o" + std::to_string(i) + ".o", std::move(report)});
  }
  return reports;
}

TEST(Collect, DoesNotDependOnTheNumberOfThreads) {
  CollectOptions options = in_project;
  const auto source = [](const std::string &path) { return SourceFile::with("x " + path + "\n\ny\n"); };
  const Collection one = collect(reports_of_many_objects(), options, source);
  options.jobs = 4;
  const Collection four = collect(reports_of_many_objects(), options, source);
  ASSERT_EQ(one.loops.size(), 301U);
  ASSERT_EQ(four.loops.size(), one.loops.size());
  for (std::size_t i = 0; i < one.loops.size(); ++i) {
    EXPECT_EQ(one.loops[i].id, four.loops[i].id);
    EXPECT_EQ(one.loops[i].source_text, four.loops[i].source_text);
    EXPECT_EQ(one.loops[i].objects, four.loops[i].objects);
    EXPECT_EQ(one.loops[i].report.annotation, four.loops[i].report.annotation);
  }
  ASSERT_EQ(four.findings.size(), one.findings.size());
  for (std::size_t i = 0; i < one.findings.size(); ++i) {
    EXPECT_EQ(one.findings[i].fingerprint, four.findings[i].fingerprint);
    EXPECT_EQ(one.findings[i].loops, four.findings[i].loops);
  }
  ASSERT_EQ(four.annotated.size(), 301U);
  EXPECT_EQ(four.annotated.back().source.file, "shared.h");
  EXPECT_EQ(four.annotated.back().status, AnnotationStatus::analysed);
}

TEST(Collect, AnnouncesTheSourcesBeforeTheyAreRead) {
  std::set<std::string> announced;
  std::set<std::string> read;
  const auto source = [&](const std::string &path) {
    EXPECT_TRUE(announced.contains(path)) << path;
    EXPECT_TRUE(read.insert(path).second) << path;
    return SourceFile::with("x\n");
  };
  const Collection collection =
      collect(reports_of_many_objects(), in_project, source, nullptr,
              [&](const std::vector<std::string> &paths) { announced.insert(paths.begin(), paths.end()); });
  EXPECT_EQ(collection.sources.size(), 301U);
}

TEST(Collect, NamesSurviveMovedLinesIfTheSourceIsThere) {
  const auto id = [](int line, const std::string &text) {
    return collect({{"a.o", report_with({kernel_at("/project/a.c", line, "f")})}}, in_project,
                   only("/project/a.c", text))
        .loops[0]
        .id;
  };
  EXPECT_EQ(id(1, "for (i = 0; i < n; ++i)\n"), id(3, "\n\nfor (i=0; i<n; ++i)\n"));
  EXPECT_NE(id(1, "for (i = 0; i < n; ++i)\n"), id(1, "for (i = 0; i < m; ++i)\n"));
}

TEST(Collect, FindsRelativeNamesInTheWorkingFolderOrAroundTheObject) {
  const auto name = [](const std::string &readable) {
    return collect({{"sub/lib.a(x.o)", report_with({kernel_at("x.c", 1, "f")})}}, in_project, only(readable, "x\n"))
        .loops[0]
        .report.source.file;
  };
  EXPECT_EQ(name("/project/build/x.c"), "build/x.c");
  EXPECT_EQ(name("/project/build/sub/x.c"), "build/sub/x.c");
  EXPECT_EQ(name("/project/x.c"), "x.c");
}

TEST(Collect, GroupsOneLoopOnSeveralCores) {
  const Collection collection = collect(
      {{"a.o", report_with({kernel_at("/project/a.c", 1, "f", 4, "one"), kernel_at("/project/a.c", 1, "f", 5, "two"),
                            kernel_at("/project/a.c", 9, "f", 5, "two")})}},
      in_project, no_source);
  ASSERT_EQ(collection.loops.size(), 3U);
  EXPECT_EQ(collection.loops[0].group, collection.loops[1].group);
  EXPECT_NE(collection.loops[0].group, collection.loops[2].group);
}

TEST(Collect, SaysOnceWhatSeveralCoresHave) {
  KernelReport fast = kernel_at("/project/a.c", 1, "f", 4, "one");
  KernelReport slow = kernel_at("/project/a.c", 1, "f", 5, "two");
  fast.findings = {finding_of("osaca-call", {"/project/a.c", 2, 5}, "the words of both")};
  slow.findings = {finding_of("osaca-call", {"/project/a.c", 2, 5}, "the words of both")};
  const Collection collection = collect({{"a.o", report_with({fast, slow})}}, in_project, no_source);
  ASSERT_EQ(collection.findings.size(), 1U);
  EXPECT_EQ(message_of(collection.findings[0]), "the words of both (also on one)");
  EXPECT_EQ(collection.findings[0].finding->where.file, "a.c");
  ASSERT_EQ(collection.findings[0].loops.size(), 2U);
}

TEST(Collect, NamesTheCoreThatAloneHasAFinding) {
  KernelReport fast = kernel_at("/project/a.c", 1, "f", 4, "one");
  KernelReport slow = kernel_at("/project/a.c", 1, "f", 5, "two");
  slow.findings = {finding_of("osaca-call", {"/project/a.c", 2, 5}, "takes 5")};
  const Collection both = collect({{"a.o", report_with({fast, slow})}}, in_project, no_source);
  ASSERT_EQ(both.findings.size(), 1U);
  EXPECT_EQ(message_of(both.findings[0]), "takes 5 (on two)");
  const Collection single = collect({{"a.o", report_with({slow})}}, in_project, no_source);
  ASSERT_EQ(single.findings.size(), 1U);
  EXPECT_EQ(message_of(single.findings[0]), "takes 5") << "no other core was chosen";
}

TEST(Collect, EachCoreHasItsOwnFigures) {
  KernelReport fast = kernel_at("/project/a.c", 1, "f", 4, "one");
  KernelReport slow = kernel_at("/project/a.c", 1, "f", 5, "two");
  KernelReport equal = kernel_at("/project/a.c", 1, "f", 4, "three");
  fast.findings = {finding_of("osaca-call", {"/project/a.c", 2, 5}, "takes 4")};
  slow.findings = {finding_of("osaca-call", {"/project/a.c", 2, 5}, "takes 5")};
  equal.findings = {finding_of("osaca-call", {"/project/a.c", 2, 5}, "takes 4")};
  const Collection collection = collect({{"a.o", report_with({fast, slow, equal})}}, in_project, no_source);
  ASSERT_EQ(collection.findings.size(), 1U);
  EXPECT_EQ(message_of(collection.findings[0]), "on two: takes 5; on one, three: takes 4") << "the slower one speaks";
}

// A remainder runs a few iterations only: on a core where nothing else has the finding, it says nothing about the loop.
TEST(Collect, ACoreWhoseRemainderAloneHasAFindingIsLeftOut) {
  KernelReport body = kernel_at("/project/a.c", 1, "f", 5, "one");
  body.role = loop_role_named("vector body");
  KernelReport other_body = body;
  other_body.arch = "two";
  KernelReport remainder = kernel_at("/project/a.c", 1, "f", 9, "two");
  remainder.role = loop_role_named("remainder");
  remainder.name = "remainder";
  body.findings = {finding_of("osaca-call", {"/project/a.c", 2, 5}, "takes 5")};
  remainder.findings = {finding_of("osaca-call", {"/project/a.c", 2, 5}, "takes 9")};
  const Collection collection = collect({{"a.o", report_with({body, other_body, remainder})}}, in_project, no_source);
  ASSERT_EQ(collection.findings.size(), 1U);
  EXPECT_EQ(message_of(collection.findings[0]), "takes 5 (on one)");
}

TEST(Collect, ANoteOfAFasterPathIsMinorAWarningIsNot) {
  KernelReport slow = kernel_at("/project/a.c", 1, "f", 9);
  KernelReport fast = kernel_at("/project/a.c", 1, "f", 2);
  fast.path_number = 2;
  fast.findings = {finding_of("osaca-call", {"/project/a.c", 2, 5}),
                   finding_of("osaca-unknown-instruction", {"/project/a.c", 3, 5})};
  fast.findings[1].edit().severity = Severity::warning;
  const Collection collection = collect({{"a.o", report_with({slow, fast})}}, in_project, no_source);
  ASSERT_EQ(collection.findings.size(), 2U);
  EXPECT_TRUE(collection.findings[0].minor);
  EXPECT_FALSE(collection.findings[1].minor);
}

TEST(Collect, HeedsCommentsAndTellsOfMistakesInThem) {
  KernelReport kernel = kernel_at("/project/a.c", 1, "f");
  kernel.findings = {finding_of("osaca-call", {"/project/a.c", 2, 5})};
  const Collection collection =
      collect({{"a.o", report_with({kernel})}}, in_project,
              only("/project/a.c", "for (;;)\n  g(); // osaca: ignore[call]\n// osaca: ignore[cull]\n"));
  ASSERT_EQ(collection.findings.size(), 1U);
  EXPECT_EQ(collection.findings[0].suppression, Suppression::in_source);
  ASSERT_EQ(collection.problems.size(), 1U);
  EXPECT_EQ(collection.problems[0].where.line, 3);
  EXPECT_TRUE(report_of(collection).kernels[0].findings.empty());
}

TEST(Collect, AnAnnotationThatIsThereInOneObjectIsThere) {
  Report gone;
  gone.annotated.push_back({{"/project/t.h", 4, 1}, AnnotationStatus::vanished, "not instantiated", {}, {}});
  gone.annotated[0].findings = {finding_of("osaca-loop-vanished", {"/project/t.h", 4, 1})};
  Report there = report_with({kernel_at("/project/t.h", 4, "f")});
  there.kernels[0].annotation = 0;
  there.annotated.push_back({{"/project/t.h", 4, 1}, AnnotationStatus::analysed, "", {0}, {}});
  const Collection collection = collect({{"a.o", gone}, {"b.o", there}}, in_project, no_source);
  ASSERT_EQ(collection.annotated.size(), 1U);
  EXPECT_EQ(collection.annotated[0].status, AnnotationStatus::analysed);
  EXPECT_EQ(collection.annotated[0].kernels, std::vector<int>{0});
  EXPECT_TRUE(collection.findings.empty());
}

TEST(Collect, GivesEachCoreItsOwnWordsBack) {
  KernelReport fast = kernel_at("/project/a.c", 1, "f", 4, "one");
  KernelReport slow = kernel_at("/project/a.c", 1, "f", 5, "two");
  fast.findings = {finding_of("osaca-call", {"/project/a.c", 2, 5}, "in the words of one")};
  slow.findings = {finding_of("osaca-call", {"/project/a.c", 2, 5}, "in the words of two")};
  const Report report = report_of(collect({{"a.o", report_with({fast, slow})}}, in_project, no_source));
  ASSERT_EQ(report.kernels.size(), 2U);
  EXPECT_EQ(message_of(report.kernels[0].findings.at(0)), "in the words of one");
  EXPECT_EQ(message_of(report.kernels[1].findings.at(0)), "in the words of two");
  const Collection again = collect({{"a.json", report}}, in_project, no_source);
  ASSERT_EQ(again.findings.size(), 1U);
  EXPECT_EQ(message_of(again.findings[0]), "on two: in the words of two; on one: in the words of one")
      << "not added twice";
}

// A report in JSON that was held against a baseline once, read again without one.
TEST(Collect, LeavesOutWhatAnotherComparisonFound) {
  KernelReport kernel = kernel_at("/project/a.c", 1, "f");
  kernel.findings = {finding_of("osaca-regression", {"/project/a.c", 1, 3})};
  EXPECT_TRUE(collect({{"a.json", report_with({kernel})}}, in_project, no_source).findings.empty());
}

TEST(Collect, TellsHowMuchTimeAFindingIsAbout) {
  KernelReport kernel = kernel_at("/project/a.c", 1, "f", 20);
  kernel.bound_by = BoundKind::loop_carried;
  kernel.bounds = {{BoundKind::loop_carried, 20, {}}, {BoundKind::ports, 2, {}}};
  kernel.findings = {finding_of("osaca-lcd-bound", {"/project/a.c", 2, 5})};
  KernelReport balanced = kernel_at("/project/a.c", 9, "f", 20);
  balanced.bounds = {{BoundKind::ports, 20, {}}, {BoundKind::front_end, 20, {}}};
  balanced.findings = {finding_of("osaca-port-bound", {"/project/a.c", 9, 5})};
  const Collection collection = collect({{"a.o", report_with({kernel, balanced})}}, in_project, no_source);
  ASSERT_EQ(collection.findings.size(), 2U);
  EXPECT_DOUBLE_EQ(collection.findings[0].gain_share, 0.9);
  EXPECT_DOUBLE_EQ(collection.findings[1].gain_share, 0);
}

TEST(Collect, WhatTheCoreComputesSavesNothingWhereMemorySetsThePace) {
  KernelReport kernel = kernel_at("/project/a.c", 1, "f", 100);
  kernel.bound_by = BoundKind::memory;
  kernel.bounds = {{BoundKind::memory, 100, {}}, {BoundKind::loop_carried, 5, {}}};
  std::map<std::string, double> shares;
  for (const char *rule : {"osaca-latency-bound", "osaca-scalar-code"}) {
    kernel.findings = {finding_of(rule, {"/project/a.c", 2, 5})};
    shares[rule] = collect({{"a.o", report_with({kernel})}}, in_project, no_source).findings.at(0).gain_share;
  }
  EXPECT_DOUBLE_EQ(shares["osaca-latency-bound"], 0.95);
  EXPECT_DOUBLE_EQ(shares["osaca-scalar-code"], 0);
}

TEST(Collect, FingerprintsAreUniqueAndSurviveMovedLines) {
  const auto fingerprints = [](int first) {
    KernelReport kernel = kernel_at("/project/a.c", first, "f");
    kernel.findings = {finding_of("osaca-call", {"/project/a.c", first, 5}),
                       finding_of("osaca-call", {"/project/a.c", first + 1, 5})};
    const Collection collection = collect(
        {{"a.o", report_with({kernel})}}, in_project,
        only("/project/a.c", std::string(static_cast<std::size_t>(first - 1), '\n') + "f(); // a\nf(); // b\n"));
    return std::pair(collection.findings[0].fingerprint, collection.findings[1].fingerprint);
  };
  EXPECT_NE(fingerprints(1).first, fingerprints(1).second);
  EXPECT_EQ(fingerprints(1), fingerprints(20));
}

} // namespace
} // namespace osaca
