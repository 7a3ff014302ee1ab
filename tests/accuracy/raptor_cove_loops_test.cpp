// Small loops on an Emerald Rapids (a Xeon of family 6, model 207, 2026-11-29) that differ from the same code in a
// straight line. Measured in user space without counters: loops of 1,000 and 2,000 iterations, time stamp counter
// against a chain of additions.
#include "kernel_file.h"

#include <gtest/gtest.h>

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

} // namespace
} // namespace osaca::test
