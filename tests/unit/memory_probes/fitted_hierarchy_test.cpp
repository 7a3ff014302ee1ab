#include "measure/memory/memory_section.h"

#include "simulated_memory.h"

#include <gtest/gtest.h>

namespace osaca::measure::memory {
namespace {

using test::SimulatedMemory;

MemoryFigures figures_of(SimulatedMemory &machine) {
  MemoryFigures figures;
  const std::vector<std::string> names = {"L1", "L2", "L3", "MEM"};
  const std::vector<std::int64_t> footprints = {24 << 10, 256 << 10, 8 << 20, 1 << 30};
  for (std::size_t i = 0; i < names.size(); ++i) {
    LevelFigures level{names[i], footprints[i], {}, 0};
    for (const WalkKind kind : {WalkKind::chase, WalkKind::read, WalkKind::write, WalkKind::update, WalkKind::copy,
                                WalkKind::triad, WalkKind::streaming_write}) {
      Walk walk;
      walk.kind = kind;
      walk.bytes = level.footprint_bytes;
      level.walks[kind] = machine.time(walk);
    }
    figures.levels.push_back(std::move(level));
    if (machine.levels[i].bytes != 0) {
      CacheSize cache;
      cache.name = names[i];
      cache.reported_bytes = cache.measured_bytes = cache.usable_bytes = machine.levels[i].bytes;
      figures.caches.push_back(cache);
    }
  }
  return figures;
}

TEST(FittedHierarchy, FindsLegsAndCompositionOfAKnownMachine) {
  SimulatedMemory machine;
  const FittedHierarchy fitted = fitted_hierarchy(figures_of(machine), "simulated");
  ASSERT_TRUE(fitted.hierarchy);
  const MemoryHierarchy &memory = *fitted.hierarchy;
  ASSERT_EQ(memory.levels.size(), 3U);
  EXPECT_EQ(memory.l1_composition, Composition::serial);
  for (std::size_t i = 0; i < 3; ++i) {
    const test::SimulatedLevel &real = machine.levels[i + 1];
    EXPECT_EQ(memory.levels[i].composition, real.is_serial ? Composition::serial : Composition::overlapped) << i;
    EXPECT_NEAR(memory.levels[i].read_cycles.to_double(), real.read, 0.02) << i;
    EXPECT_NEAR(memory.levels[i].write_cycles.to_double(), real.write, 0.05) << i;
  }
  EXPECT_EQ(memory.levels[2].bytes, 0);
  EXPECT_EQ(memory.clock_mhz, 2000);
}

TEST(FittedHierarchy, TakesTheLatencyBeyondTheTlbWhereItIsSeen) {
  SimulatedMemory machine;
  MemoryFigures figures = figures_of(machine);
  WalkFigure far = figures.levels[2].walks[WalkKind::chase];
  far.cycles.cycles *= 3;
  figures.levels[2].over_many_pages = far;
  EXPECT_TRUE(fitted_hierarchy(figures, "simulated").hierarchy->levels[1].far_latency_cycles.is_zero())
      << "no reach is known";
  figures.translated_bytes = 8 << 20;
  const FittedHierarchy fitted = fitted_hierarchy(figures, "simulated");
  EXPECT_EQ(fitted.hierarchy->tlb_reach_bytes, 8 << 20);
  EXPECT_NEAR(fitted.hierarchy->levels[1].far_latency_cycles.to_double(), far.cycles.cycles, 0.1);
  EXPECT_TRUE(fitted.hierarchy->levels[2].far_latency_cycles.is_zero()) << "not measured";
}

TEST(FittedHierarchy, HasBanksAndReturnsWhereTheyAreKnown) {
  SimulatedMemory machine;
  MemoryFigures figures = figures_of(machine);
  EXPECT_EQ(fitted_hierarchy(figures, "simulated").hierarchy->levels[0].line_banks, 0);
  EXPECT_FALSE(fitted_hierarchy(figures, "simulated").hierarchy->revisits_transfer);
  figures.levels[1].line_banks = 4;
  figures.levels[2].line_banks = 1;
  figures.revisits_transfer = true;
  const FittedHierarchy fitted = fitted_hierarchy(figures, "simulated");
  EXPECT_EQ(fitted.hierarchy->levels[0].line_banks, 4);
  EXPECT_EQ(fitted.hierarchy->levels[1].line_banks, 1);
  EXPECT_EQ(fitted.hierarchy->levels[2].line_banks, 0);
  EXPECT_TRUE(fitted.hierarchy->revisits_transfer);
}

TEST(FittedHierarchy, OfASerialMachineEveryLevelAdds) {
  SimulatedMemory machine;
  for (test::SimulatedLevel &level : machine.levels)
    level.is_serial = true;
  const FittedHierarchy fitted = fitted_hierarchy(figures_of(machine), "simulated");
  ASSERT_TRUE(fitted.hierarchy);
  for (const MemoryLevel &level : fitted.hierarchy->levels)
    EXPECT_EQ(level.composition, Composition::serial) << level.name;
}

/// What runs beside the rest takes nothing from what adds up with it.
TEST(FittedHierarchy, ASerialLevelMayLieBehindAnOverlappedOne) {
  SimulatedMemory machine;
  machine.levels[3].is_serial = true;
  const FittedHierarchy fitted = fitted_hierarchy(figures_of(machine), "simulated");
  ASSERT_TRUE(fitted.hierarchy);
  const MemoryLevel &memory = fitted.hierarchy->levels[2];
  EXPECT_EQ(fitted.hierarchy->levels[1].composition, Composition::overlapped);
  EXPECT_EQ(memory.composition, Composition::serial);
  EXPECT_NEAR(memory.read_cycles.to_double(), machine.levels[3].read, 0.02);
  EXPECT_NEAR(memory.write_cycles.to_double(), machine.levels[3].write, 0.05);
}

TEST(FittedHierarchy, OfACopyThatTakesLessThanTwoLoadsTheWrittenLineIsHidden) {
  SimulatedMemory machine;
  machine.levels[3].read = 12;
  machine.levels[3].write = 0;
  MemoryFigures figures = figures_of(machine);
  figures.levels.back().walks[WalkKind::read].cycles.cycles = 14; // one stream alone does not keep it busy
  const FittedHierarchy fitted = fitted_hierarchy(figures, "simulated");
  ASSERT_TRUE(fitted.hierarchy);
  EXPECT_EQ(fitted.hierarchy->levels.back().read_cycles, Cycles(12));
  EXPECT_TRUE(fitted.hierarchy->levels.back().write_cycles.is_zero());
}

TEST(FittedHierarchy, WhatFitsNeitherWayIsUnknown) {
  SimulatedMemory machine;
  MemoryFigures figures = figures_of(machine);
  for (const WalkKind kind : {WalkKind::update, WalkKind::triad, WalkKind::write})
    figures.levels.back().walks[kind].cycles.cycles *= 3;
  const FittedHierarchy fitted = fitted_hierarchy(figures, "simulated");
  ASSERT_TRUE(fitted.hierarchy);
  EXPECT_EQ(fitted.hierarchy->levels.back().composition, Composition::unknown);
  EXPECT_FALSE(fitted.findings.back().value);
}

TEST(FittedHierarchy, WithoutACopyThereIsNoLeg) {
  SimulatedMemory machine;
  MemoryFigures figures = figures_of(machine);
  figures.levels[2].walks.erase(WalkKind::copy);
  const FittedHierarchy fitted = fitted_hierarchy(figures, "simulated");
  ASSERT_TRUE(fitted.hierarchy);
  EXPECT_EQ(fitted.hierarchy->levels.size(), 1U);
  EXPECT_FALSE(fitted_hierarchy({}, "nothing").hierarchy);
}

} // namespace
} // namespace osaca::measure::memory
