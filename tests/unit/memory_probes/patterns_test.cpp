// The probe of steps and returns, on machines of which it is known what they do.
#include "measure/memory/probe.h"
#include "simulated_memory.h"

#include <gmock/gmock.h>

#include <stdexcept>

namespace osaca::measure::memory {
namespace {

using test::SimulatedMemory;
using testing::HasSubstr;

MemoryFigures figures_before() {
  MemoryFigures figures;
  figures.levels = {{"L1", 24 << 10, {}, 0}, {"L2", 256 << 10, {}, 0}, {"L3", 8 << 20, {}, 0}, {"MEM", 1 << 30, {}, 0}};
  return figures;
}

struct Patterns {
  std::vector<ProbeFinding> found;
  MemoryFigures figures = figures_before();
  [[nodiscard]] const ProbeFinding &operator[](const std::string &name) const {
    for (const ProbeFinding &finding : found)
      if (finding.name == "patterns." + name)
        return finding;
    throw std::out_of_range(name);
  }
};

Patterns patterns_of(SimulatedMemory &machine, bool is_quick = false) {
  Patterns patterns;
  patterns.found = probe_patterns({machine, {}, is_quick}, patterns.figures);
  return patterns;
}

TEST(Patterns, FindsBanksOfEachCache) {
  SimulatedMemory machine;
  machine.levels[1].banks = 4;
  machine.levels[2].banks = 2;
  const Patterns patterns = patterns_of(machine);
  EXPECT_EQ(patterns["L2.line_banks"].value, 4) << patterns["L2.line_banks"].concluded;
  EXPECT_EQ(patterns["L3.line_banks"].value, 2) << patterns["L3.line_banks"].concluded;
  EXPECT_EQ(patterns.figures.levels[1].line_banks, 4);
  EXPECT_EQ(patterns.figures.levels[2].line_banks, 2);
  EXPECT_EQ(patterns.figures.levels[3].line_banks, 0);
  ASSERT_TRUE(patterns["L2.line_banks"].curve);
  EXPECT_EQ(patterns["L2.line_banks"].curve->points.size(), 6U);
}

TEST(Patterns, AMachineWithoutBanksHasOne) {
  SimulatedMemory machine;
  const Patterns patterns = patterns_of(machine);
  EXPECT_EQ(patterns["L2.line_banks"].value, 1) << patterns["L2.line_banks"].concluded;
  EXPECT_EQ(patterns["L3.line_banks"].value, 1) << patterns["L3.line_banks"].concluded;
}

TEST(Patterns, MoreBanksThanWereTriedAreNotKnown) {
  SimulatedMemory machine;
  machine.levels[2].banks = 64;
  const Patterns patterns = patterns_of(machine);
  EXPECT_FALSE(patterns["L3.line_banks"].value);
  EXPECT_THAT(patterns["L3.line_banks"].concluded, HasSubstr("each doubling of the step"));
  EXPECT_EQ(patterns.figures.levels[2].line_banks, 0);
}

TEST(Patterns, OfADisturbedMachineNothingIsConcluded) {
  SimulatedMemory machine;
  machine.levels[1].banks = 4;
  machine.return_cycles = 9;
  machine.is_disturbed = true;
  const Patterns patterns = patterns_of(machine);
  for (const char *name : {"L2.line_banks", "L3.line_banks", "revisits_transfer"}) {
    EXPECT_FALSE(patterns[name].value) << name;
    EXPECT_TRUE(patterns[name].is_unstable) << name;
    EXPECT_THAT(patterns[name].concluded, HasSubstr("another thread")) << name;
  }
  EXPECT_EQ(patterns["L2.line_banks"].curve->points.size(), 6U) << "what was measured is there";
  EXPECT_EQ(patterns.figures.levels[1].line_banks, 0);
  EXPECT_FALSE(patterns.figures.revisits_transfer);
}

TEST(Patterns, StepsThatAgreeAllTheSameAreToldAsUnstable) {
  SimulatedMemory machine;
  machine.levels[1].banks = 4;
  machine.is_disturbed = true;
  machine.spread = 0.05;
  const Patterns patterns = patterns_of(machine);
  EXPECT_EQ(patterns["L2.line_banks"].value, 4);
  EXPECT_TRUE(patterns["L2.line_banks"].is_unstable);
}

TEST(Patterns, TellWhetherReturnsTakeTheWayOfALine) {
  SimulatedMemory machine;
  const double way_of_a_line = machine.sweep_from(WalkKind::write, 1);
  for (const auto &[part, pays] : {std::pair{0.0, false}, {0.4, false}, {0.6, true}, {1.0, true}}) {
    machine.return_cycles = part * way_of_a_line;
    const Patterns patterns = patterns_of(machine);
    EXPECT_EQ(patterns["revisits_transfer"].value, pays ? 1 : 0) << patterns["revisits_transfer"].concluded;
    EXPECT_EQ(patterns.figures.revisits_transfer, pays);
  }
}

TEST(Patterns, StoresThatTakeTurnsInTheFirstLevelAreNoReturns) {
  SimulatedMemory machine;
  machine.turn_cycles = 5;
  EXPECT_EQ(patterns_of(machine)["revisits_transfer"].value, 0);
}

TEST(Patterns, LinesThatAreTouchedStayInTheirLevel) {
  SimulatedMemory machine;
  (void)patterns_of(machine);
  int strided = 0;
  for (const Walk &walk : machine.asked) {
    if (walk.kind != WalkKind::strided_read)
      continue;
    ++strided;
    const std::int64_t step = walk.step_bytes / line_bytes;
    EXPECT_EQ(span_bytes(walk), walk.bytes * step);
    EXPECT_TRUE(walk.bytes * (step & -step) == 256 << 10 || walk.bytes * (step & -step) == 8 << 20) << step;
  }
  EXPECT_EQ(strided, 12);
}

TEST(Patterns, QuickRunsLeaveThemOutAndSaySo) {
  SimulatedMemory machine;
  const Patterns patterns = patterns_of(machine, true);
  EXPECT_TRUE(machine.asked.empty());
  EXPECT_FALSE(patterns["L2.line_banks"].value);
  EXPECT_THAT(patterns["revisits_transfer"].concluded, HasSubstr("--quick"));
}

TEST(Patterns, WithoutWalksThereIsAReason) {
  SimulatedMemory machine;
  machine.spare_bytes = 1 << 20; // none of L3's
  const Patterns patterns = patterns_of(machine);
  EXPECT_TRUE(patterns["L2.line_banks"].value);
  EXPECT_FALSE(patterns["L3.line_banks"].value);
  EXPECT_THAT(patterns["L3.line_banks"].concluded, HasSubstr("too much"));
  Patterns nothing;
  nothing.figures.levels.clear();
  EXPECT_TRUE(probe_patterns({machine, {}, false}, nothing.figures).empty());
}

} // namespace
} // namespace osaca::measure::memory
