// Which loop of a report the samples of a program's loop belong to.
#include "collection/collect.h"
#include "collection/source_loops.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace osaca {
namespace {

using Opcodes = std::vector<std::string>;

KernelReport machine_loop(const std::string &function, const std::string &name, int line, const Opcodes &opcodes,
                          const std::string &arch = "core_a") {
  KernelReport kernel;
  kernel.function = function;
  kernel.name = name;
  kernel.source = {"a.c", line, 3};
  kernel.arch = arch;
  kernel.cycles_per_iteration = 2;
  for (const std::string &opcode : opcodes) {
    kernel.instructions.emplace_back();
    kernel.instructions.back().opcode = opcode;
  }
  return kernel;
}

Collection collected(std::vector<KernelReport> kernels) {
  Report report;
  report.kernels = std::move(kernels);
  return collect({{"a.o", report}}, {}, [](const std::string &) { return SourceFile(); });
}

SampledPrograms programs(std::vector<SampledLoop> loops) {
  SampledPrograms made{.name = "perf.data", .event = "cycles", .sample_count = 100};
  for (const SampledLoop &one : loops)
    made.functions.insert(one.function);
  made.loops = std::move(loops);
  return made;
}

SampledLoop sampled(const std::string &function, const Opcodes &opcodes, double share, int outer = -1) {
  SampledLoop made{.function = function, .opcodes = opcodes, .share = share};
  made.outer = outer;
  return made;
}

double share_at(const Collection &collection, int line) {
  for (const CollectedLoop &one : collection.loops)
    if (one.report.source.line == line)
      return one.sampled ? one.sampled->share : -1;
  return -2;
}

const Opcodes sum = {"VADDSDrm", "ADD64ri8", "CMP64rr", "JCC_1"};
const Opcodes product = {"VMULSDrm", "ADD64ri8", "CMP64rr", "JCC_1"};

TEST(SamplesByLoop, GoToTheLoopOfTheSameFunctionWithTheSameInstructions) {
  const Collection made =
      with_samples(collected({machine_loop("f", ".L3", 10, sum), machine_loop("f", ".L5", 20, product),
                              machine_loop("g", ".L9", 30, sum)}),
                   programs({sampled("f", product, 0.25), sampled("f", sum, 0.5)}));
  EXPECT_EQ(share_at(made, 10), 0.5);
  EXPECT_EQ(share_at(made, 20), 0.25);
  EXPECT_EQ(share_at(made, 30), -1) << "nobody sampled a program with g";
  ASSERT_TRUE(made.samples);
  EXPECT_EQ(made.samples->placed_share, 0.75);
}

TEST(SamplesByLoop, DoNotMindWhatAnAssemblerAndALinkerChange) {
  const Opcodes linked = {"VADDSDrm", "NOOPL", "ADD64ri32", "CMP64rr_REV", "JCC_4"};
  EXPECT_EQ(
      share_at(with_samples(collected({machine_loop("f", ".L3", 10, sum)}), programs({sampled("f", linked, 0.5)})), 10),
      0.5);
}

TEST(SamplesByLoop, OfALoopThatCallsAFunctionNeedNoInstructionsOfTheFunction) {
  KernelReport calling = machine_loop("f", ".L3", 10, {"VADDSDrm", "CALL64pcrel32", "MULPDrr", "RET64", "JCC_1"});
  calling.instructions[2].callee = "g";
  calling.instructions[3].callee = "g";
  const auto program = programs({sampled("f", {"VADDSDrm", "CALL64pcrel32", "JCC_1"}, 0.5)});
  EXPECT_EQ(share_at(with_samples(collected({calling}), program), 10), 0.5);
}

TEST(SamplesByLoop, OfALoopAroundAnotherAreItsOwn) {
  Opcodes around = product;
  around.insert(around.begin(), sum.begin(), sum.end());
  const auto nest = programs({sampled("f", around, 0.125), sampled("f", sum, 0.5, 0)});
  EXPECT_EQ(
      share_at(with_samples(collected({machine_loop("f", ".L3", 10, sum), machine_loop("f", ".L2", 9, around)}), nest),
               9),
      0.125);
  const Collection inner_only = with_samples(collected({machine_loop("f", ".L3", 10, sum)}), nest);
  EXPECT_EQ(share_at(inner_only, 10), 0.5) << "what is beside it is not its time";
  EXPECT_EQ(inner_only.samples->other_loops_share, 0.125);
  ASSERT_EQ(inner_only.samples->unreported.size(), 1U);
  EXPECT_EQ(inner_only.samples->unreported[0].function, "f");
  EXPECT_EQ(inner_only.samples->unreported[0].share, 0.125);
}

TEST(SamplesByLoop, OfEqualLoopsAreSharedInOrder) {
  const Collection made =
      with_samples(collected({machine_loop("f", ".L3", 10, sum), machine_loop("f", ".L5", 20, sum)}),
                   programs({sampled("f", sum, 0.25), sampled("f", sum, 0.5)}));
  EXPECT_EQ(share_at(made, 10), 0.25);
  EXPECT_EQ(share_at(made, 20), 0.5);
}

TEST(SamplesByLoop, OfLoopsWithTheSameInstructionsGoToThatOfTheSameLines) {
  const auto at_line = [](KernelReport loop) {
    for (InstructionLine &instruction : loop.instructions)
      instruction.source = loop.source;
    return loop;
  };
  Opcodes longer = sum;
  longer.insert(longer.begin(), "MOV32rr");
  SampledLoop second = sampled("f", longer, 0.25); // the linker put it first
  second.lines.assign(longer.size(), 20);
  SampledLoop first = sampled("f", longer, 0.5);
  first.lines.assign(longer.size(), 10);
  const Collection made = with_samples(
      collected({at_line(machine_loop("f", ".L3", 10, sum)), at_line(machine_loop("f", ".L5", 20, longer))}),
      programs({second, first}));
  EXPECT_EQ(share_at(made, 10), 0.5) << "although one more instruction would fit to the other one";
  EXPECT_EQ(share_at(made, 20), 0.25);
}

TEST(SamplesByLoop, NameTheLoopsWithMostSamplesThatAreInNoReport) {
  std::vector<SampledLoop> loops;
  for (int i = 1; i <= 7; ++i) {
    loops.push_back(sampled("f", product, 0.01 * i));
    loops.back().place = {"b.c", i, 0};
  }
  const Collection made = with_samples(collected({machine_loop("f", ".L3", 10, sum)}), programs(loops));
  std::vector<int> lines;
  for (const UnreportedLoop &loop : made.samples->unreported)
    lines.push_back(loop.place.line);
  EXPECT_EQ(lines, (std::vector<int>{7, 6, 5, 4, 3}));
}

TEST(SamplesByLoop, OfABigLoopThatNobodyAnalysedAreNotThoseOfASmallOne) {
  Opcodes big = sum;
  big.insert(big.end(), 40, "IMUL64rr");
  const Collection made =
      with_samples(collected({machine_loop("f", ".L3", 10, sum)}), programs({sampled("f", big, 0.5)}));
  EXPECT_EQ(share_at(made, 10), 0);
  EXPECT_EQ(made.samples->other_loops_share, 0.5);
}

TEST(SamplesByLoop, AreTheSameForAllCoresAndPathsOfAMachineLoop) {
  KernelReport second_path = machine_loop("f", ".L3", 10, {"VADDSDrm", "JCC_1"});
  second_path.path_number = 2;
  const Collection made = with_samples(
      collected({machine_loop("f", ".L3", 10, sum), second_path, machine_loop("f", ".L3", 10, sum, "core_b")}),
      programs({sampled("f", sum, 0.5)}));
  ASSERT_EQ(made.loops.size(), 3U);
  for (const CollectedLoop &one : made.loops)
    EXPECT_EQ(one.sampled.value().share, 0.5);
  EXPECT_EQ(made.samples->placed_share, 0.5);
}

TEST(SamplesByLoop, MeasureCyclesOnlyIfTheProfileIsOfTheSameRun) {
  KernelReport counted = machine_loop("f", ".L3", 10, sum);
  counted.frequency = {LoopFrequency::Source::profile, 1000, 10};
  SampledPrograms run = programs({sampled("f", sum, 0.5)});
  run.loops.front().cycles = 4500;
  EXPECT_FALSE(with_samples(collected({counted}), run).loops.front().sampled->cycles_per_iteration);
  run.same_run_as_profile = true;
  EXPECT_EQ(with_samples(collected({counted}), run).loops.front().sampled->cycles_per_iteration, 4.5);
}

TEST(SamplesByLoop, OfAVersionedLoopShareOneCount) {
  KernelReport body = machine_loop("f", ".L3", 10, product);
  body.role = loop_role_named("vector body");
  body.frequency = {LoopFrequency::Source::profile, 36, 10};
  KernelReport scalar = machine_loop("f", ".L5", 10, sum);
  scalar.role = loop_role_named("scalar version");
  scalar.frequency = {LoopFrequency::Source::profile, 46, 10};
  SampledPrograms run = programs({sampled("f", product, 0.5), sampled("f", sum, 0)});
  run.same_run_as_profile = true;
  run.loops[0].cycles = 36 * 5;
  run.loops[1].cycles = 0;
  const Collection made = with_samples(collected({body, scalar}), run);
  ASSERT_EQ(made.loops.size(), 2U);
  for (const CollectedLoop &loop : made.loops) {
    const bool is_body = loop.report.role.kind == LoopRole::Kind::vector_body;
    EXPECT_EQ(loop.sampled->cycles_per_iteration.has_value(), is_body) << "without samples nothing was measured";
    ASSERT_EQ(loop.difference.has_value(), is_body);
    if (is_body) {
      EXPECT_EQ(loop.difference->causes.at(0).kind, DifferenceCause::Kind::shared_counts);
    }
  }
}

TEST(SamplesByLoop, AreNotMixedWithCounts) {
  KernelReport counted = machine_loop("g", ".L9", 30, sum);
  counted.frequency = {LoopFrequency::Source::profile, 1000, 10};
  const Collection before = collected({machine_loop("f", ".L3", 10, sum), counted});
  EXPECT_EQ(before.source_loops.at(0).weight.source, LoopWeight::Source::profile);
  const Collection some = with_samples(before, programs({sampled("f", sum, 0.5)}));
  EXPECT_EQ(some.source_loops.at(0).weight.source, LoopWeight::Source::samples);
  EXPECT_FALSE(some.source_loops.at(1).weight.is_known()) << "g is in no sampled program";
  for (const SourceLoop &loop : with_samples(before, programs({sampled("h", sum, 0.5)})).source_loops)
    EXPECT_FALSE(loop.weight.is_known()) << loop.function;
}

TEST(SamplesByLoop, FindingsOfCopiesThatTakeNoTimeAreMinor) {
  const auto with_finding = [](KernelReport kernel, const std::string &rule) {
    Finding finding;
    finding.rule = rule;
    finding.where = kernel.source;
    finding.facts = WrittenFinding{"in " + kernel.function, ""};
    kernel.findings.push_back(finding);
    return kernel;
  };
  const KernelReport hot = with_finding(machine_loop("hot", ".L3", 10, sum), "osaca-lcd-bound");
  KernelReport cold =
      with_finding(with_finding(machine_loop("cold", ".L3", 10, product), "osaca-port-bound"), "osaca-lcd-bound");
  cold.cycles_per_iteration = 40;
  const Collection before = collected({hot, cold});
  const Collection made = with_samples(before, programs({sampled("hot", sum, 0.29), sampled("cold", product, 0.02)}));
  ASSERT_EQ(before.findings.size(), 2U);
  ASSERT_EQ(made.findings.size(), 2U);
  for (const CollectedFinding &finding : made.findings) {
    EXPECT_EQ(finding.minor, finding.finding->rule == "osaca-port-bound") << finding.finding->rule;
    const std::string representative = made.loops[static_cast<std::size_t>(finding.loops.front())].report.function;
    EXPECT_EQ(representative, finding.minor ? "cold" : "hot") << "a slower copy without time does not speak";
  }
  for (const CollectedFinding &finding : before.findings)
    EXPECT_FALSE(finding.minor) << "without samples nothing is known to be cold";
}

// All paths of a machine loop have its time, however different they are.
TEST(SamplesByLoop, AQuickPathOfACountedLoopIsNotCold) {
  Finding finding;
  finding.rule = "osaca-port-bound";
  finding.facts = WrittenFinding{"on the likely path", ""};
  KernelReport likely = machine_loop("f", ".L3", 10, sum);
  likely.frequency = {LoopFrequency::Source::profile, 1000, 10};
  likely.path_count = 2;
  likely.path_share = PathShare{0.9, 1};
  likely.findings.push_back(finding);
  KernelReport rare = machine_loop("f", ".L3", 10, product);
  rare.frequency = likely.frequency;
  rare.path_number = rare.path_count = 2;
  rare.path_share = PathShare{0.1, 1};
  rare.cycles_per_iteration = 100;
  const Collection made = collected({likely, rare});
  ASSERT_EQ(made.findings.size(), 1U);
  EXPECT_FALSE(made.findings.front().minor);
}

TEST(SamplesByLoop, SharesOfSamplesAreNotComparedWithCounts) {
  KernelReport counted = machine_loop("other", ".L3", 10, product);
  counted.frequency = {LoopFrequency::Source::profile, 1e9, 10};
  Finding finding;
  finding.rule = "osaca-port-bound";
  finding.facts = WrittenFinding{"in the sampled copy", ""};
  KernelReport hot = machine_loop("hot", ".L3", 10, sum);
  hot.findings.push_back(finding);
  const Collection made = with_samples(collected({hot, counted}), programs({sampled("hot", sum, 0.29)}));
  ASSERT_EQ(made.findings.size(), 1U);
  EXPECT_FALSE(made.findings.front().minor) << "the other copy is of a program that was not sampled";
}

TEST(SamplesByLoop, BoundsOfOuterLoopsAreFindingsIfTheyTakeTime) {
  Finding finding;
  finding.rule = "osaca-port-bound";
  finding.facts = WrittenFinding{"its own instructions", ""};
  KernelReport outer = machine_loop("f", ".L3", 10, sum);
  outer.findings_if_hot.push_back(finding);
  const Collection unknown = collected({outer});
  EXPECT_TRUE(unknown.findings.empty());
  EXPECT_EQ(with_samples(unknown, programs({sampled("f", sum, 0.3)})).findings.size(), 1U);
  EXPECT_TRUE(with_samples(unknown, programs({sampled("f", product, 0.3)})).findings.empty()) << "no sample is in it";
}

TEST(SamplesByLoop, PlacesOfProgramsAreRelativeToTheRoot) {
  SampledPrograms run = programs({sampled("f", sum, 0.5)});
  run.hot_functions = {{"g", {"/project/src/g.c", 3, 0}, false, 0.1, {"/elsewhere/h.c", 9, 0}, "h", 0},
                       {"k", {"/projects/k.c", 4, 0}, true, 0.3, {}, "", 0}};
  const Collection made = with_samples(collected({machine_loop("f", ".L3", 10, sum)}), run, "/project");
  ASSERT_EQ(made.samples->hot_functions.size(), 2U);
  EXPECT_EQ(made.samples->hot_functions[0].place.file, "/projects/k.c") << "what takes most is first";
  EXPECT_EQ(made.samples->hot_functions[1].place.file, "src/g.c");
  EXPECT_EQ(made.samples->hot_functions[1].called_from.file, "/elsewhere/h.c");
}

TEST(CountedTime, HoldsWhatMispredictionsCostByTheSameProfile) {
  Collection collection;
  for (const int line : {10, 20}) {
    CollectedLoop &loop = collection.loops.emplace_back();
    loop.report.arch = "zen4";
    loop.report.function = "f";
    loop.report.source = {"a.c", line, 1};
    loop.report.frequency = {LoopFrequency::Source::profile, 1000, 10};
    loop.report.cycles_per_iteration = line == 10 ? 10 : 4;
  }
  collection.loops[1].report.mispredictions = Mispredictions{Mispredictions::RateSource::profile, 2, 0.5, 1, 16};
  const std::vector<SourceLoop> loops = with_source_loops(std::move(collection)).source_loops;
  ASSERT_EQ(loops.size(), 2U);
  EXPECT_EQ(loops[0].where.line, 20);
  EXPECT_DOUBLE_EQ(loops[0].weight.share, 20.0 / 30) << "4 + 1 x 16 cycles of 10 more";
}

} // namespace
} // namespace osaca
