// Streams and the lines they come to, on loops that are small enough to be counted by hand.
#include "loop_in_memory.h"

namespace osaca {
namespace {

using sample::loop_in_memory;
using sample::x86_loop;

const MemoryReport &memory_of(const KernelReport &report) {
  static const MemoryReport none;
  EXPECT_TRUE(report.memory);
  return report.memory ? *report.memory : none;
}

/// "contiguous 32 bytes 32 r 1/2": its kind, step, different bytes, direction and lines.
std::string shape(const MemoryStream &stream) {
  std::string text(name_of(stream.kind));
  text += " step " + (stream.step_bytes ? std::to_string(*stream.step_bytes) : "?");
  text += " bytes " + std::to_string(stream.bytes_per_iteration);
  text += std::string(" ") + (stream.reads ? "r" : "") + (stream.writes ? "w" : "") +
          (stream.is_streaming_store ? "s" : "");
  return text + " lines " + std::to_string(stream.lines_per_iteration.numerator()) + "/" +
         std::to_string(stream.lines_per_iteration.denominator());
}

std::vector<std::string> shapes(const KernelReport &report) {
  std::vector<std::string> found;
  for (const MemoryStream &stream : memory_of(report).streams)
    found.push_back(shape(stream));
  return found;
}

std::string lines_of(const KernelReport &report, std::size_t level) {
  const LevelTraffic &traffic = memory_of(report).levels.at(level).traffic;
  return traffic.lines_read.text() + " + " + traffic.lines_written.text();
}

using Shapes = std::vector<std::string>;

TEST(Streams, ASumReadsHalfALineInAnIterationOf32Bytes) {
  const KernelReport report = loop_in_memory(x86_loop("vaddpd (%rax), %ymm0, %ymm0"));
  EXPECT_EQ(shapes(report), (Shapes{"contiguous step 32 bytes 32 r lines 1/2"}));
  EXPECT_EQ(memory_of(report).streams.front().array, "(%rax)");
  EXPECT_EQ(memory_of(report).streams.front().instructions, std::vector<int>{0});
  for (std::size_t level = 1; level < 4; ++level)
    EXPECT_EQ(lines_of(report, level), "0.5 + 0.0");
}

TEST(Streams, ACopyReadsWhatItOverwrites) {
  const KernelReport report = loop_in_memory(x86_loop("vmovupd (%rsi,%rax), %ymm1\nvmovupd %ymm1, (%rdx,%rax)"));
  EXPECT_EQ(shapes(report),
            (Shapes{"contiguous step 32 bytes 32 r lines 1/2", "contiguous step 32 bytes 32 w lines 1/2"}));
  for (std::size_t level = 1; level < 4; ++level)
    EXPECT_EQ(lines_of(report, level), "1.0 + 0.5");
}

TEST(Streams, AnUpdateIsReadOnce) {
  const KernelReport report = loop_in_memory(
      ".L4:\nvmulpd (%rax), %ymm2, %ymm1\naddq $32, %rax\nvmovupd %ymm1, -32(%rax)\ncmpq %rcx, %rax\njne .L4\n");
  EXPECT_EQ(shapes(report), (Shapes{"contiguous step 32 bytes 32 rw lines 1/2"}));
  EXPECT_EQ(memory_of(report).streams.front().instructions, (std::vector<int>{0, 2}));
  EXPECT_EQ(lines_of(report, 1), "0.5 + 0.5");
}

// a[i] = b[i] + c[i] * d[i]: three arrays are read, and none of them is a row of another.
TEST(Streams, ATriadReadsThreeArraysAndWhatItOverwrites) {
  const KernelReport report =
      loop_in_memory(x86_loop("vmovupd (%rsi,%rax), %ymm1\nvmovupd (%rdi,%rax), %ymm2\n"
                              "vfmadd132pd (%r8,%rax), %ymm1, %ymm2\nvmovupd %ymm2, (%rdx,%rax)"));
  EXPECT_EQ(shapes(report).size(), 4U);
  EXPECT_EQ(lines_of(report, 1), "2.0 + 0.5");
  EXPECT_TRUE(memory_of(report).layer_conditions.empty());
}

TEST(Streams, CopiesOfAnUnrolledBodyAreOneStream) {
  const KernelReport report = loop_in_memory(x86_loop("vaddpd (%rax), %ymm0, %ymm0\nvaddpd 32(%rax), %ymm1, %ymm1\n"
                                                      "vaddpd 64(%rax), %ymm2, %ymm2\nvaddpd 96(%rax), %ymm3, %ymm3",
                                                      128));
  EXPECT_EQ(shapes(report), (Shapes{"contiguous step 128 bytes 128 r lines 2/1"}));
}

TEST(Streams, NeighboursInARowAreOneStream) {
  const KernelReport report = loop_in_memory(x86_loop("vmovsd -8(%rsi,%rax), %xmm1\nvaddsd 8(%rsi,%rax), %xmm1, %xmm1\n"
                                                      "vmovsd %xmm1, (%rdx,%rax)",
                                                      8));
  EXPECT_EQ(shapes(report), (Shapes{"contiguous step 8 bytes 8 r lines 1/8", "contiguous step 8 bytes 8 w lines 1/8"}));
}

TEST(Streams, DownwardsIsAsManyLinesAsUpwards) {
  const KernelReport report =
      loop_in_memory(".L4:\nvaddsd -8(%rax), %xmm0, %xmm0\nsubq $8, %rax\ncmpq %rax, %rcx\njne .L4\n");
  EXPECT_EQ(shapes(report), (Shapes{"contiguous step -8 bytes 8 r lines 1/8"}));
}

TEST(Streams, EachStepOfMoreThanALineIsALine) {
  EXPECT_EQ(shapes(loop_in_memory(x86_loop("vaddsd (%rax), %xmm0, %xmm0", 256))),
            (Shapes{"strided step 256 bytes 8 r lines 1/1"}));
  // Two members of a structure in one line, and one in another.
  EXPECT_EQ(shapes(loop_in_memory(x86_loop("vaddsd (%rax), %xmm0, %xmm0\nvaddsd 16(%rax), %xmm1, %xmm1\n"
                                           "vaddsd 200(%rax), %xmm2, %xmm2",
                                           512))),
            (Shapes{"strided step 512 bytes 24 r lines 2/1"}));
  // The next one is in the line before the step's end: all lines are touched.
  EXPECT_EQ(shapes(loop_in_memory(x86_loop("vmovupd (%rax), %ymm0\nvpermt2pd 32(%rax), %ymm2, %ymm0", 64))),
            (Shapes{"contiguous step 64 bytes 64 r lines 1/1"}));
  EXPECT_EQ(shapes(loop_in_memory(x86_loop("vaddsd (%rax), %xmm0, %xmm0\nvaddsd 64(%rax), %xmm1, %xmm1", 128))),
            (Shapes{"contiguous step 128 bytes 16 r lines 2/1"}));
}

// Walking down a column, the places above and below are come to by the iterations before and behind.
TEST(Streams, NeighboursInAColumnAreOneLineAnIteration) {
  const KernelReport report =
      loop_in_memory(x86_loop("vmovsd -4096(%rax), %xmm0\nvaddsd 4096(%rax), %xmm0, %xmm1", 4096));
  for (const std::string &shown : shapes(report))
    EXPECT_EQ(shown, "strided step 4096 bytes 8 r lines 1/1");
  EXPECT_EQ(lines_of(report, 1), "1.0 + 0.0");
}

TEST(Streams, StoresPastTheCachesAreReadFromNowhere) {
  const KernelReport report =
      loop_in_memory(".L3:\nvmovapd (%rsi,%rax,8), %ymm1\naddq $4, %rax\nvmovntpd %ymm1, (%rdi)\n"
                     "addq $32, %rdi\ncmpq %rax, %r8\njg .L3\n");
  EXPECT_EQ(shapes(report),
            (Shapes{"contiguous step 32 bytes 32 r lines 1/2", "contiguous step 32 bytes 32 ws lines 1/2"}));
  EXPECT_EQ(lines_of(report, 3), "0.5 + 0.0");
  EXPECT_EQ(memory_of(report).levels.at(3).bound_by, MemoryBoundKind::streaming_stores);
  EXPECT_EQ(memory_of(report).levels.at(3).cycles_per_iteration, Cycles(9, 2));
}

TEST(Streams, AChaseTakesTheLatencyOfTheLevel) {
  const KernelReport report = loop_in_memory(".L3:\nincq %rax\nmovq (%rdi), %rdi\ncmpq %rdx, %rax\njl .L3\n");
  EXPECT_EQ(shapes(report), (Shapes{"chased step ? bytes 8 r lines 1/1"}));
  const std::vector<MemoryLevelFigures> &levels = memory_of(report).levels;
  EXPECT_EQ(levels.at(1).cycles_per_iteration, Cycles(15));
  EXPECT_EQ(levels.at(2).cycles_per_iteration, Cycles(60));
  EXPECT_EQ(levels.at(3).cycles_per_iteration, Cycles(300));
  EXPECT_EQ(levels.at(3).bound_by, MemoryBoundKind::latency);
}

// sum += p->value; p = p->next->next: two loads in a row, and one beside them in a line that is there already.
TEST(Streams, TwoLinksOfAChaseTakeTwiceTheLatency) {
  const KernelReport report =
      loop_in_memory(".L3:\naddq 8(%rdi), %rax\nmovq (%rdi), %rsi\nmovq (%rsi), %rdi\ntestq %rdi, %rdi\njne .L3\n");
  EXPECT_EQ(shapes(report), (Shapes{"chased step ? bytes 16 r lines 1/1", "chased step ? bytes 8 r lines 1/1"}));
  EXPECT_EQ(memory_of(report).levels.at(3).cycles_per_iteration, Cycles(600));
}

// if (a[i] > a[best]) best = i: what a[best] loads is in the first level, because the loop has just compared it.
TEST(Streams, TheLargestElementSoFarIsNoChase) {
  const KernelReport report = loop_in_memory(".L3:\nvmovsd (%rdi,%rax,8), %xmm0\nmovslq %ecx, %rsi\n"
                                             "vcomisd (%rdi,%rsi,8), %xmm0\ncmova %eax, %ecx\nincq %rax\n"
                                             "cmpq %rax, %rdx\njne .L3\n");
  EXPECT_EQ(shapes(report), (Shapes{"contiguous step 8 bytes 8 r lines 1/8", "invariant step ? bytes 0 r lines 0/1"}));
  EXPECT_EQ(memory_of(report).levels.at(3).cycles_per_iteration, report.cycles_per_iteration);
}

// The smallest node of a list so far: the list is followed, the node is not.
TEST(Streams, TheSmallestNodeSoFarIsNoChase) {
  const KernelReport report =
      loop_in_memory(".L3:\nvmovsd 8(%rcx), %xmm0\nvcomisd 8(%rdi), %xmm0\ncmova %rdi, %rcx\nmovq (%rdi), %rdi\n"
                     "testq %rdi, %rdi\njne .L3\n");
  EXPECT_EQ(shapes(report), (Shapes{"invariant step ? bytes 0 r lines 0/1", "chased step ? bytes 16 r lines 1/1"}));
}

// t = t[half] < key ? t + half : t; half /= 2: each comparison decides where the next load is.
TEST(Streams, ASearchWaitsForEachComparison) {
  const KernelReport report =
      loop_in_memory(".L3:\nshrq %rax\nleaq (%rdi,%rax,4), %rcx\ncmpl %edx, (%rcx)\ncmovl %rcx, %rdi\n"
                     "cmpq $1, %rax\nja .L3\n");
  EXPECT_EQ(shapes(report), (Shapes{"chased step ? bytes 4 r lines 1/1"}));
}

// sum += a[i + best]: the comparison decides, but each element is in another place than the previous one.
TEST(Streams, APositionThatMovesOnIsNotKept) {
  const KernelReport report =
      loop_in_memory(".L3:\nleaq (%rax,%rcx), %rsi\ncmpl %edx, (%rdi,%rsi,4)\ncmovl %r8, %rcx\nincq %rax\n"
                     "cmpq %rax, %r9\njne .L3\n");
  EXPECT_EQ(shapes(report), (Shapes{"unknown step ? bytes 0 r lines 0/1"}));
}

TEST(Streams, AnIndexThatIsLoadedComesToAnyLine) {
  const KernelReport report =
      loop_in_memory(".L3:\nmovslq (%rsi), %rax\naddq $4, %rsi\nvaddsd (%rdi,%rax,8), %xmm0, %xmm0\n"
                     "cmpq %rsi, %rdx\njne .L3\n");
  EXPECT_EQ(shapes(report), (Shapes{"contiguous step 4 bytes 4 r lines 1/16", "indirect step ? bytes 8 r lines 1/1"}));
  EXPECT_EQ(memory_of(report).levels.at(3).cycles_per_iteration, Cycles(30)); // 300 of latency, ten at a time
  EXPECT_EQ(memory_of(report).levels.at(3).bound_by, MemoryBoundKind::misses);
}

TEST(Streams, AGatherComesToALineForEachElement) {
  const KernelReport report =
      loop_in_memory(".L3:\nvmovdqu (%rsi), %xmm1\nvpcmpeqd %ymm3, %ymm3, %ymm3\naddq $16, %rsi\n"
                     "vgatherdpd %ymm3, (%rdi,%xmm1,8), %ymm2\nvaddpd %ymm2, %ymm0, %ymm0\n"
                     "cmpq %rsi, %rdx\njne .L3\n");
  ASSERT_EQ(shapes(report).size(), 2U);
  EXPECT_EQ(memory_of(report).streams.at(1).kind, StreamKind::indirect);
  EXPECT_EQ(memory_of(report).streams.at(1).lines_per_iteration, Cycles(4));
}

// counts[bytes[i]]++: the table has 256 places.
TEST(Streams, ASmallTableStaysInTheFirstLevel) {
  const KernelReport report =
      loop_in_memory(".L3:\nmovzbl (%rsi), %eax\nincq %rsi\nincl (%rdi,%rax,4)\ncmpq %rsi, %rdx\njne .L3\n");
  ASSERT_EQ(shapes(report).size(), 2U);
  EXPECT_EQ(shapes(report).at(1), "indirect step ? bytes 0 rw lines 0/1");
  EXPECT_EQ(lines_of(report, 1), "0.02 + 0.0");
  const KernelReport masked =
      loop_in_memory(".L3:\nmovl (%rsi), %eax\naddq $4, %rsi\nandl $63, %eax\nincl (%rdi,%rax,4)\n"
                     "cmpq %rsi, %rdx\njne .L3\n");
  EXPECT_EQ(shapes(masked).at(1), "indirect step ? bytes 0 rw lines 0/1");
}

TEST(Streams, WhatStaysInItsPlaceAndPrefetchesCostNoLines) {
  const KernelReport report =
      loop_in_memory(x86_loop("vmovsd 8(%rsp), %xmm1\nprefetcht0 512(%rax)\nvaddsd (%rax), %xmm1, %xmm2\n"
                              "vmovsd %xmm2, 16(%rsp)",
                              8));
  EXPECT_EQ(shapes(report), (Shapes{"invariant step 0 bytes 0 rw lines 0/1", "contiguous step 8 bytes 8 r lines 1/8"}));
  EXPECT_EQ(lines_of(report, 1), "0.12 + 0.0");
}

TEST(Streams, WhatIsMovedByOneInstructionIsNotKnown) {
  const KernelReport report = loop_in_memory(".L3:\nmovq %r8, %rcx\nrep movsb\ndecq %rdx\njne .L3\n");
  for (const MemoryStream &stream : memory_of(report).streams)
    EXPECT_EQ(stream.kind, StreamKind::unknown);
  EXPECT_EQ(lines_of(report, 1), "0.0 + 0.0");
}

TEST(Streams, AVictimIsGivenEveryLineThatLeaves) {
  MemoryHierarchy memory = sample::plain_memory();
  memory.levels[1].victim = true;
  const KernelReport report = loop_in_memory(x86_loop("vaddpd (%rax), %ymm0, %ymm0"), "emeraldrapids", memory);
  EXPECT_EQ(lines_of(report, 1), "0.5 + 0.0");
  EXPECT_EQ(lines_of(report, 2), "0.5 + 0.5");
  EXPECT_EQ(lines_of(report, 3), "0.5 + 0.0");
}

// Behind the level of the data nothing moves; nearer, all of it.
TEST(Streams, SerialLevelsAddUp) {
  const KernelReport report = loop_in_memory(x86_loop("vmovupd (%rsi,%rax), %ymm1\nvmovupd %ymm1, (%rdx,%rax)", 64));
  const std::vector<MemoryLevelFigures> &levels = memory_of(report).levels;
  ASSERT_EQ(levels.size(), 4U);
  EXPECT_EQ(levels[0].name, "L1");
  EXPECT_EQ(levels[0].cycles_per_iteration, report.cycles_per_iteration);
  EXPECT_EQ(levels[2].cycles_per_iteration - levels[1].cycles_per_iteration, Cycles(3));
  EXPECT_EQ(levels[3].cycles_per_iteration - levels[2].cycles_per_iteration, Cycles(3));
  EXPECT_EQ(memory_of(report).memory_bound_from, 1);
}

TEST(Streams, PostIndexedAddressesMove) {
  const KernelReport report =
      loop_in_memory(".L3:\nldr q1, [x1], 16\nfadd v1.2d, v1.2d, v2.2d\nstr q1, [x0], 16\ncmp x1, x2\nbne .L3\n", "n1");
  EXPECT_EQ(shapes(report),
            (Shapes{"contiguous step 16 bytes 16 r lines 1/4", "contiguous step 16 bytes 16 w lines 1/4"}));
  EXPECT_EQ(memory_of(report).streams.front().array, "[x1]");
  EXPECT_EQ(lines_of(report, 1), "0.5 + 0.25");
}

TEST(Streams, PairsAreOneStream) {
  const KernelReport report = loop_in_memory(
      ".L3:\nldp q1, q2, [x1]\nldr x3, [x3]\nfadd v0.2d, v1.2d, v0.2d\nadd x1, x1, 32\ncmp x1, x2\nbne .L3\n", "n1");
  EXPECT_EQ(shapes(report), (Shapes{"contiguous step 32 bytes 32 r lines 1/2", "chased step ? bytes 8 r lines 1/1"}));
}

TEST(Streams, AreEmptyWithoutAMemoryModelOrIfDisabled) {
  const std::string loop = x86_loop("vaddpd (%rax), %ymm0, %ymm0");
  EXPECT_FALSE(loop_in_memory(loop, "emeraldrapids", std::nullopt).memory);
  EXPECT_FALSE(loop_in_memory(loop, "emeraldrapids", sample::plain_memory(), {.memory = false}).memory);
}

// Measured on an Emerald Rapids with data in the third level: 12.5 cycles.
TEST(Streams, AnIndexThatIsComputedAnewIsFollowed) {
  const KernelReport report = loop_in_memory(".L3:\nmovq %rax, %rdx\nsalq $7, %rdx\nincq %rax\n"
                                             "vaddsd (%rdi,%rdx), %xmm0, %xmm0\ncmpq %rcx, %rax\njl .L3\n");
  EXPECT_EQ(shapes(report), (Shapes{"strided step 128 bytes 8 r lines 1/1"}));
  EXPECT_FALSE(memory_of(report).levels.at(2).lower_bound_only);
}

// A column of a matrix whose rows are as long as a register says.
TEST(Streams, AStepThatARegisterHoldsComesToALineEachTime) {
  const KernelReport report =
      loop_in_memory(".L3:\nvaddsd (%rdi), %xmm0, %xmm0\nleaq (%rdi,%rdx,8), %rdi\ndecq %rcx\njne .L3\n");
  EXPECT_EQ(shapes(report), (Shapes{"strided step ? bytes 8 r lines 1/1"}));
  EXPECT_EQ(memory_of(report).streams.front().register_step, (RegisterStep{"rdx", 8, 0}));
  EXPECT_EQ(lines_of(report, 2), "1.0 + 0.0");
}

TEST(Streams, OfAnUnknownOneTheLevelsAreLowerBounds) {
  const KernelReport report =
      loop_in_memory(".L3:\nvaddsd (%rdi,%rdx,8), %xmm0, %xmm0\naddq %rdx, %rdx\ndecq %rcx\njne .L3\n");
  EXPECT_EQ(memory_of(report).unknown_streams(), 1);
  for (std::size_t level = 0; level < 4; ++level)
    EXPECT_EQ(memory_of(report).levels.at(level).lower_bound_only, level > 0);
}

} // namespace
} // namespace osaca
