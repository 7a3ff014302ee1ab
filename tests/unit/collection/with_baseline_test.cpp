// Findings and regressions of a build with a baseline.
#include "collection/baseline.h"
#include "collection/source_loops.h"
#include "render/words/words.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

Collection collection_with(Cycles cycles, const std::vector<std::string> &rules) {
  Collection collection;
  CollectedLoop loop;
  loop.report.function = "f";
  loop.report.arch = "core";
  loop.report.source = {"a.c", 3, 1};
  loop.report.cycles_per_iteration = cycles;
  collection.loops.push_back(loop);
  for (const std::string &rule : rules) {
    CollectedFinding finding;
    Finding &contents = finding.finding.edit();
    contents.rule = rule;
    contents.where = {"a.c", 3, 1};
    contents.facts = WrittenFinding{"about " + rule, ""};
    finding.loops = {0};
    finding.fingerprint = fingerprint_of(rule);
    collection.findings.push_back(finding);
  }
  return with_source_loops(std::move(collection));
}

TEST(WithBaseline, AcceptsKnownFindingsAndKeepsNewOnes) {
  const Baseline baseline = baseline_of(collection_with(4, {"osaca-port-bound"}));
  const Collection now = with_baseline(collection_with(4, {"osaca-port-bound", "osaca-call"}), baseline, 5);
  ASSERT_EQ(now.findings.size(), 2U);
  for (const CollectedFinding &finding : now.findings)
    EXPECT_EQ(finding.suppression == Suppression::by_baseline, finding.finding->rule == "osaca-port-bound");
  EXPECT_EQ(now.open_finding_count(Severity::note), 1);
}

TEST(WithBaseline, NeverAcceptsABudgetOrARegression) {
  const Baseline baseline = baseline_of(collection_with(4, {"osaca-expectation", "osaca-regression"}));
  EXPECT_TRUE(baseline.loops.front().accepted.empty());
  const Collection now = with_baseline(collection_with(4, {"osaca-expectation"}), baseline, 5);
  EXPECT_EQ(now.open_finding_count(Severity::note), 1);
}

TEST(WithBaseline, MakesAFindingOfARegression) {
  const Baseline baseline = baseline_of(collection_with(4, {}));
  Collection slow = collection_with(13, {});
  slow.loops[0].report.instructions.emplace_back();
  slow.loops[0].report.instructions.back().opcode = "VDIVSDrr";
  slow.loops[0].report.bound_by = BoundKind::divider;
  slow.loops[0].report.bounds = {{BoundKind::divider, 13, WrittenExplanation{"the divider's explanation"}}};
  const Collection now = with_baseline(std::move(slow), baseline, 5);
  ASSERT_EQ(now.findings.size(), 1U);
  EXPECT_EQ(now.findings[0].finding->rule, "osaca-regression");
  EXPECT_EQ(now.findings[0].finding->where.line, 3);
  for (const char *part : {"4.0", "13.0", "divider's explanation"})
    EXPECT_NE(message_of(now.findings[0]).find(part), std::string::npos) << message_of(now.findings[0]);
}

/// A loop of two paths that takes `cycles` in nine of ten iterations, and 20 cycles because of the divider in the
/// tenth.
Collection collection_with_paths(Cycles cycles) {
  Collection collection = collection_with(cycles, {});
  CollectedLoop &likely = collection.loops[0];
  likely.report.instructions.emplace_back();
  likely.report.instructions.back().opcode = "VDIVSDrr";
  likely.report.path_count = 2;
  likely.report.path_share = PathShare{0.9, 1};
  likely.report.bounds = {{BoundKind::ports, cycles, WrittenExplanation{"the ports' explanation"}}};
  CollectedLoop rare = likely;
  rare.report.path_number = 2;
  rare.report.path_share = PathShare{0.1, 1};
  rare.report.cycles_per_iteration = 20;
  rare.report.bound_by = BoundKind::divider;
  rare.report.bounds = {{BoundKind::divider, 20, WrittenExplanation{"the divider's explanation"}}};
  collection.loops.push_back(rare);
  return with_source_loops(std::move(collection));
}

TEST(WithBaseline, ComparesTheMeanOfPathsAndExplainsTheCostliest) {
  const Baseline baseline = baseline_of(collection_with(1, {}));
  const auto message_with = [&](Cycles cycles) {
    const Collection now = with_baseline(collection_with_paths(cycles), baseline, 5);
    return now.findings.size() == 1 ? message_of(now.findings[0]) : std::to_string(now.findings.size()) + " findings";
  };
  const std::string by_divider = message_with(1);
  for (const char *part : {"1.0 -> 2.9 ", "the mean of 2 paths (was a single path)", "now bound by the divider",
                           "the costliest path takes 20.0 cycles per iteration: the divider's explanation"})
    EXPECT_NE(by_divider.find(part), std::string::npos) << by_divider;
  const std::string by_ports = message_with(3);
  for (const char *part : {"1.0 -> 4.7 ", "the costliest path takes 3.0 cycles per iteration: the ports' explanation"})
    EXPECT_NE(by_ports.find(part), std::string::npos) << "0.9 x 3 is more than 0.1 x 20: " << by_ports;
}

TEST(WithBaseline, TheMeanOfPathsHasTheMeanOfTheirRanges) {
  Collection now = collection_with_paths(1);
  now.loops[0].report.uncertainty = Uncertainty{{Cycles(1), Cycles(2)}, {}};
  EXPECT_EQ(baseline_of(now).loops.at(0).figures.range, (CyclesRange{Cycles(29, 10), Cycles(38, 10)}));
}

TEST(WithBaseline, NamesTheCompilersIfTheyChanged) {
  const auto compiled_with = [](const std::set<std::string> &compilers) {
    Collection collection = collection_with(4, {});
    collection.compilers = compilers;
    return collection;
  };
  const auto change = [&](const std::set<std::string> &before, const std::set<std::string> &after) {
    return with_baseline(compiled_with(after), baseline_of(compiled_with(before)), 5).comparison->compilers_change;
  };
  const std::optional<CompilersChange> newer = change({"gcc 12.2.0"}, {"gcc 13.1.0"});
  ASSERT_TRUE(newer.has_value());
  EXPECT_NE(message_of(*newer).find("compiled with gcc 13.1.0, previously with gcc 12.2.0"), std::string::npos)
      << message_of(*newer);
  EXPECT_TRUE(change({"gcc 12.2.0"}, {"clang 19.1.7", "gcc 12.2.0"}).has_value());
  EXPECT_FALSE(change({"gcc 12.2.0"}, {"gcc 12.2.0"}).has_value());
  EXPECT_FALSE(change({}, {"gcc 12.2.0"}).has_value()) << "baselines of older versions name no compiler";
}

} // namespace
} // namespace osaca
