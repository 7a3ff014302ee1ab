// Lines that stores come back to, and lines that a step keeps in some of a level's banks: by properties, with a memory
// that takes a cycle a line.
#include "loop_in_memory.h"

#include <algorithm>

namespace osaca {
namespace {

using sample::loop_in_memory;
using sample::plain_memory;
using sample::x86_loop;

double cycles_from(const std::string &body, int step, std::size_t level, const MemoryHierarchy &memory,
                   const std::string &arch = "emeraldrapids") {
  const KernelReport report = loop_in_memory(x86_loop(body, step), arch, memory);
  EXPECT_TRUE(report.memory);
  return report.memory ? report.memory->levels.at(level).cycles_per_iteration.to_double() : 0;
}

MemoryHierarchy with_revisits() {
  MemoryHierarchy memory = plain_memory();
  memory.revisits_transfer = true;
  return memory;
}

const std::string by_turns = "vmovaps %ymm0, (%rsi,%rax)\nvmovaps %ymm0, (%rdx,%rax)\nvmovaps %ymm0, "
                             "32(%rsi,%rax)\nvmovaps %ymm0, 32(%rdx,%rax)";
const std::string in_a_row = "vmovaps %ymm0, (%rsi,%rax)\nvmovaps %ymm0, 32(%rsi,%rax)\nvmovaps %ymm0, "
                             "(%rdx,%rax)\nvmovaps %ymm0, 32(%rdx,%rax)";

TEST(VisitedLines, HalvesInARowCostNothingMore) {
  for (std::size_t level = 1; level < 4; ++level)
    EXPECT_EQ(cycles_from(in_a_row, 64, level, with_revisits()), cycles_from(in_a_row, 64, level, plain_memory()))
        << level;
  const std::string one_array = "vmovaps %ymm0, (%rsi,%rax)";
  EXPECT_EQ(cycles_from(one_array, 32, 1, with_revisits()), cycles_from(one_array, 32, 1, plain_memory()));
}

TEST(VisitedLines, EachReturnOfAStoreCostsTheWayOfALine) {
  // Two lines are come back to: each time the two cycles of its way, and those of a line's stores.
  const double more =
      cycles_from(by_turns, 64, 1, with_revisits(), "skx") - cycles_from(by_turns, 64, 1, plain_memory(), "skx");
  EXPECT_NEAR(more, 2 * (2 + 2), 1e-9); // the port for data takes one store in a cycle, two for a line
  EXPECT_EQ(cycles_from(by_turns, 64, 2, with_revisits(), "skx") - cycles_from(by_turns, 64, 2, plain_memory(), "skx"),
            more);
  EXPECT_EQ(cycles_from(by_turns, 64, 3, with_revisits(), "skx"),
            std::max(cycles_from(by_turns, 64, 3, plain_memory(), "skx"),
                     cycles_from(by_turns, 64, 2, with_revisits(), "skx")))
      << "memory hides it";
}

TEST(VisitedLines, CountTheSameInUnrolledLoops) {
  const std::string rolled = "vmovaps %ymm0, (%rsi,%rax)\nvmovaps %ymm0, (%rdx,%rax)";
  EXPECT_NEAR(2 * cycles_from(rolled, 32, 1, with_revisits()), cycles_from(by_turns, 64, 1, with_revisits()), 1e-9);
}

TEST(VisitedLines, LoadsInBetweenDoNotCount) {
  const std::string copy = "vmovaps (%rdx,%rax), %ymm0\nvmovaps %ymm0, (%rsi,%rax)\nvmovaps 32(%rdx,%rax), "
                           "%ymm0\nvmovaps %ymm0, 32(%rsi,%rax)";
  EXPECT_EQ(cycles_from(copy, 64, 1, with_revisits()), cycles_from(copy, 64, 1, plain_memory()));
}

TEST(VisitedLines, AStepOfEvenLinesKeepsToSomeBanks) {
  MemoryHierarchy slow = plain_memory();
  slow.levels[0].read_cycles = Cycles(10);
  const auto l2 = [&](int lines, int banks) {
    slow.levels[0].line_banks = banks;
    return cycles_from("vaddps (%rdi,%rax), %ymm0, %ymm0", 64 * lines, 1, slow);
  };
  const double in_all = l2(3, 4);
  EXPECT_EQ(l2(1, 4), in_all);
  EXPECT_EQ(l2(5, 4), in_all);
  EXPECT_NEAR(l2(2, 4) - in_all, 10, 1e-9);
  EXPECT_NEAR(l2(6, 4) - in_all, 10, 1e-9);
  EXPECT_NEAR(l2(4, 4) - in_all, 30, 1e-9);
  EXPECT_NEAR(l2(64, 4) - in_all, 30, 1e-9);
  EXPECT_EQ(l2(64, 1), in_all);
  EXPECT_EQ(l2(64, 0), in_all) << "not known";
}

TEST(VisitedLines, TwoPlacesInOneLineAreOneBank) {
  MemoryHierarchy memory = plain_memory();
  memory.levels[0].read_cycles = Cycles(10);
  memory.levels[0].line_banks = 2;
  const double one = cycles_from("vaddps (%rdi,%rax), %ymm0, %ymm0", 256, 1, memory);
  const double same_line =
      cycles_from("vaddsd (%rdi,%rax), %xmm0, %xmm0\nvaddsd 16(%rdi,%rax), %xmm1, %xmm1", 256, 1, memory);
  EXPECT_NEAR(same_line, one, 1) << "one load more in L1";
  const double next_line =
      cycles_from("vaddsd (%rdi,%rax), %xmm0, %xmm0\nvaddsd 64(%rdi,%rax), %xmm1, %xmm1", 256, 1, memory);
  EXPECT_NEAR(next_line, one, 1) << "two lines, one in each bank, come in the time of two in one";
}

} // namespace
} // namespace osaca
