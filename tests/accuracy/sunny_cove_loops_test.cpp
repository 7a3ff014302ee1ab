// Loops on Ice Lake-SP (family 6, model 106; guest of a virtual machine, 2.8 GHz), measured 2026-11-30: loops with dec
// and jnz, time stamp counter against a chain of additions. Another guest used the same core at times; such runs are
// left out.
#include "kernel_file.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <utility>

namespace osaca::test {
namespace {

void expect_on_sunny_cove(const std::string &body, double cycles, double tolerance = 0.05) {
  expect_measured(body, cycles, "icx", tolerance);
}

/// So many loads and stores at fixed places of consecutive lines.
std::string accesses(const std::string &move, const std::string &reg, int bytes, int loads, int stores) {
  std::string text;
  for (int i = 0; i < loads; ++i)
    text += move + " " + std::to_string(bytes * i) + "(%rsi), " + reg + "; ";
  for (int i = 0; i < stores; ++i)
    text += move + " " + reg + ", " + std::to_string(14336 + bytes * i) + "(%rsi); ";
  return text;
}

TEST(SunnyCoveAccesses, ShareThePathToTheFirstLevelCache) {
  expect_on_sunny_cove(accesses("mov", "%eax", 4, 4, 4), 2.098);
  expect_on_sunny_cove(accesses("mov", "%rax", 8, 4, 4), 2.306);
  expect_on_sunny_cove(accesses("mov", "%rax", 8, 2, 4), 2.002);
  expect_on_sunny_cove(accesses("vmovups", "%xmm0", 16, 4, 4), 2.753);
  expect_on_sunny_cove(accesses("vmovups", "%ymm0", 32, 4, 4), 2.511);
  expect_on_sunny_cove(accesses("vmovups", "%ymm0", 32, 6, 4), 3.123);
  expect_on_sunny_cove(accesses("vmovups", "%zmm0", 64, 4, 0), 3.555);
  expect_on_sunny_cove(accesses("vmovups", "%zmm0", 64, 4, 4), 7.063);
  expect_on_sunny_cove(accesses("vmovups", "%zmm0", 64, 8, 4), 10.24);
  expect_on_sunny_cove(accesses("vmovups", "%zmm0", 64, 1, 4), 4.518);
}

TEST(SunnyCoveAccesses, CrossLinesInPairs) {
  const auto loads = [](const std::string &reg, std::initializer_list<int> places) {
    std::string text;
    for (const int place : places)
      text += "vmovups " + std::to_string(place) + "(%rsi), " + reg + "; ";
    return text;
  };
  expect_on_sunny_cove(loads("%ymm0", {48, 112, 176, 240}), 4.0);
  expect_on_sunny_cove(loads("%ymm0", {8, 40, 72, 104}), 4.0);
  expect_on_sunny_cove(loads("%ymm0", {48, 64, 96, 128}), 3.0);
  expect_on_sunny_cove(loads("%xmm0", {56, 120, 184, 248}), 4.0);
  expect_on_sunny_cove(loads("%zmm0", {48, 112, 176, 240}), 7.11);
  expect_on_sunny_cove("mov 60(%rsi), %rax; mov 124(%rsi), %rax; mov 188(%rsi), %rax; mov 252(%rsi), %rax", 4.0);
}

TEST(SunnyCoveDispatch, SplitsIndexedLoadsAmongTheFirstThree) {
  const auto with_nops = [](const std::string &body, int nops) {
    std::string text = body;
    for (int i = 0; i < nops; ++i)
      text += "; nopl (%rax)";
    return text;
  };
  const std::string split = "vaddps (%rsi,%rdx), %xmm0, %xmm1";
  const std::pair<int, double> of_one[] = {{2, 1.0}, {3, 1.333}, {4, 1.5}, {5, 2.0}, {7, 2.0}, {8, 2.335}, {9, 2.5}};
  for (const auto &[nops, cycles] : of_one)
    expect_on_sunny_cove(with_nops(split, nops), cycles, 0.02);
  const std::string two = split + "; nopl (%rax); vaddps (%rsi,%rdx), %xmm0, %xmm2";
  const std::pair<int, double> of_two[] = {{0, 1.334}, {1, 1.503}, {2, 2.0}, {5, 2.5}, {6, 2.5}, {7, 3.0}};
  for (const auto &[nops, cycles] : of_two)
    expect_on_sunny_cove(with_nops(two, nops), cycles, 0.02);
}

TEST(SunnyCoveChains, PassThroughMovesAndMemory) {
  expect_on_sunny_cove("mov %rax, %rbx; lea 1(%rbx), %rax", 1.2);
  expect_on_sunny_cove("mov %rax, %rbx; imul %rbx, %rax", 3.2);
  expect_on_sunny_cove("vmovaps %ymm0, %ymm1; vpaddd %ymm1, %ymm2, %ymm0", 1.2);
  expect_on_sunny_cove("mov (%rsi), %rax; mov %rax, (%rsi)", 5.0);
  expect_on_sunny_cove("mov (%rsi), %rax; add %rdx, %rax; add %rdx, %rax; mov %rax, (%rsi)", 7.8);
  expect_on_sunny_cove("addq $1, (%rsi)", 7.5);
  expect_on_sunny_cove("vmovups (%rsi), %ymm0; vmovups %ymm0, (%rsi)", 7.5);
  expect_on_sunny_cove("vaddps %ymm0, %ymm1, %ymm0; vpermilps $27, %ymm0, %ymm0", 5.0);
}

TEST(SunnyCoveWideVectors, CloseAPortEvenIfTheyAreOnlyMoved) {
  const std::string narrow = "vpaddb %ymm1, %ymm3, %ymm2; vpaddb %ymm1, %ymm3, %ymm5; vpaddb %ymm1, %ymm3, %ymm6";
  expect_on_sunny_cove("vmovdqu64 (%rsi), %zmm4; " + narrow, 1.5);
  expect_on_sunny_cove("vmovdqu64 %zmm4, (%rsi); " + narrow, 1.5);
  expect_on_sunny_cove("vmovdqu64 (%rsi), %ymm4; " + narrow, 1.0);
}

/// 221 of 280 random loops of integers and vectors, those for which three runs agree within 3 %. They were generated
/// and measured after the rules had been written. Before, the mean error was 10.8 %, and 59 % were within a tenth.
TEST(SunnyCoveLoops, OfRandomCodeComeNearTheMeasurement) {
  const auto errors = errors_of("sunny_cove_unseen.csv", "icx");
  ASSERT_TRUE(errors);
  EXPECT_LT(errors->mean, 0.05);
  EXPECT_GT(errors->within_a_tenth, 0.80);
}

} // namespace
} // namespace osaca::test
