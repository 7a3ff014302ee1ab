#include "simulated_stress.h"

#include <gmock/gmock.h>

namespace osaca::measure {
namespace {

using testing::Contains;
using testing::HasSubstr;

MemoryStress stress_of(bool is_disturbed = false) {
  MemoryOfPaper memory;
  memory.is_disturbed = is_disturbed;
  return memory_stress(four_levels(), memory, named_walk);
}

TEST(MemoryStress, ReadsUpdatesAndPassesEachLevel) {
  const MemoryStress stress = stress_of();
  std::vector<std::string> names;
  for (const StressRun &run : stress.runs) {
    names.push_back(run.facts.name);
    EXPECT_EQ(run.facts.bytes_per_unit, 64);
    EXPECT_GT(run.facts.seconds, 0);
    EXPECT_GT(run.facts.cycles, 0);
  }
  EXPECT_THAT(names,
              testing::ElementsAre("L1 read", "L1 write", "L2 read", "L2 write", "L3 read", "L3 write", "MEM read",
                                   "MEM write", "L1 streaming", "L2 streaming", "L3 streaming", "MEM streaming"));
  EXPECT_TRUE(stress.left_out.empty());
}

/// What is read from memory comes through all caches; what is updated is read before.
TEST(MemoryStress, KnowsWhichWayLinesTake) {
  const MemoryStress stress = stress_of();
  const auto way = [&](const std::string &name) {
    for (const StressRun &run : stress.runs)
      if (run.facts.name == name)
        return run.facts.through;
    return std::vector<CountedPart>{};
  };
  EXPECT_TRUE(way("L1 read").empty());
  EXPECT_THAT(way("MEM read"),
              testing::ElementsAre(CountedPart{"L1", "read"}, CountedPart{"L2", "read"}, CountedPart{"L3", "read"}));
  EXPECT_THAT(way("L2 write"), testing::UnorderedElementsAre(CountedPart{"L1", "read"}, CountedPart{"L1", "write"},
                                                             CountedPart{"L2", "read"}));
}

/// So much work that a load hides it: half of its time, and no more than the paper's 24.
TEST(MemoryStress, AddsIndependentWorkToChases) {
  const MemoryStress stress = stress_of();
  ASSERT_EQ(stress.chases.size(), 4U);
  for (const StressedChase &chase : stress.chases) {
    EXPECT_LT(chase.timed.independent_cycles, chase.timed.latency_cycles);
    EXPECT_NEAR(chase.timed.dependent_cycles, 3 * chase.timed.independent_cycles, 0.1);
    EXPECT_EQ(chase.runs.front().facts.name, chase.level + " chase");
  }
  EXPECT_NEAR(stress.chases[2].timed.latency_cycles, 53, 0.5);
  EXPECT_NEAR(stress.chases[2].timed.independent_cycles, 24, 0.1);
}

/// Without a clock that can be trusted there are walks to count, but no chases to judge by.
TEST(MemoryStress, ReportsWhatItsClockCannotResolve) {
  const MemoryStress stress = stress_of(true);
  EXPECT_EQ(stress.runs.size(), 12U);
  for (const StressRun &run : stress.runs)
    EXPECT_EQ(run.facts.seconds, 0);
  EXPECT_TRUE(stress.chases.empty());
  EXPECT_THAT(stress.left_out, Contains(HasSubstr("L3 chase: its time could not be measured")));
}

TEST(MemoryStress, SaysWhichWorkloadsCannotBeMade) {
  MemoryOfPaper memory;
  StressedLevels levels = four_levels();
  levels.left_out.push_back({"L4", "nobody knows it"});
  const MemoryStress stress =
      memory_stress(levels, memory, [](const std::string &, const memory::Walk &) -> Expected<StressRun> {
        return Error{"no assembler"};
      });
  EXPECT_TRUE(stress.runs.empty());
  EXPECT_TRUE(stress.chases.empty());
  EXPECT_THAT(stress.left_out, Contains(HasSubstr("MEM read: no assembler")));
  EXPECT_THAT(stress.left_out, Contains("L4: nobody knows it"));
}

} // namespace
} // namespace osaca::measure
