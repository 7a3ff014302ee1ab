// What must come before what, where nobody counted anything: kinds of loops that programs have, described by hand.
#include "collection/source_loops.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

KernelReport loop(Cycles cycles, int calls = 0, double iterations = 0) {
  KernelReport kernel;
  kernel.cycles_per_iteration = cycles;
  kernel.mix.calls = calls;
  if (iterations > 0)
    kernel.frequency = {LoopFrequency::Source::estimate, iterations, 1};
  return kernel;
}

TEST(LoopGuess, PutsTheSlowerIterationFirst) { EXPECT_GT(guessed_weight(loop(120)), guessed_weight(loop(4))); }

TEST(LoopGuess, PutsCallsLast) {
  EXPECT_GT(guessed_weight(loop(4)), guessed_weight(loop(12, 1))) << "for (auto &test : tests) test.run();";
  EXPECT_GT(guessed_weight(loop(4, 0, 10)), guessed_weight(loop(4, 2, 800))) << "a deep nest that prints";
}

TEST(LoopGuess, TakesTheDeeperLoopFirst) {
  EXPECT_GT(guessed_weight(loop(4, 0, 1000)), guessed_weight(loop(4, 0, 10)));
  EXPECT_EQ(guessed_weight(loop(4)), guessed_weight(loop(4, 0, 10))) << "ten if the compiler does not say";
}

TEST(LoopGuess, TakesWhatIsInlinedIntoManyCallersFirst) {
  EXPECT_GT(guessed_weight(loop(4), 9), guessed_weight(loop(4), 1));
  EXPECT_GT(guessed_weight(loop(40), 1), guessed_weight(loop(4), 9));
}

TEST(LoopGuess, StaysFinite) {
  EXPECT_GT(guessed_weight(loop(0)), 0) << "nothing is known of its instructions";
  EXPECT_EQ(guessed_weight(loop(4, 0, 1e300)), guessed_weight(loop(4, 0, 1e7)));
}

} // namespace
} // namespace osaca
