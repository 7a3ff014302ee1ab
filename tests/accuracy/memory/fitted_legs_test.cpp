// Legs found again in what a machine with known legs would take.
#include "analysis/memory/level_prediction.h"
#include "model/memory_hierarchy.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

MemoryHierarchy machine_of(Composition l1, std::vector<Composition> compositions, bool full_duplex) {
  MemoryHierarchy machine;
  machine.l1_composition = l1;
  std::int64_t read = 2;
  for (const Composition composition : compositions) {
    MemoryLevel level;
    level.read_cycles = read;
    level.write_cycles = full_duplex ? Cycles(3 * read) : Cycles(read, 2); // of two directions only the longer shows
    level.full_duplex = full_duplex;
    level.composition = composition;
    machine.levels.push_back(level);
    read *= 8; // beyond all that is nearer
  }
  return machine;
}

LoadAndCopy taken_in(const MemoryHierarchy &machine, const LoadAndCopy &l1, int level) {
  const auto taken = [&](Cycles l1_cycles, LevelTraffic traffic) {
    IterationDemand demand;
    demand.core_cycles = demand.l1_cycles = l1_cycles;
    demand.traffic.assign(machine.levels.size(), traffic);
    return predict_level(demand, machine, level).cycles_per_iteration;
  };
  return {taken(l1.load_cycles, {1, 0, {}}), taken(l1.copy_cycles, {2, 1, {}})};
}

TEST(FittedLegs, AreTheMachinesOwnWhateverItsComposition) {
  using enum Composition;
  const LoadAndCopy l1{Cycles(1, 2), 1};
  for (const bool full_duplex : {false, true})
    for (const Composition first : {serial, overlapped})
      for (const auto &rest : {std::vector{serial, serial, serial},
                               {serial, overlapped, serial},
                               {serial, overlapped, overlapped},
                               {overlapped, overlapped, overlapped}}) {
        const MemoryHierarchy machine = machine_of(first, rest, full_duplex);
        MemoryHierarchy blank = machine;
        std::vector<LoadAndCopy> measured;
        for (int level = 0; level < 3; ++level) {
          measured.push_back(taken_in(machine, l1, level));
          blank.levels[static_cast<std::size_t>(level)].read_cycles = 0;
          blank.levels[static_cast<std::size_t>(level)].write_cycles = 0;
        }
        const MemoryHierarchy fitted = with_fitted_legs(blank, l1, measured);
        for (std::size_t level = 0; level < 3; ++level) {
          EXPECT_EQ(fitted.levels[level].read_cycles, machine.levels[level].read_cycles) << level;
          EXPECT_EQ(fitted.levels[level].write_cycles, machine.levels[level].write_cycles) << level;
        }
      }
}

TEST(FittedLegs, AreNeverLessThanNothing) {
  MemoryHierarchy machine = machine_of(Composition::serial, {Composition::serial, Composition::serial}, false);
  const MemoryHierarchy fitted = with_fitted_legs(machine, {5, 5}, {{3, 4}, {2, 1}});
  for (const MemoryLevel &level : fitted.levels) {
    EXPECT_GE(level.read_cycles, Cycles(0));
    EXPECT_GE(level.write_cycles, Cycles(0));
  }
}

TEST(FittedLegs, ACopyFasterThanTwoLoadsShowsWhatALineTakes) {
  const MemoryHierarchy machine = machine_of(Composition::overlapped, {Composition::overlapped}, false);
  const MemoryHierarchy fitted = with_fitted_legs(machine, {1, 1}, {{10, 18}});
  EXPECT_EQ(fitted.levels[0].read_cycles, Cycles(9));
  EXPECT_EQ(fitted.levels[0].write_cycles, Cycles(0));
}

TEST(FittedLegs, LevelsThatWereNotMeasuredStayAsTheyAre) {
  const MemoryHierarchy machine = machine_of(Composition::serial, {Composition::serial, Composition::serial}, false);
  const MemoryHierarchy fitted = with_fitted_legs(machine, {1, 2}, {{4, 9}});
  EXPECT_EQ(fitted.levels[0].read_cycles, Cycles(3));
  EXPECT_EQ(fitted.levels[0].write_cycles, Cycles(1));
  EXPECT_EQ(fitted.levels[1].read_cycles, machine.levels[1].read_cycles);
}

} // namespace
} // namespace osaca
