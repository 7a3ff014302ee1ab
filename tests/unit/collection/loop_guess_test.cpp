// What must come before what, where nobody counted anything: kinds of loops that programs have, described by hand.
#include "collection/loop_guess.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

KernelReport loop(const CodeMix &mix, int vector_bits = 0, double iterations = 0) {
  KernelReport kernel;
  kernel.mix = mix;
  kernel.vector_bits = vector_bits;
  if (iterations > 0)
    kernel.frequency = {LoopFrequency::Source::estimate, iterations, 1};
  return kernel;
}

// a[i] = b[i] + s * c[i], in vectors and not
const CodeMix triad{.instructions = 6, .arithmetic = 2, .loads = 2, .strided_accesses = 3};
const CodeMix copy{.instructions = 5, .loads = 1, .strided_accesses = 2};
// while (*p != ',' && *p != 0) ++p; with a table of classes
const CodeMix parsing{.instructions = 8, .branches = 2, .loads = 2, .strided_accesses = 1, .narrow_accesses = 1};
// for (auto &test : tests) test.run();
const CodeMix calling{.instructions = 9, .calls = 1, .branches = 1, .loads = 2, .strided_accesses = 1};
// x = x * x + c, in registers
const CodeMix registers_only{.instructions = 6, .arithmetic = 4};
// for (...) out << value[i] * scale
const CodeMix printing{.instructions = 12, .calls = 2, .arithmetic = 1, .loads = 2, .strided_accesses = 1};

TEST(LoopGuess, PutsArithmeticOnArraysBeforeParsingAndParsingBeforeCalls) {
  EXPECT_GT(guessed_weight(loop(triad)), guessed_weight(loop(parsing)));
  EXPECT_GT(guessed_weight(loop(parsing)), guessed_weight(loop(calling)));
  EXPECT_GT(guessed_weight(loop(parsing)), guessed_weight(loop(printing)));
}

TEST(LoopGuess, PutsVectorsBeforeOneElementAtATime) {
  EXPECT_GT(guessed_weight(loop(triad, 256)), guessed_weight(loop(triad)));
}

TEST(LoopGuess, TakesACopyForWork) { EXPECT_GT(guessed_weight(loop(copy, 256)), guessed_weight(loop(parsing))); }

TEST(LoopGuess, PutsStreamsOfDataBeforeRegistersOnly) {
  EXPECT_GT(guessed_weight(loop(triad)), guessed_weight(loop(registers_only)));
  EXPECT_GT(guessed_weight(loop(copy, 256)), guessed_weight(loop(registers_only, 256)));
  EXPECT_GT(guessed_weight(loop(registers_only)), guessed_weight(loop(calling)));
}

TEST(LoopGuess, TakesTheDeeperLoopFirst) {
  EXPECT_GT(guessed_weight(loop(triad, 0, 1000)), guessed_weight(loop(triad, 0, 10)));
  EXPECT_GT(guessed_weight(loop(triad, 0, 10)), guessed_weight(loop(printing, 0, 1000)))
      << "but a deep nest that prints is none of work";
}

TEST(LoopGuess, StaysFinite) {
  EXPECT_GE(guessed_weight(loop({})), 0);
  EXPECT_EQ(guessed_weight(loop(triad, 0, 1e300)), guessed_weight(loop(triad, 0, 1e7)));
}

} // namespace
} // namespace osaca
