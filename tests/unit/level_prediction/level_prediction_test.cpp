// The composition of legs, by hand.
#include "analysis/memory/level_prediction.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

MemoryLevel level_of(const char *name, int bytes, Cycles read, Cycles write, Composition composition) {
  MemoryLevel level;
  level.name = name;
  level.bytes = bytes;
  level.read_cycles = read;
  level.write_cycles = write;
  level.composition = composition;
  level.provenance = {Origin::measured, "by hand"};
  return level;
}

/// Two caches and memory that all behave alike.
MemoryHierarchy hierarchy_of(Composition composition) {
  MemoryHierarchy hierarchy;
  hierarchy.l1_bytes = 32768;
  hierarchy.l1_composition = composition;
  hierarchy.provenance = {Origin::vendor, "by hand"};
  hierarchy.levels = {level_of("L2", 1 << 20, 1, 2, composition), level_of("L3", 1 << 25, 4, 3, composition),
                      level_of("MEM", 0, 10, 12, composition)};
  return hierarchy;
}

/// A copy of one line: two in, one out, at each border up to `levels`.
IterationDemand copy_up_to(int levels) {
  IterationDemand demand;
  demand.core_cycles = 3;
  demand.l1_cycles = 2;
  demand.traffic.assign(static_cast<std::size_t>(levels), LevelTraffic{2, 1});
  return demand;
}

TEST(LevelPrediction, DataInTheFirstLevelTakeWhatTheCoreTakes) {
  const MemoryLevelFigures figures = predict_level(copy_up_to(0), hierarchy_of(Composition::serial), -1);
  EXPECT_EQ(figures.name, "L1");
  EXPECT_EQ(figures.cycles_per_iteration, Cycles(3));
  EXPECT_EQ(figures.bound_by, MemoryBoundKind::core);
  EXPECT_EQ(figures.origin, Origin::vendor);
  EXPECT_FALSE(figures.saturating_cores);
}

TEST(LevelPrediction, SerialLegsAddToTheCyclesOfLoadsAndStores) {
  const MemoryHierarchy hierarchy = hierarchy_of(Composition::serial);
  const MemoryLevelFigures l2 = predict_level(copy_up_to(1), hierarchy, 0);
  EXPECT_EQ(l2.leg_cycles, Cycles(4));
  EXPECT_EQ(l2.cycles_per_iteration, Cycles(2 + 4));
  const MemoryLevelFigures memory = predict_level(copy_up_to(3), hierarchy, 2);
  EXPECT_EQ(memory.cycles_per_iteration, Cycles(2 + 4 + 11 + 32));
  EXPECT_EQ(memory.bound_by, MemoryBoundKind::transfers);
  EXPECT_EQ(memory.transfers_of, "MEM");
  EXPECT_FALSE(memory.most_cycles);
  EXPECT_EQ(memory.origin, Origin::measured);
}

TEST(LevelPrediction, ACoreThatTakesLongerHidesThem) {
  IterationDemand demand = copy_up_to(2);
  demand.core_cycles = 100;
  const MemoryLevelFigures figures = predict_level(demand, hierarchy_of(Composition::serial), 1);
  EXPECT_EQ(figures.cycles_per_iteration, Cycles(100));
  EXPECT_EQ(figures.bound_by, MemoryBoundKind::core);
  EXPECT_TRUE(figures.transfers_of.empty());
}

TEST(LevelPrediction, OfOverlappedLegsTheLongestCounts) {
  const MemoryLevelFigures figures = predict_level(copy_up_to(3), hierarchy_of(Composition::overlapped), 2);
  EXPECT_EQ(figures.cycles_per_iteration, Cycles(32));
  EXPECT_EQ(figures.transfers_of, "MEM");
}

TEST(LevelPrediction, AnOverlappedLevelRunsBesideSerialOnes) {
  MemoryHierarchy hierarchy = hierarchy_of(Composition::serial);
  hierarchy.levels[1].composition = Composition::overlapped;
  EXPECT_EQ(predict_level(copy_up_to(2), hierarchy, 1).cycles_per_iteration, Cycles(11)) << "longer than 2 + 4";
  hierarchy.levels[1].read_cycles = 1;
  hierarchy.levels[1].write_cycles = 1;
  const MemoryLevelFigures figures = predict_level(copy_up_to(2), hierarchy, 1);
  EXPECT_EQ(figures.cycles_per_iteration, Cycles(6)) << "2 + 4";
  EXPECT_EQ(figures.transfers_of, "L2");
}

TEST(LevelPrediction, OverlappedLoadsAndStoresAddToNothing) {
  MemoryHierarchy hierarchy = hierarchy_of(Composition::serial);
  hierarchy.l1_composition = Composition::overlapped;
  EXPECT_EQ(predict_level(copy_up_to(2), hierarchy, 1).cycles_per_iteration, Cycles(4 + 11));
}

TEST(LevelPrediction, FullDuplexTakesTheLongerOfBothDirections) {
  MemoryHierarchy hierarchy = hierarchy_of(Composition::serial);
  hierarchy.levels[0].full_duplex = true;
  EXPECT_EQ(predict_level(copy_up_to(1), hierarchy, 0).leg_cycles, Cycles(2));
  EXPECT_EQ(leg_cycles(hierarchy.levels[0], {1, 3}), Cycles(6));
}

TEST(LevelPrediction, AnUnknownCompositionLeavesALeastAndAMost) {
  const MemoryLevelFigures figures = predict_level(copy_up_to(3), hierarchy_of(Composition::unknown), 2);
  EXPECT_EQ(figures.cycles_per_iteration, Cycles(32));
  ASSERT_TRUE(figures.most_cycles);
  EXPECT_EQ(*figures.most_cycles, Cycles(2 + 4 + 11 + 32));

  MemoryHierarchy only_memory = hierarchy_of(Composition::serial);
  only_memory.levels[2].composition = Composition::unknown;
  EXPECT_FALSE(predict_level(copy_up_to(2), only_memory, 1).most_cycles) << "not yet";
  const MemoryLevelFigures mixed = predict_level(copy_up_to(3), only_memory, 2);
  EXPECT_EQ(mixed.cycles_per_iteration, Cycles(32)) << "what is known to add up is 17";
  EXPECT_EQ(mixed.most_cycles, Cycles(49));
}

TEST(LevelPrediction, AnUnknownCompositionDoesNotMatterWhereNothingMoves) {
  IterationDemand demand;
  demand.core_cycles = 5;
  demand.l1_cycles = 1;
  const MemoryLevelFigures figures = predict_level(demand, hierarchy_of(Composition::unknown), 2);
  EXPECT_EQ(figures.cycles_per_iteration, Cycles(5));
  EXPECT_FALSE(figures.most_cycles);
}

TEST(LevelPrediction, LoadsThatWaitForEachOtherTakeTheirLatency) {
  IterationDemand demand = copy_up_to(1);
  demand.latency_cycles = 15;
  const MemoryLevelFigures figures = predict_level(demand, hierarchy_of(Composition::serial), 0);
  EXPECT_EQ(figures.cycles_per_iteration, Cycles(15));
  EXPECT_EQ(figures.bound_by, MemoryBoundKind::latency);
}

TEST(LevelPrediction, AccessesInNoOrderShareTheMissesThatCanBeUnderWay) {
  MemoryHierarchy hierarchy = hierarchy_of(Composition::serial);
  hierarchy.levels[2].latency_cycles = 300;
  hierarchy.levels[2].parallel_misses = 10;
  IterationDemand demand = copy_up_to(3);
  demand.irregular_lines = 4;
  const MemoryLevelFigures figures = predict_level(demand, hierarchy, 2);
  EXPECT_EQ(figures.cycles_per_iteration, Cycles(120));
  EXPECT_EQ(figures.bound_by, MemoryBoundKind::misses);
  hierarchy.levels[2].parallel_misses = 0;
  EXPECT_EQ(predict_level(demand, hierarchy, 2).origin, Origin::unknown) << "how many is not known";
}

TEST(LevelPrediction, AccessesInNoOrderTakeAtLeastTheTimeOfTheNearerLevel) {
  MemoryHierarchy hierarchy = hierarchy_of(Composition::serial);
  IterationDemand demand = copy_up_to(3);
  demand.irregular_lines = 4;
  const MemoryLevelFigures nothing_known = predict_level(demand, hierarchy, 2);
  EXPECT_EQ(nothing_known.cycles_per_iteration, Cycles(2 + 4 + 11 + 32)) << "the transfers";
  EXPECT_TRUE(nothing_known.lower_bound_only);

  hierarchy.levels[1].latency_cycles = 300;
  hierarchy.levels[1].parallel_misses = 10;
  EXPECT_FALSE(predict_level(demand, hierarchy, 1).lower_bound_only);
  const MemoryLevelFigures memory = predict_level(demand, hierarchy, 2);
  EXPECT_EQ(memory.cycles_per_iteration, Cycles(120)) << "not less than with data in L3";
  EXPECT_EQ(memory.bound_by, MemoryBoundKind::misses);
  EXPECT_TRUE(memory.lower_bound_only);
}

TEST(LevelPrediction, ALevelWithoutALatencyIsNotFasterThanANearerOne) {
  MemoryHierarchy hierarchy = hierarchy_of(Composition::serial);
  EXPECT_EQ(level_latency(hierarchy, 2, std::nullopt).cycles, Cycles(0));
  EXPECT_FALSE(level_latency(hierarchy, 2, std::nullopt).is_known);
  hierarchy.levels[0].latency_cycles = 14;
  hierarchy.levels[1].latency_cycles = 46;
  EXPECT_EQ(level_latency(hierarchy, 0, std::nullopt).cycles, Cycles(14));
  EXPECT_EQ(level_latency(hierarchy, 1, std::nullopt).cycles, Cycles(46));
  EXPECT_TRUE(level_latency(hierarchy, 1, std::nullopt).is_known);
  EXPECT_EQ(level_latency(hierarchy, 2, std::nullopt).cycles, Cycles(46));
  EXPECT_FALSE(level_latency(hierarchy, 2, std::nullopt).is_known);
}

TEST(LevelPrediction, LoadsThatWaitForAnUnknownLatencyTakeAtLeastTheRest) {
  MemoryHierarchy hierarchy = hierarchy_of(Composition::serial);
  hierarchy.clock_mhz = 2000;
  hierarchy.domain = MemoryDomain{8, 64'000, 48'000, {}};
  IterationDemand demand = copy_up_to(3);
  demand.latency_is_known = false;
  const MemoryLevelFigures figures = predict_level(demand, hierarchy, 2);
  EXPECT_EQ(figures.cycles_per_iteration, Cycles(49));
  EXPECT_TRUE(figures.lower_bound_only);
  EXPECT_EQ(figures.origin, Origin::unknown);
  EXPECT_EQ(figures.bound_by, MemoryBoundKind::latency);
  EXPECT_TRUE(figures.transfers_of.empty());
  EXPECT_FALSE(figures.saturating_cores) << "slower loops need more cores";
}

TEST(LevelPrediction, StreamingStoresTakeTheSameWhereverTheRestIs) {
  MemoryHierarchy hierarchy = hierarchy_of(Composition::serial);
  IterationDemand demand = copy_up_to(1);
  demand.streaming_lines = 2;
  EXPECT_EQ(predict_level(demand, hierarchy, 0).origin, Origin::unknown);
  EXPECT_TRUE(predict_level(demand, hierarchy, 0).lower_bound_only);
  hierarchy.streaming_store_cycles = 9;
  for (const int level : {-1, 0, 1}) {
    const MemoryLevelFigures figures = predict_level(demand, hierarchy, level);
    EXPECT_EQ(figures.cycles_per_iteration, Cycles(18));
    EXPECT_EQ(figures.bound_by, MemoryBoundKind::streaming_stores);
  }
}

TEST(LevelPrediction, CoresSaturateMemoryWhenTogetherTheyAskForAllItHas) {
  MemoryHierarchy hierarchy = hierarchy_of(Composition::serial);
  hierarchy.clock_mhz = 2000;
  hierarchy.domain =
      MemoryDomain{8, 64'000, 48'000, {}}; // 2 cycles a line read; a copy's three lines take 8: 4 for the written one
  const MemoryLevelFigures figures = predict_level(copy_up_to(3), hierarchy, 2);
  ASSERT_TRUE(figures.domain_cycles && figures.saturating_cores);
  EXPECT_EQ(*figures.domain_cycles, Cycles(8));
  EXPECT_EQ(*figures.saturating_cores, 7) << "49 / 8, rounded up";
  EXPECT_FALSE(predict_level(copy_up_to(2), hierarchy, 1).saturating_cores) << "not from a cache";
  EXPECT_EQ(domain_cycles(hierarchy, {3, 0}), Cycles(6));
  EXPECT_FALSE(predict_level(copy_up_to(0), hierarchy, 2).domain_cycles) << "nothing moves";

  hierarchy.domain->copy_mb_per_s = 0;
  EXPECT_EQ(domain_cycles(hierarchy, {2, 1}), Cycles(6)) << "with one figure all lines are alike";
  hierarchy.domain.reset();
  EXPECT_FALSE(predict_level(copy_up_to(3), hierarchy, 2).saturating_cores);
}

TEST(LevelPrediction, AsManyLinesAsFitExactlySaturateWithoutRounding) {
  MemoryHierarchy hierarchy = hierarchy_of(Composition::overlapped);
  hierarchy.clock_mhz = 1000;
  hierarchy.domain = MemoryDomain{11, 64'000, 64'000, {}}; // a cycle a line
  EXPECT_EQ(predict_level(copy_up_to(3), hierarchy, 2).saturating_cores, 11) << "32 / 3";
  hierarchy.levels[2].write_cycles = 10;
  EXPECT_EQ(predict_level(copy_up_to(3), hierarchy, 2).saturating_cores, 10) << "30 / 3";
  hierarchy.domain->cores = 9;
  const MemoryLevelFigures figures = predict_level(copy_up_to(3), hierarchy, 2);
  EXPECT_FALSE(figures.saturating_cores) << "there are not so many";
  EXPECT_EQ(figures.domain_cycles, Cycles(3));
}

} // namespace
} // namespace osaca
