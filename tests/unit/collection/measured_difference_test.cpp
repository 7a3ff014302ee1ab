// What a measured figure that differs from the prediction may come from. The figures are made up, the sums are by hand.
#include "collection/measured_time.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace osaca {
namespace {

using Kind = DifferenceCause::Kind;
using Verdict = MeasuredDifference::Verdict;
using Accounted = MeasuredDifference::Accounted;

constexpr double many = 10000; // samples

KernelReport loop_taking(int cycles) {
  KernelReport kernel;
  kernel.cycles_per_iteration = cycles;
  kernel.frequency = {LoopFrequency::Source::profile, 1e6, 10};
  return kernel;
}

MeasuredDifference difference(const KernelReport &kernel, double measured, double samples = many) {
  return measured_difference({&kernel}, measured, samples);
}

std::vector<Kind> kinds(const MeasuredDifference &difference) {
  std::vector<Kind> out;
  for (const DifferenceCause &cause : difference.causes)
    out.push_back(cause.kind);
  return out;
}

TEST(MeasuredDifference, IsNoneWithin15Percent) {
  const KernelReport kernel = loop_taking(100);
  EXPECT_EQ(difference(kernel, 114).verdict, Verdict::as_predicted);
  EXPECT_EQ(difference(kernel, 86).verdict, Verdict::as_predicted);
  EXPECT_EQ(difference(kernel, 116).verdict, Verdict::slower);
  EXPECT_EQ(difference(kernel, 84).verdict, Verdict::faster);
  EXPECT_EQ(difference(kernel, 130).accounted, Accounted::not_at_all);
}

TEST(MeasuredDifference, ComparesWithAllPathsWeightedByProbability) {
  KernelReport often = loop_taking(4);
  often.path_share = PathShare{0.75, 1};
  KernelReport seldom = loop_taking(20);
  seldom.path_share = PathShare{0.25, 1};
  const MeasuredDifference made = measured_difference({&seldom, &often}, 8, many);
  EXPECT_EQ(made.predicted_cycles, 8) << "0.75 x 4 + 0.25 x 20";
  EXPECT_EQ(made.verdict, Verdict::as_predicted);
}

TEST(MeasuredDifference, MayBeMispredictions) {
  KernelReport kernel = loop_taking(4);
  kernel.mispredictions = Mispredictions{Mispredictions::RateSource::profile, 1, 0.5, 0.5, 16};
  EXPECT_EQ(kinds(difference(kernel, 11)), std::vector{Kind::mispredictions});
  EXPECT_EQ(difference(kernel, 11).causes[0].cycles, 12) << "4 + 0.5 x 16";
  EXPECT_EQ(difference(kernel, 11).accounted, Accounted::fully);
  EXPECT_EQ(difference(kernel, 20).accounted, Accounted::partly);
  EXPECT_TRUE(difference(kernel, 500).causes.empty()) << "8 of 496 cycles are not worth a word";
}

TEST(MeasuredDifference, MayBeTheFirstLevelThatIsSlowEnough) {
  KernelReport kernel = loop_taking(4);
  kernel.mix.loads = 2;
  kernel.memory.emplace();
  for (const auto &[name, bytes, cycles] : {std::tuple("L1", 32768, 4), std::tuple("L2", 1 << 20, 6),
                                            std::tuple("L3", 1 << 25, 12), std::tuple("MEM", 0, 30)}) {
    kernel.memory->levels.emplace_back();
    kernel.memory->levels.back().name = name;
    kernel.memory->levels.back().bytes = bytes;
    kernel.memory->levels.back().cycles_per_iteration = cycles;
  }
  EXPECT_EQ(difference(kernel, 11).causes.at(0).level, "L3");
  EXPECT_EQ(difference(kernel, 6.5).causes.at(0).level, "L2");
  const MeasuredDifference more = difference(kernel, 60);
  EXPECT_EQ(more.causes.at(0).level, "MEM");
  EXPECT_EQ(more.accounted, Accounted::partly);
  kernel.memory->levels.pop_back();
  EXPECT_EQ(difference(kernel, 60).accounted, Accounted::perhaps) << "nobody knows how slow memory is";
  kernel.memory.reset();
  EXPECT_EQ(kinds(difference(kernel, 60)), std::vector{Kind::memory});
  EXPECT_TRUE(difference(kernel, 5000).causes.empty()) << "two loads do not take that long";
  kernel.mix.loads = 0;
  EXPECT_TRUE(difference(kernel, 60).causes.empty());
}

TEST(MeasuredDifference, MayBeThatALoopHardlyBegins) {
  KernelReport kernel = loop_taking(4);
  kernel.frequency = {LoopFrequency::Source::profile, 200, 100};
  kernel.critical_path.cycles = 40;
  const MeasuredDifference made = difference(kernel, 22);
  EXPECT_EQ(kinds(made), std::vector{Kind::few_iterations});
  EXPECT_EQ(made.causes[0].cycles, 24) << "4 + 40 / 2";
  kernel.frequency.entries = 1;
  EXPECT_TRUE(difference(kernel, 22).causes.empty());
}

TEST(MeasuredDifference, MayBeThatTheNextRunOfALoopDoesNotWaitForTheLastOne) {
  KernelReport kernel = loop_taking(32);
  kernel.bound_by = BoundKind::loop_carried;
  kernel.bounds.resize(2);
  kernel.bounds[0] = {BoundKind::loop_carried, 32, {}};
  kernel.bounds[1] = {BoundKind::ports, 8, {}};
  kernel.frequency = {LoopFrequency::Source::profile, 900, 100};
  const MeasuredDifference made = difference(kernel, 26);
  EXPECT_EQ(made.verdict, Verdict::faster);
  EXPECT_EQ(kinds(made), std::vector{Kind::few_iterations});
  EXPECT_EQ(made.accounted, Accounted::fully);
  EXPECT_EQ(difference(kernel, 5).accounted, Accounted::partly) << "the ports take 8";
}

TEST(MeasuredDifference, MayBeWhatIsNotPredicted) {
  KernelReport kernel = loop_taking(4);
  kernel.complete = false;
  EXPECT_EQ(kinds(difference(kernel, 40)), std::vector{Kind::unknown_code});
  kernel.mix.calls = 1;
  EXPECT_EQ(kinds(difference(kernel, 40)), std::vector{Kind::calls});
  EXPECT_EQ(difference(kernel, 40).accounted, Accounted::perhaps);
  kernel.role.reading = LoopRole::Reading::inner_loops_once;
  EXPECT_THAT(kinds(difference(kernel, 40)), testing::ElementsAre(Kind::inner_loops, Kind::calls));
}

TEST(MeasuredDifference, MayBeAnotherPath) {
  KernelReport likely = loop_taking(10);
  likely.path_share = PathShare{0.6, 0.7};
  EXPECT_EQ(kinds(difference(likely, 40)), std::vector{Kind::other_paths})
      << "nearly a third of the iterations went elsewhere";
  KernelReport quick = loop_taking(2);
  likely.path_share = PathShare{0.9, 1};
  quick.path_share = PathShare{0.1, 1};
  const MeasuredDifference made = measured_difference({&likely, &quick}, 2, many);
  EXPECT_EQ(kinds(made), std::vector{Kind::other_paths});
  EXPECT_EQ(made.accounted, Accounted::fully);
}

TEST(MeasuredDifference, MayBeWhereTheLinkerPutTheCode) {
  KernelReport kernel = loop_taking(1);
  kernel.placement.emplace();
  kernel.placement->least = 1;
  kernel.placement->most = 2;
  EXPECT_EQ(kinds(difference(kernel, 2)), std::vector{Kind::code_place});
  kernel.placement->known = CodePlacement::Known::address;
  EXPECT_TRUE(difference(kernel, 2).causes.empty()) << "the prediction is for where it is";
}

TEST(MeasuredDifference, MayBeATableThatIsUpdatedAtOnePlace) {
  KernelReport kernel = loop_taking(8);
  kernel.findings.emplace_back();
  kernel.findings.back().edit().rule = "osaca-scattered-update";
  kernel.findings.back().edit().facts = ScatteredUpdates{{}, "ftab", 29, 8};
  const MeasuredDifference made = difference(kernel, 28);
  EXPECT_EQ(kinds(made), std::vector{Kind::same_place});
  EXPECT_EQ(made.accounted, Accounted::fully);
}

CalledFunction taking(int cycles, CallStatus status) {
  CalledFunction function;
  function.name = "leaf";
  function.status = status;
  function.cycles = cycles;
  return function;
}

// A profiler attributes the samples in a called function to this function.
TEST(MeasuredDifference, MayBeTheTimeOfCalledFunctions) {
  for (const CallStatus status : {CallStatus::followed, CallStatus::measured}) {
    KernelReport kernel = loop_taking(56);
    kernel.calls = {taking(48, status)};
    kernel.mix.calls = status == CallStatus::measured ? 1 : 0;
    const MeasuredDifference made = difference(kernel, 7);
    EXPECT_EQ(kinds(made), std::vector{Kind::called_functions});
    EXPECT_EQ(made.causes[0].cycles, 8) << "56 - 48";
    EXPECT_EQ(made.accounted, Accounted::fully);
  }
  KernelReport unknown = loop_taking(56);
  unknown.mix.calls = 1;
  EXPECT_EQ(kinds(difference(unknown, 70)), std::vector{Kind::calls});
}

TEST(MeasuredDifference, MayBeACountThatTheCompilerDividedAmongVersions) {
  const KernelReport kernel = loop_taking(40);
  EXPECT_EQ(kinds(measured_difference({&kernel}, 85, many, true)), std::vector{Kind::shared_counts});
}

TEST(MeasuredDifference, EachCauseHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (int kind = 0; kind <= static_cast<int>(Kind::few_samples); ++kind)
    names.insert(name_of(static_cast<Kind>(kind)));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(Kind::few_samples) + 1);
  EXPECT_FALSE(names.contains(""));
}

TEST(MeasuredDifference, MayBeFewSamplesOrACountThatTheCompilerDivided) {
  KernelReport kernel = loop_taking(10);
  EXPECT_EQ(kinds(difference(kernel, 13, 25)), std::vector{Kind::few_samples})
      << "40 % are two deviations of 25 samples";
  EXPECT_TRUE(difference(kernel, 13, 10000).causes.empty());
  kernel.role.copy = 1;
  kernel.role.copies = 2;
  EXPECT_EQ(kinds(difference(kernel, 13, 10000)), std::vector{Kind::shared_counts});
}

} // namespace
} // namespace osaca
