// Loops on Ice Lake-SP (family 6, model 106; guest of a virtual machine, 2.8 GHz), measured 2026-11-30: loops with dec
// and jnz, time stamp counter against a chain of additions. Another guest used the same core at times; such runs are
// left out.
#include "kernel_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

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

TEST(SunnyCoveChains, PassBetweenRegisterFiles) {
  expect_on_sunny_cove("vmovd %xmm0, %eax; vmovd %eax, %xmm0", 4.0);
  expect_on_sunny_cove("vmovq %xmm0, %rax; vmovq %rax, %xmm0", 4.0);
  expect_on_sunny_cove("vpmovmskb %xmm0, %eax; vmovd %eax, %xmm0", 4.0);
  expect_on_sunny_cove("vpmovmskb %ymm0, %eax; vmovd %eax, %xmm0", 5.0);
  expect_on_sunny_cove("vpextrd $1, %xmm0, %eax; vmovd %eax, %xmm0", 5.0);
  expect_on_sunny_cove("vpinsrd $0, %eax, %xmm0, %xmm0; vmovd %xmm0, %eax", 5.0);
  expect_on_sunny_cove("vcvttss2si %xmm0, %eax; vmovd %eax, %xmm0", 8.0);
  expect_on_sunny_cove("vcvtsi2ss %eax, %xmm1, %xmm0; vmovd %xmm0, %eax", 9.0);
  expect_on_sunny_cove("vpbroadcastd %eax, %zmm0; vmovd %xmm0, %eax", 6.0);
  expect_on_sunny_cove("kmovd %k1, %eax; kmovd %eax, %k1", 4.0);
}

TEST(SunnyCoveChains, PassThroughFlags) {
  expect_on_sunny_cove("vcomiss %xmm1, %xmm0; setb %al; vmovd %eax, %xmm0", 5.0);
  expect_on_sunny_cove("vcomiss %xmm1, %xmm0; cmovb %ebx, %eax; vmovd %eax, %xmm0", 5.0);
  expect_on_sunny_cove("vtestps %xmm0, %xmm0; cmovz %ebx, %eax; vmovd %eax, %xmm0", 5.0);
}

/// The results of comparisons arrive at the same time as those of operations of one cycle that begin later, which wait.
TEST(SunnyCovePorts, AreBlockedByResultsOfComparisons) {
  const auto pairs = [](const std::string &second, int count) {
    std::string text;
    for (int i = 0; i < count; ++i)
      text += "vcomiss %xmm1, %xmm0; " + second + " %r" + std::to_string(8 + i) + "b; ";
    return text;
  };
  const std::string same = "vcomiss %xmm1, %xmm0; setae %dl; ";
  expect_on_sunny_cove(same + same + same + same, 6.76);
  expect_on_sunny_cove(pairs("setae", 4), 5.72, 0.06);
  expect_on_sunny_cove(pairs("setae", 3), 4.40);
  expect_on_sunny_cove(pairs("setae", 1), 1.80, 0.06);
}

/// 60 random loops of such operations and of those of one cycle on the same port. They were generated and measured
/// after the rule had been written. Without it, the mean error was 22 %, and 8 % were within a tenth.
TEST(SunnyCovePorts, AreBlockedInRandomLoops) { expect_errors("sunny_cove_blocked_unseen.csv", "icx", {0.12, 0.5}); }

/// 52 random chains through vectors, masks and general registers. They were generated and measured after the figures
/// had been taken over, and are not among those that led to them. Before, the mean error was 22 %, and 33 % were within
/// a tenth.
TEST(SunnyCoveChains, PassThroughRegisterFilesAndMasks) {
  expect_errors("sunny_cove_register_files.csv", "icx", {0.02, 0.9});
}

/// 68 loops over arrays of 8 KiB, 16 bytes past a line. GCC 11 and 12 and Clang 22 made them from 17 kernels, with
/// vectors of 256 and 512 bits, and they were measured after the rule had been written. If the arrays are taken for
/// aligned, the mean error is 31 %, and 22 % are within a tenth.
TEST(SunnyCoveArrays, TakeLongerIfTheyAreNotAligned) {
  const std::vector<Row> rows = read_table(OSACA_OWN_KERNELS "/sunny_cove_unaligned_arrays.csv");
  ASSERT_FALSE(rows.empty());
  double mean = 0;
  double close = 0;
  for (const Row &row : rows) {
    std::string loop = "1:\n" + row.at("body") + "\n";
    std::ranges::replace(loop, ';', '\n');
    const std::optional<KernelReport> kernel = analyze_kernel(loop, "a.s", "icx");
    ASSERT_TRUE(kernel) << row.at("body");
    const Cycles cycles = kernel->unaligned_arrays ? kernel->unaligned_arrays->cycles : kernel->cycles_per_iteration;
    const double error = std::abs(cycles.to_double() / *figure(row, "unaligned") - 1);
    mean += error / static_cast<double>(rows.size());
    close += (error <= 0.1 ? 1.0 : 0.0) / static_cast<double>(rows.size());
  }
  EXPECT_LT(mean, 0.12);
  EXPECT_GT(close, 0.55);
}

/// With `kxnorw %k0, %k0, %k1` before each of two.
TEST(SunnyCoveScatters, TakeHalfACyclePerElementAndFour) {
  const auto two = [](const std::string &scatter) {
    const std::string one = "kxnorw %k0, %k0, %k1; " + scatter + "; ";
    return one + one;
  };
  expect_on_sunny_cove(two("vpscatterqq %xmm2, (%rdi,%xmm1,8) {%k1}"), 10.97, 0.1);
  expect_on_sunny_cove(two("vpscatterdd %xmm2, (%rdi,%xmm1,4) {%k1}"), 12.95, 0.1);
  expect_on_sunny_cove(two("vpscatterdd %ymm2, (%rdi,%ymm1,4) {%k1}"), 16.94, 0.1);
  expect_on_sunny_cove(two("vpscatterdd %zmm2, (%rdi,%zmm1,4) {%k1}"), 24.90, 0.1);
}

/// 221 of 280 random loops of integers and vectors, those for which three runs agree within 3 %. They were generated
/// and measured after the rules had been written. Before, the mean error was 10.8 %, and 59 % were within a tenth.
TEST(SunnyCoveLoops, OfRandomCodeComeNearTheMeasurement) {
  expect_errors("sunny_cove_unseen.csv", "icx", {0.05, 0.80});
}

/// A loop of so many iterations inside another one, both at the beginning of a line of code.
std::string nest_of(const std::string &body, int iterations) {
  const std::map<std::string, std::string> bodies = {
      {"fma", "vmovss (%rsi,%rax), %xmm1\nvfmadd231ss (%rdx,%rax), %xmm1, %xmm0\n"},
      {"aes", "vaesenc (%rdx,%rax), %xmm0, %xmm0\n"},
      {"add", "vaddss %xmm0, %xmm2, %xmm0\n"},
      {"add_only", "vaddss %xmm0, %xmm2, %xmm0\n"}};
  const std::string store = body == "add_only" ? "" : "vmovss %xmm0, (%rdi,%r8,4)\naddq $4, %rsi\n";
  return "f:\n.p2align 6\n.Louter:\nxorl %eax, %eax\nvxorps %xmm0, %xmm0, %xmm0\n.p2align 6\n.Linner:\n" +
         bodies.at(body) + "addq $4, %rax\ncmpq $" + std::to_string(4 * iterations) + ", %rax\njne .Linner\n" + store +
         "addq $1, %r8\ncmpq %r8, %rcx\njne .Louter\nret\n";
}

/// The lowest of three measurements each, because the core mispredicts the ends of some loops in some runs. In a long
/// run, the chains take 3 or 4 cycles per iteration. Runs of 2 to 8 iterations take up to five cycles more than
/// predicted; the reason is not known.
TEST(SunnyCoveLoops, WithFewIterationsOverlap) {
  const std::vector<Row> rows = read_table(std::string(OSACA_OWN_KERNELS) + "/sunny_cove_short_runs.csv");
  ASSERT_FALSE(rows.empty());
  for (const Row &row : rows) {
    const auto iterations = static_cast<int>(*figure(row, "iterations"));
    const std::string name = row.at("body") + ", " + row.at("iterations") + " iterations";
    const auto kernel = analyze_kernel(nest_of(row.at("body"), iterations), name, "icx");
    ASSERT_TRUE(kernel && kernel->short_runs) << name;
    const double measured = *figure(row, "cycles") / iterations;
    const double predicted = kernel->cycles_per_iteration.to_double();
    constexpr int fewest = 9;
    if (iterations >= fewest)
      EXPECT_NEAR(predicted, measured, 0.25 * measured) << name;
    else
      EXPECT_LT(std::abs(predicted - measured), std::abs(kernel->short_runs->long_cycles.to_double() - measured))
          << name;
  }
}

/// A loop of pieces with so many macro-ops, each at the beginning of a line of code. All but the last end with a jump.
std::string pieces_of(const std::string &sizes) {
  std::istringstream numbers(sizes);
  std::string text = "f:\n.p2align 6\n.Lloop:\n";
  int piece = 0;
  for (int ops = 0; numbers >> ops; ++piece) {
    const std::string label = ".L" + std::to_string(piece) + "\n";
    if (piece > 0)
      text += "jmp " + label + ".p2align 6\n" + label.substr(0, label.size() - 1) + ":\n";
    for (int i = 1; i < ops; ++i)
      text += "nopl (%rax)\n";
  }
  return text + "decq %rdx\njnz .Lloop\nret\n";
}

/// 215 random sequences of two to five pieces with 1 to 20 macro-ops each. They were generated and measured after the
/// rule had been written.
TEST(SunnyCoveCode, IsReadPieceByPiece) {
  const std::vector<Row> rows = read_table(std::string(OSACA_OWN_KERNELS) + "/sunny_cove_pieces.csv");
  ASSERT_FALSE(rows.empty());
  std::size_t right = 0;
  for (const Row &row : rows) {
    const auto kernel = analyze_kernel(pieces_of(row.at("pieces")), row.at("pieces"), "icx");
    ASSERT_TRUE(kernel) << row.at("pieces");
    const double measured = *figure(row, "cycles");
    const double predicted = kernel->cycles_per_iteration.to_double();
    constexpr double scatter = 0.03;
    right += std::abs(predicted - measured) <= scatter * measured ? 1 : 0;
    EXPECT_NEAR(predicted, measured, 0.25 * measured) << row.at("pieces");
  }
  EXPECT_GE(right * 10, rows.size() * 9);
}

} // namespace
} // namespace osaca::test
