#include "render/diagnostics/diagnostics.h"

#include "sample_report.h"

#include <gmock/gmock.h>

namespace osaca::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

KernelReport on(KernelReport kernel, const std::string &arch) {
  kernel.arch = arch;
  return kernel;
}

KernelReport as(KernelReport kernel, const std::string &role) {
  kernel.role = loop_role_named(role);
  kernel.name += role;
  return kernel;
}

TEST(Diagnostics, ReadLikeTheCompilers) {
  EXPECT_EQ(render_diagnostics(report_of({sample_kernel()}), {}, false),
            "pi.c:12:3: note: osaca: 5.0 cycles per iteration on zen4, bound by the divider [throughput]\n"
            "pi.c:13:25: note: osaca: vdivsd occupies the divider 5.0 of 5.0 cycles [osaca-divider-bound]\n"
            "pi.c:13:25: note: osaca: ... what to try: multiply by a reciprocal\n");
}

TEST(Diagnostics, TellTheCyclesPerSourceIterationWhereTheyDiffer) {
  const auto headline = [](std::optional<int> count, DiagnosticOptions::Verbosity verbosity) {
    KernelReport kernel = sample_kernel(); // 5.0 cycles per iteration
    kernel.source_iterations = count;
    return diagnostics_of(report_of({kernel}), {.verbosity = verbosity}).front().message;
  };
  using Verbosity = DiagnosticOptions::Verbosity;
  const std::string plain = "5.0 cycles per iteration on zen4, bound by the divider";
  EXPECT_EQ(headline(4, Verbosity::normal),
            "5.0 cycles per iteration (4 source iterations: 1.25 each) on zen4, bound by the divider");
  EXPECT_EQ(headline(1, Verbosity::normal), plain);
  EXPECT_EQ(headline(0, Verbosity::normal), plain);
  EXPECT_EQ(headline(0, Verbosity::verbose), plain + " (source iterations unknown)");
  EXPECT_EQ(headline(std::nullopt, Verbosity::verbose), plain);
}

TEST(Diagnostics, GiveNoKindOfAnUnknownBound) {
  KernelReport kernel = sample_kernel();
  kernel.complete = kernel.bound_is_known = false;
  const Diagnostic headline = diagnostics_of(report_of({kernel}), {}).front();
  EXPECT_EQ(headline.message, "at least 5.0 cycles per iteration on zen4, bound unknown");
  EXPECT_EQ(headline.rule, "");
}

TEST(Diagnostics, HaveOneHeadlinePerArchAndFoldTheFindings) {
  const auto list = diagnostics_of(report_of({sample_kernel(), on(sample_kernel(), "skx")}), {});
  ASSERT_THAT(list, SizeIs(4));
  EXPECT_THAT(list[1].message, HasSubstr("on skx"));
  EXPECT_THAT(list[2].message, HasSubstr("(also on skx)"));
}

TEST(Diagnostics, NameTheAnnotatedLoopThatALoopOfALibraryWasInlinedInto) {
  KernelReport kernel = sample_kernel();
  kernel.annotation = 0;
  kernel.source = {"/usr/include/c++/12/bits/hashtable.h", 1934, 7};
  Report report = report_of({kernel});
  AnnotationReport annotation;
  annotation.source = {"find.cc", 5, 3};
  annotation.kernels = {0};
  report.annotated = {annotation};
  EXPECT_THAT(diagnostics_of(report, {}).front().message, StartsWith("in the loop at find.cc:5: 5.0 cycles"));
  report.kernels[0].source.file = "find.cc";
  EXPECT_THAT(diagnostics_of(report, {}).front().message, StartsWith("5.0 cycles"));
}

TEST(Diagnostics, SayWhichLoopOfAStatementItIs) {
  KernelReport kernel = as(sample_kernel(), "vector body");
  kernel.part = {1, 2};
  EXPECT_THAT(diagnostics_of(report_of({kernel}), {}).front().message, StartsWith("vector body of loop 1 of 2: 5.0"));
  kernel.role = {};
  EXPECT_THAT(diagnostics_of(report_of({kernel}), {}).front().message, StartsWith("loop 1 of 2: 5.0"));
}

TEST(Diagnostics, FoldTheSameFindingInOtherCopies) {
  const auto list =
      diagnostics_of(report_of({as(sample_kernel(), "vector body"), as(sample_kernel(), "remainder")}), {});
  ASSERT_THAT(list, SizeIs(4));
  EXPECT_THAT(list[0].message, StartsWith("vector body: 5.0 cycles"));
  EXPECT_THAT(list[1].message, StartsWith("remainder: 5.0 cycles"));
  EXPECT_THAT(list[2].message, HasSubstr("(also in the remainder)"));
}

KernelReport saying(KernelReport kernel, const std::string &words) {
  kernel.findings[0].edit().facts = WrittenFinding{words, ""};
  return kernel;
}

TEST(Diagnostics, DoNotGiveOneCoresFiguresForAnother) {
  const auto list = diagnostics_of(
      report_of({saying(sample_kernel(), "waits 12.0 cycles"), saying(on(sample_kernel(), "skx"), "waits 8.0 cycles")}),
      {});
  ASSERT_THAT(list, SizeIs(4));
  EXPECT_EQ(list[2].message, "waits 12.0 cycles (on zen4)");
  EXPECT_EQ(list[3].message, "waits 8.0 cycles (on skx)");
}

TEST(Diagnostics, NameTheCoreOfAFindingThatOthersDoNotHave) {
  KernelReport without = on(sample_kernel(), "skx");
  without.findings.clear();
  const auto list = diagnostics_of(report_of({saying(sample_kernel(), "waits"), without}), {});
  ASSERT_THAT(list, SizeIs(3));
  EXPECT_EQ(list[2].message, "waits (on zen4)");
}

TEST(Diagnostics, DoNotGiveOneCopysFiguresForAnother) {
  const auto list = diagnostics_of(report_of({saying(as(sample_kernel(), "copy 1 of 2"), "waits 32.0 cycles"),
                                              saying(as(sample_kernel(), "copy 2 of 2"), "waits 4.0 cycles")}),
                                   {});
  ASSERT_THAT(list, SizeIs(4));
  EXPECT_EQ(list[2].message, "waits 32.0 cycles");
  EXPECT_EQ(list[3].message, "waits 4.0 cycles (in copy 2 of 2)");
}

TEST(Diagnostics, JoinTheHeadlinesOfCopiesWithEqualFigures) {
  const auto copy = [](const std::string &role) { return saying(as(sample_kernel(), role), "waits 5.0 cycles"); };
  const auto all = diagnostics_of(report_of({copy("copy 1 of 3"), copy("copy 2 of 3"), copy("copy 3 of 3")}), {});
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_THAT(all[0].message, StartsWith("3 copies: each 5.0 cycles per iteration on zen4"));
  EXPECT_EQ(all[1].message, "waits 5.0 cycles (also in copy 2 of 3 and in copy 3 of 3)");

  std::vector<KernelReport> kernels;
  for (int number = 1; number <= 5; ++number)
    kernels.push_back(copy("remainder, copy " + std::to_string(number) + " of 5"));
  kernels[1].cycles_per_iteration = Cycles(9);
  const auto most = diagnostics_of(report_of(kernels), {});
  ASSERT_THAT(most, SizeIs(3));
  EXPECT_THAT(most[0].message, StartsWith("remainder, 4 of 5 copies: each 5.0 cycles"));
  EXPECT_THAT(most[1].message, StartsWith("remainder, copy 2 of 5: 9.0 cycles"));
  EXPECT_EQ(most[2].message, "waits 5.0 cycles (also in 4 of 5 copies of the remainder)");
  EXPECT_THAT(diagnostics_of(report_of(kernels), {.verbosity = DiagnosticOptions::Verbosity::verbose}),
              SizeIs(::testing::Ge(6)));
}

TEST(Diagnostics, OnlyMentionOtherFiguresOfARemainder) {
  const auto list = diagnostics_of(report_of({saying(as(sample_kernel(), "vector body"), "waits 12.0 cycles"),
                                              saying(as(sample_kernel(), "remainder"), "waits 3.0 cycles")}),
                                   {});
  ASSERT_THAT(list, SizeIs(3));
  EXPECT_EQ(list[2].message, "waits 12.0 cycles (with other figures in the remainder)");
}

TEST(Diagnostics, SpeakOfTheSlowestPath) {
  KernelReport slow = sample_kernel();
  slow.path_count = 2;
  KernelReport fast = slow;
  fast.path_number = 2;
  fast.cycles_per_iteration = 2;
  const auto list = diagnostics_of(report_of({fast, slow}), {});
  EXPECT_THAT(list[0].message, StartsWith("5.0 cycles per iteration"));
  EXPECT_THAT(list[0].message, HasSubstr("slowest of 2 paths; the fastest takes 2.0"));
}

TEST(Diagnostics, GiveNotesOnTheWholeOncePerUnit) {
  Report report = report_of({as(sample_kernel(), "vector body"), as(sample_kernel(), "remainder")});
  report.notes = {"no core was named"};
  for (const auto verbosity : {DiagnosticOptions::Verbosity::quiet, DiagnosticOptions::Verbosity::verbose}) {
    const auto list = diagnostics_of(report, {.verbosity = verbosity});
    EXPECT_EQ(std::ranges::count_if(list, [](const auto &d) { return d.message == "no core was named"; }), 1);
  }
}

TEST(Diagnostics, FindingsOfOtherPathsDoNotContradictTheHeadline) {
  KernelReport slow = sample_kernel();
  slow.path_count = 2;
  KernelReport fast = slow;
  fast.path_number = 2;
  fast.cycles_per_iteration = 2;
  fast.findings[0].edit().rule = "osaca-front-end-bound";
  fast.findings[0].edit().facts = WrittenFinding{"the front end takes 2.0 cycles", ""};
  const Report report = report_of({fast, slow});
  EXPECT_THAT(render_diagnostics(report, {}, false), Not(HasSubstr("the front end takes")));
  EXPECT_THAT(render_diagnostics(report, {.verbosity = DiagnosticOptions::Verbosity::verbose}, false),
              HasSubstr("the front end takes 2.0 cycles (on path 2 of 2)"));
  // A gap in the figures of another path is worth knowing always.
  fast.findings[0].edit().severity = Severity::warning;
  const std::string text = render_diagnostics(report_of({fast, slow}), {}, false);
  EXPECT_THAT(text, HasSubstr("the front end takes 2.0 cycles (on path 2 of 2)"));
  EXPECT_THAT(text, Not(HasSubstr("(on path 1 of 2)")));
}

TEST(Diagnostics, NameCopiesInWholeSentences) {
  const auto list = diagnostics_of(report_of({as(sample_kernel(), "vector body"),
                                              as(sample_kernel(), "copy 2 of 2 (outer loop; inner loops counted once)"),
                                              as(sample_kernel(), "remainder, copy 1 of 3")}),
                                   {});
  EXPECT_THAT(list[3].message, HasSubstr("(also in copy 2 of 2 and in copy 1 of 3 of the remainder)"));
}

TEST(Diagnostics, SayWhatIsSaidOfAnnotationsEvenWhenQuiet) {
  Report report = report_of({});
  report.annotated = {{{"a.c", 3, 1}, AnnotationStatus::vanished, "unrolled completely", {}, {}},
                      {{"a.c", 15, 1}, {}, "", {}, {}}};
  Finding finding;
  finding.rule = "osaca-loop-vanished";
  finding.where = {"a.c", 3, 1};
  finding.facts = LoopLost{};
  report.annotated[0].findings = {finding};
  const auto list = diagnostics_of(report, {.verbosity = DiagnosticOptions::Verbosity::quiet});
  ASSERT_THAT(list, SizeIs(1));
  EXPECT_EQ(list[0].rule, "osaca-loop-vanished");
  EXPECT_EQ(list[0].where.line, 3);
}

TEST(DiagnosticRecords, AreNotesUnlessTheSeverityIsConfigured) {
  Report report = report_of({});
  report.annotated = {{{"a.c", 3, 1}, {}, "", {}, {}}};
  for (const char *rule : {"osaca-not-a-loop", "osaca-expectation"}) {
    Finding finding;
    finding.rule = rule;
    finding.severity = Severity::warning;
    finding.where = {"a.c", 3, 1};
    finding.facts = WrittenFinding{"m", ""};
    report.annotated[0].findings.push_back(finding);
  }
  const std::string records = render_diagnostic_records(report, {{"a.c", 3, 1}}, {});
  EXPECT_THAT(records, HasSubstr("note\t0\tosaca-not-a-loop\t"));
  EXPECT_THAT(records, HasSubstr("warning\t0\tosaca-expectation\t"));
  EXPECT_THAT(render_diagnostic_records(report, {{"a.c", 3, 1}}, {.chosen_rules = {"osaca-not-a-loop"}}),
              HasSubstr("warning\t0\tosaca-not-a-loop\t"));
}

TEST(Diagnostics, TellOfBorrowedFiguresAlwaysAndOfRemarksWhenVerbose) {
  KernelReport kernel = sample_kernel();
  kernel.arch_notes = {{ArchNote::Kind::remark, "LLVM is mentioned"},
                       {ArchNote::Kind::borrowed_figures, "from elsewhere"}};
  const std::string normal = render_diagnostics(report_of({kernel}), {}, false);
  EXPECT_THAT(normal, AllOf(HasSubstr("from elsewhere"), Not(HasSubstr("is mentioned"))));
  EXPECT_THAT(render_diagnostics(report_of({kernel}), {.verbosity = DiagnosticOptions::Verbosity::verbose}, false),
              AllOf(HasSubstr("from elsewhere"), HasSubstr("is mentioned")));
}

TEST(Diagnostics, TellOncePerArchWhichCoreOfAChipWasAssumed) {
  KernelReport first = sample_kernel();
  first.arch_notes = {{ArchNote::Kind::assumed_core, "the big core"}};
  KernelReport second = first;
  second.name += "2";
  const std::vector<Diagnostic> told = diagnostics_of(report_of({first, second}), {});
  EXPECT_EQ(std::ranges::count_if(told,
                                  [](const Diagnostic &diagnostic) {
                                    return diagnostic.message.find("the big core") != std::string::npos &&
                                           diagnostic.severity == Severity::note;
                                  }),
            1);
}

TEST(Diagnostics, TellOncePerPlaceThatTheModelDoesNotKnowIt) {
  const auto with_data_in = [](const std::string &place) {
    KernelReport kernel = sample_kernel();
    kernel.name += place;
    if (!place.empty())
      kernel.arch_notes = {{ArchNote::Kind::place_of_data_unknown, place}};
    return kernel;
  };
  std::vector<std::string> told;
  for (const Diagnostic &diagnostic :
       diagnostics_of(report_of({with_data_in(""), with_data_in("L3"), with_data_in("L3"), with_data_in("MEM")}), {}))
    if (diagnostic.message.find("has no figures for this loop") != std::string::npos)
      told.push_back(diagnostic.message);
  EXPECT_THAT(told, ElementsAre(HasSubstr("data in L3"), HasSubstr("data in MEM")))
      << "also where the first loop said nothing";
}

TEST(Diagnostics, AreShortWhenQuietAndHaveTheChainWhenVerbose) {
  const Report report = report_of({sample_kernel()});
  EXPECT_THAT(diagnostics_of(report, {.verbosity = DiagnosticOptions::Verbosity::quiet}), SizeIs(1));
  EXPECT_THAT(render_diagnostics(report, {.verbosity = DiagnosticOptions::Verbosity::verbose}, false),
              HasSubstr("vdivsd: 4.0 cycles"));
}

TEST(DiagnosticRecords, GoToTheCapturesLocations) {
  const std::vector<SourceLocation> locations = {{"other.c", 1, 1}, {"pi.c", 12, 3}, {"pi.c", 13, 25}};
  EXPECT_EQ(render_diagnostic_records(report_of({sample_kernel()}), locations, {}),
            "osaca-diagnostics 1\n"
            "note\t1\tthroughput\t5.0 cycles per iteration on zen4, bound by the divider\n"
            "note\t2\tosaca-divider-bound\tvdivsd occupies the divider 5.0 of 5.0 cycles\n"
            "more\t2\t-\t... what to try: multiply by a reciprocal\n"
            "end\n");
}

TEST(DiagnosticRecords, FallBackToTheNearestLineOfTheFile) {
  const std::vector<SourceLocation> locations = {{"pi.c", 2, 1}, {"pi.c", 14, 1}, {"other.h", 13, 25}};
  EXPECT_THAT(render_diagnostic_records(report_of({sample_kernel()}), locations, {}),
              HasSubstr("note\t1\tosaca-divider"));
}

TEST(DiagnosticRecords, AreCountedWhenThereAreTooManyAndNoFloodHidesAnError) {
  Report report = report_of({});
  report.annotated = {{{"a.c", 3, 1}, {}, "", {}, {}}};
  Finding finding;
  finding.rule = "osaca-expectation";
  finding.where = {"a.c", 3, 1};
  for (int i = 0; i < 50; ++i) {
    finding.severity = i == 49 ? Severity::error : Severity::note;
    finding.facts = WrittenFinding{"m" + std::to_string(i), ""};
    report.annotated[0].findings.push_back(finding);
  }
  const std::string records = render_diagnostic_records(report, {{"a.c", 3, 1}}, {.most_of_a_severity = 10});
  EXPECT_THAT(records, HasSubstr("m9\n"));
  EXPECT_THAT(records, Not(HasSubstr("m10\n")));
  EXPECT_THAT(records, HasSubstr("error\t0\tosaca-expectation\tm49\n"));
  EXPECT_THAT(records, HasSubstr("note\t-1\t-\t39 more messages")); // 49 notes, of which 10 are shown
}

TEST(DiagnosticRecords, HaveThePlaceOfALoopWhoseLineIsUnknown) {
  KernelReport kernel = sample_kernel();
  kernel.source = {"odd.c", 0, 0};
  EXPECT_THAT(render_diagnostic_records(report_of({kernel}), {{"pi.c", 12, 3}, {"odd.c", 0, 0}}, {}),
              HasSubstr("note\t1\tthroughput\t"));
}

TEST(DiagnosticRecords, HaveNoTabsOrLinesFromTheInput) {
  const std::string records = render_diagnostic_records(report_of({hostile_kernel()}), {{"pi.c", 12, 3}}, {});
  EXPECT_THAT(records, Not(HasSubstr("\033")));
  for (std::size_t at = 0, end = 0; (end = records.find('\n', at)) != std::string::npos; at = end + 1) {
    const std::string line = records.substr(at, end - at);
    if (line != "end" && line != "osaca-diagnostics 1") {
      EXPECT_EQ(std::ranges::count(line, '\t'), 3) << line;
    }
  }
}

} // namespace
} // namespace osaca::testing
