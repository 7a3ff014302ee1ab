// The prediction for data in the level that somebody named.
#include "analysis/memory/level_prediction.h"
#include "loop_in_memory.h"

#include <map>

namespace osaca::sample {
namespace {

MemoryLevelFigures figures(const char *name, int cycles, MemoryBoundKind bound = MemoryBoundKind::transfers) {
  MemoryLevelFigures made;
  made.name = name;
  made.cycles_per_iteration = Cycles(cycles);
  made.bound_by = bound;
  made.transfers_of = bound == MemoryBoundKind::transfers ? name : "";
  return made;
}

/// Four cycles in the first two levels, ten and thirty behind them.
KernelReport four_cycles() {
  KernelReport report;
  report.complete = true;
  report.cycles_per_iteration = Cycles(4);
  report.simulated_cycles = Cycles(4);
  report.bound_by = BoundKind::ports;
  report.memory.emplace();
  report.memory->levels = {figures("L1", 4, MemoryBoundKind::core), figures("L2", 4, MemoryBoundKind::core),
                           figures("L3", 10), figures("MEM", 30)};
  return report;
}

KernelReport placed(const DataPlace &place, KernelReport report = four_cycles()) {
  const MemoryHierarchy memory = plain_memory();
  place_data(place, &memory, report);
  return report;
}

DataPlace in(std::string level) { return {std::move(level), {}, {}, {}}; }
DataPlace of_bytes(std::int64_t bytes) { return {"", bytes, {}, {}}; }

TEST(PlaceData, IsUnknownWithoutOptionOrTripCounts) {
  const KernelReport report = placed(DataPlace{});
  EXPECT_FALSE(report.memory->data_in);
  EXPECT_EQ(report.bound_by, BoundKind::ports);
  EXPECT_TRUE(report.arch_notes.empty());
}

TEST(PlaceData, MemoryBecomesTheBoundWhereItTakesLonger) {
  const KernelReport report = placed(in("L3"));
  EXPECT_EQ(report.memory->data_in, 2);
  EXPECT_EQ(report.cycles_per_iteration, Cycles(10));
  EXPECT_EQ(report.bound_by, BoundKind::memory);
  EXPECT_EQ(report.bound(BoundKind::memory), Cycles(10));
  EXPECT_FALSE(report.simulated_cycles) << "that was of data in the first level";
  EXPECT_TRUE(report.complete);
}

TEST(PlaceData, TheCoreStaysTheBoundWhereItTakesAsLong) {
  const KernelReport report = placed(in("L2"));
  EXPECT_EQ(report.memory->data_in, 1);
  EXPECT_EQ(report.bound_by, BoundKind::ports);
  EXPECT_EQ(report.simulated_cycles, Cycles(4));
}

TEST(PlaceData, DataFillTheFirstCacheThatHoldsThem) {
  const MemoryHierarchy memory = plain_memory();
  const std::vector<std::pair<std::int64_t, int>> known = {{1, 0},
                                                           {memory.l1_bytes, 0},
                                                           {memory.l1_bytes + 1, 1},
                                                           {memory.levels[0].bytes, 1},
                                                           {memory.levels[1].bytes, 2},
                                                           {memory.levels[1].bytes + 1, 3},
                                                           {std::int64_t{1} << 52, 3}};
  for (const auto &[bytes, level] : known)
    EXPECT_EQ(placed(of_bytes(bytes)).memory->data_in, level) << bytes;
}

TEST(PlaceData, FollowsFromTripCountsWithoutAnOption) {
  KernelReport report = four_cycles();
  report.memory->footprint = Footprint{48'000'000, {}, 2};
  const KernelReport told = placed(DataPlace{}, report);
  EXPECT_EQ(told.memory->data_in, 2);
  EXPECT_EQ(told.memory->data_in_source, DataLevelSource::trip_counts);
  EXPECT_EQ(told.cycles_per_iteration, Cycles(10));
  EXPECT_EQ(told.bound_by, BoundKind::memory);
  EXPECT_FALSE(told.memory->is_contradicted());
  for (const auto &[level, index] : std::map<std::string, int>{{"L1", 0}, {"L2", 1}, {"L3", 2}, {"MEM", 3}}) {
    const KernelReport said = placed(in(level), report);
    EXPECT_EQ(said.memory->data_in, index) << "what somebody says counts";
    EXPECT_EQ(said.memory->data_in_source, DataLevelSource::user);
    EXPECT_EQ(said.memory->is_contradicted(), index < 2);
  }
  report.memory->footprint->nearest_level = 0;
  EXPECT_FALSE(placed(DataPlace{}, report).memory->data_in) << "they may be in L1, or anywhere";
}

TEST(PlaceData, APredictionWithAMostIsALeast) {
  KernelReport report = four_cycles();
  report.memory->levels[2].most_cycles = Cycles(14);
  EXPECT_FALSE(placed(in("L3"), report).complete);
  EXPECT_TRUE(placed(in("MEM"), report).complete);
}

TEST(PlaceData, ReportsAnUnknownLevelAndChangesNothing) {
  KernelReport without = four_cycles();
  without.memory.reset();
  place_data(in("L3"), nullptr, without);
  for (const KernelReport &report : {without, placed(in("L4"))}) {
    ASSERT_EQ(report.arch_notes.size(), 1U);
    EXPECT_EQ(report.arch_notes[0].kind, ArchNote::Kind::place_of_data_unknown);
    EXPECT_EQ(report.cycles_per_iteration, Cycles(4));
    EXPECT_EQ(report.bound_by, BoundKind::ports);
  }
}

} // namespace
} // namespace osaca::sample
