// Small loops on an Emerald Rapids (a Xeon of family 6, model 207, 2026-11-29 and 2026-11-30). Measured in user space
// without counters: loops of at least 1,000 and 2,000 iterations, time stamp counter against a chain of additions or
// multiplications, the median of 9 or more.
#include "kernel_file.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace osaca::test {
namespace {

/// Operations on memory, as many in an iteration as are given. Up to ten in a row are renamed.
TEST(RaptorCoveLoops, RenameUpToTenOperationsInARow) {
  struct Loop {
    const char *operation;
    int count;
    double cycles;
  };
  const Loop loops[] = {{"decl (%rbx)", 2, 1.99},
                        {"decl (%rbx)", 4, 3.97},
                        {"decl (%rbx)", 8, 7.94},
                        {"decl (%rbx)", 10, 9.4},
                        {"decl (%rbx)", 11, 75.7},
                        {"decl (%rbx)", 16, 117.3},
                        {"incl 40(%rax)", 2, 1.97},
                        {"incl 40(%rax)", 8, 7.94},
                        {"incl 40(%rax)", 11, 75.0},
                        {"incl 40(%rax)", 32, 236.0},
                        {"addl $1, (%rax)", 8, 7.94},
                        {"addl $1, (%rax)", 128, 934.0},
                        {"subl $1, (%rax); nop", 8, 7.93},
                        {"subl $1, (%rax); nop", 128, 127.1},
                        {"decl (%rbx); incl 64(%rbx)", 4, 7.96},
                        {"decl (%rbx); incl 64(%rbx)", 8, 56.4}};
  for (const Loop &one : loops) {
    const auto cycles = cycles_of_copies(one.operation, one.count, "emeraldrapids");
    ASSERT_TRUE(cycles);
    EXPECT_NEAR(*cycles, one.cycles, 0.08 * one.cycles) << one.count << " times " << one.operation;
  }
}

/// A multiplication occupies its port again when its result leaves it, and a chain of shorter operations waits.
TEST(RaptorCoveLoops, WaitForResultsOnTheirPort) {
  const std::string two_adds = "add %rsi, %rax; add %rsi, %rax; ";
  const std::string two_swaps = "bswap %eax; bswap %eax; ";
  const auto with = [](const std::string &other, const std::string &chain) {
    return other + "; " + chain + other + "; " + chain;
  };
  const std::pair<std::string, double> loops[] = {{with("imul $3, %rsi, %r8", two_adds), 4.75},
                                                  {with("pext %rsi, %rsi, %r8", two_adds), 4.75},
                                                  {with("popcnt %rsi, %r8", two_adds), 4.75},
                                                  {with("crc32 %rsi, %r14", "add %rsi, %rax; "), 5.99},
                                                  {with("imul $3, %rsi, %r8", two_swaps), 6.04},
                                                  {"imul $3, %rsi, %r8; " + two_adds + two_adds + two_adds, 6.22},
                                                  {with("imul $3, %rsi, %r8", "shl $1, %rax; shl $1, %rax;"), 3.99},
                                                  {with("rorx $3, %rsi, %r8", two_adds), 3.99},
                                                  {with("lea 8(%rcx,%rsi,4), %r8", two_adds), 3.99},
                                                  {with("vpermq $3, %ymm1, %ymm2", two_adds), 3.99},
                                                  {with("test %rsi, %rsi", two_adds), 3.99}};
  for (const auto &[body, cycles] : loops) {
    const auto predicted = cycles_of_copies(body, 1, "emeraldrapids");
    ASSERT_TRUE(predicted);
    EXPECT_NEAR(*predicted, cycles, 0.08 * cycles) << body;
  }
}

/// 120 pieces of three to nine integer operations, chosen at random and repeated ten times, and 61 loops of up to
/// fourteen. They were measured after the rules had been chosen. The 13 last rows were used to choose the rules.
TEST(RaptorCoveLoops, BindOperationsToPorts) { expect_errors("raptor_cove_chains.csv", "emeraldrapids", {0.045, 0.9}); }

/// 90 chains through memory: a store, one of 25 operations that read its place, and up to six operations at random.
/// They were measured after the rules had been chosen.
TEST(RaptorCoveLoops, PassValuesThroughMemory) {
  expect_errors("raptor_cove_memory.csv", "emeraldrapids", {0.03, 0.93});
}

} // namespace
} // namespace osaca::test
