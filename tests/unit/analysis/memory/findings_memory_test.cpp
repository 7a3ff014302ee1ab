// When the rules about memory speak, and when they are quiet. The memory is made up (loop_in_memory.h): a cycle a line.
#include "loop_in_memory.h"

#include "report/data_place.h"

#include <algorithm>

namespace osaca::sample {
namespace {

KernelReport with_data(const std::string &text, const std::string &place,
                       const std::optional<MemoryHierarchy> &memory = plain_memory(), const std::string &rows = "") {
  KernelAnalysisOptions options;
  if (!place.empty())
    options.data = *parse_data_place(place);
  if (!rows.empty())
    options.data = joined_places(options.data, *parse_rows(rows));
  return loop_in_memory(text, "emeraldrapids", memory, options);
}

/// Its facts, or none if the rule is quiet.
template <class Facts> std::vector<Facts> told(const KernelReport &report, const std::string &rule) {
  std::vector<Facts> all;
  for (const Finding &finding : report.findings)
    if (finding.rule == rule)
      all.push_back(std::get<Facts>(*finding.facts));
  return all;
}

bool has(const KernelReport &report, const std::string &rule) {
  return std::ranges::any_of(report.findings, [&](const Finding &finding) { return finding.rule == rule; });
}

const std::string copy = x86_loop("vmovupd (%rsi,%rax), %ymm1\nvmovupd %ymm1, (%rdx,%rax)");
const std::string read_only = x86_loop("vaddpd (%rsi,%rax), %ymm0, %ymm0");
/// Sixteen divisions an iteration: no level of this memory takes as long.
const std::string computes = [] {
  std::string body;
  for (int i = 0; i < 16; ++i)
    body += "vdivpd (%rsi,%rax), %ymm0, %ymm" + std::to_string(i % 8 + 1) + "\n";
  return x86_loop(body);
}();
const std::string list = ".L4:\naddq (%rax), %rdx\nmovq 8(%rax), %rax\ntestq %rax, %rax\njne .L4\n";

TEST(MemoryBound, IsReportedOnlyForAKnownLevelOfData) {
  EXPECT_FALSE(has(with_data(copy, ""), "osaca-memory-bound"));
  EXPECT_FALSE(has(with_data(copy, "L1"), "osaca-memory-bound"));
  EXPECT_FALSE(has(with_data(copy, "16 KiB"), "osaca-memory-bound"));
  const auto far = told<DataFar>(with_data(copy, "L3"), "osaca-memory-bound");
  ASSERT_EQ(far.size(), 1U);
  EXPECT_EQ(far[0].level.name, "L3");
  EXPECT_LT(far[0].core_cycles, far[0].level.cycles_per_iteration);
  EXPECT_EQ(told<DataFar>(with_data(copy, "16 MB"), "osaca-memory-bound").size(), 1U) << "a size is a place too";
}

TEST(MemoryBound, IsQuietWhereTheCoreDecides) {
  for (const char *place : {"L2", "L3", "MEM"})
    EXPECT_FALSE(has(with_data(computes, place), "osaca-memory-bound")) << place;
}

TEST(MemoryBound, IsQuietWithoutAMemorySection) {
  for (const char *rule :
       {"osaca-memory-bound", "osaca-latency-bound", "osaca-strided-access", "osaca-no-streaming-stores"})
    EXPECT_FALSE(has(with_data(copy, "MEM", std::nullopt), rule)) << rule;
}

TEST(LatencyBound, NamesTheCyclesOfTheLevel) {
  for (const auto &[place, cycles] : {std::pair("L2", 15), std::pair("L3", 60), std::pair("MEM", 300)}) {
    const KernelReport report = with_data(list, place);
    const auto chased = told<LoadsChased>(report, "osaca-latency-bound");
    ASSERT_EQ(chased.size(), 1U) << place;
    ASSERT_EQ(chased[0].levels.size(), 1U) << place;
    EXPECT_EQ(chased[0].levels[0].level, place);
    EXPECT_EQ(chased[0].levels[0].cycles, Cycles(cycles));
    EXPECT_FALSE(has(report, "osaca-memory-bound")) << "blocks and smaller types help no list";
    EXPECT_FALSE(has(report, "osaca-lcd-bound")) << "said once";
  }
}

MemoryHierarchy without_memory_latency() {
  MemoryHierarchy memory = plain_memory();
  memory.levels.back().latency_cycles = 0;
  return memory;
}

// The model knows that L3 takes 60 cycles. Memory cannot take less, whatever its transfers take.
TEST(LatencyBound, AnUnknownLatencyIsAtLeastThatOfTheNearerLevel) {
  const KernelReport report = with_data(list, "MEM", without_memory_latency());
  EXPECT_EQ(report.cycles_per_iteration, Cycles(60));
  EXPECT_FALSE(report.complete);
  const auto chased = told<LoadsChased>(report, "osaca-latency-bound");
  ASSERT_EQ(chased.size(), 1U);
  EXPECT_FALSE(chased[0].levels.at(0).is_exact);
  EXPECT_FALSE(has(report, "osaca-memory-bound")) << "blocks and smaller types help no list";
  EXPECT_TRUE(with_data(list, "L3", without_memory_latency()).complete);
}

TEST(LatencyBound, RandomAccessesWithoutAFigureAreALowerBound) {
  const std::string by_index = x86_loop("movslq (%rsi,%rax), %rbx\naddq (%rdx,%rbx,8), %rdi", 4);
  const KernelReport far = with_data(by_index, "MEM", without_memory_latency());
  const KernelReport near = with_data(by_index, "L3", without_memory_latency());
  EXPECT_FALSE(far.complete);
  EXPECT_TRUE(near.complete);
  EXPECT_GE(far.cycles_per_iteration, near.cycles_per_iteration);
}

TEST(LatencyBound, LeavesTheFirstLevelToTheLoopCarriedChain) {
  for (const char *place : {"", "L1"}) {
    const KernelReport report = with_data(list, place);
    EXPECT_TRUE(has(report, "osaca-lcd-bound")) << place;
    EXPECT_FALSE(has(report, "osaca-latency-bound")) << place;
  }
}

TEST(LatencyBound, TellsAllLevelsWhereSomethingElseBoundsTheFirst) {
  std::string body = ".L4:\n";
  for (int i = 0; i < 4; ++i)
    body += "vdivpd 16(%rax), %ymm0, %ymm" + std::to_string(i + 1) + "\n";
  const KernelReport report = with_data(body + "movq 8(%rax), %rax\ntestq %rax, %rax\njne .L4\n", "");
  const auto chased = told<LoadsChased>(report, "osaca-latency-bound");
  ASSERT_EQ(chased.size(), 1U);
  EXPECT_EQ(chased[0].levels.back().level, "MEM");
}

TEST(LatencyBound, IsQuietAboutLoadsThatNeedNoOther) {
  EXPECT_FALSE(has(with_data(read_only, "MEM"), "osaca-latency-bound"));
  const std::string by_index = x86_loop("movslq (%rsi,%rax), %rbx\naddq (%rdx,%rbx,8), %rdi", 4);
  EXPECT_FALSE(has(with_data(by_index, "L3"), "osaca-latency-bound"));
}

TEST(StridedAccess, LessThanHalfOfEachLine) {
  for (const int step : {8, 16, 32, 128, 512}) {
    const KernelReport report = with_data(x86_loop("addq (%rsi,%rax), %rdx", step), "MEM");
    const auto half_used = told<LinesHalfUsed>(report, "osaca-strided-access");
    ASSERT_EQ(half_used.size(), step > 16 ? 1U : 0U) << "8 bytes of every " << step;
    if (!half_used.empty()) {
      EXPECT_EQ(half_used[0].bytes_of_line, Cycles(step < 64 ? 8 * 64 / step : 8));
      EXPECT_EQ(half_used[0].step_bytes, step);
    }
  }
}

TEST(StridedAccess, MembersThatAreUsedTogetherCountTogether) {
  const std::string both = "vaddsd (%rsi,%rax), %xmm0, %xmm0\nvaddsd 8(%rsi,%rax), %xmm1, %xmm1";
  EXPECT_FALSE(has(with_data(x86_loop(both, 32), "L3"), "osaca-strided-access")) << "16 of 32 bytes: half is enough";
  EXPECT_TRUE(has(with_data(x86_loop(both, 64), "L3"), "osaca-strided-access"));
}

TEST(StridedAccess, IsQuietWhereItCostsNothing) {
  const std::string strided = x86_loop("vaddsd (%rsi,%rax), %xmm0, %xmm0", 512);
  EXPECT_FALSE(has(with_data(strided, "L1"), "osaca-strided-access"));
  const std::string waits = x86_loop("addq (%rsi,%rax), %rdx\nimulq $3, %rdx, %rdx", 512); // four cycles
  EXPECT_FALSE(has(with_data(waits, "L2"), "osaca-strided-access")) << "a line takes a cycle";
  EXPECT_FALSE(has(with_data(list, "L3"), "osaca-strided-access")) << "it moves in no order";
}

MemoryHierarchy with_streaming_stores(Cycles cycles) {
  MemoryHierarchy memory = plain_memory();
  memory.streaming_store_cycles = cycles;
  return memory;
}

TEST(NoStreamingStores, CountTheLinesThatTheyWouldSave) {
  const auto read =
      told<LinesReadToBeWritten>(with_data(copy, "MEM", with_streaming_stores(1)), "osaca-no-streaming-stores");
  ASSERT_EQ(read.size(), 1U);
  EXPECT_EQ(read[0].arrays.size(), 1U);
  EXPECT_EQ(read[0].lines, Cycles(3, 2)) << "half a line of each array, one of them twice";
  EXPECT_EQ(read[0].without, Cycles(1));
}

TEST(NoStreamingStores, AreForArraysInMemoryThatAreOnlyWritten) {
  const auto is_told = [](const std::string &text, const char *place) {
    return has(with_data(text, place, with_streaming_stores(1)), "osaca-no-streaming-stores");
  };
  EXPECT_TRUE(is_told(copy, "4 GB"));
  for (const char *place : {"", "L1", "L2", "L3"})
    EXPECT_FALSE(is_told(copy, place)) << place;
  EXPECT_FALSE(is_told(read_only, "MEM"));
  EXPECT_FALSE(is_told(x86_loop("vaddpd (%rdx,%rax), %ymm0, %ymm1\nvmovupd %ymm1, (%rdx,%rax)"), "MEM"))
      << "it is read";
  EXPECT_FALSE(is_told(x86_loop("vmovupd (%rsi,%rax), %ymm1\nvmovntpd %ymm1, (%rdx,%rax)"), "MEM")) << "it does that";
  EXPECT_FALSE(is_told(x86_loop("vmovsd %xmm1, (%rdx,%rax)", 128), "MEM")) << "parts of lines would be written alone";
}

TEST(NoStreamingStores, NeedAMeasurementThatTheyGain) {
  EXPECT_FALSE(has(with_data(copy, "MEM", with_streaming_stores(0)), "osaca-no-streaming-stores")) << "not measured";
  EXPECT_FALSE(has(with_data(copy, "MEM", with_streaming_stores(2)), "osaca-no-streaming-stores"))
      << "as long as a read and a write";
}

/// Rows above and below, so many bytes away.
std::string rows_apart(int bytes) {
  const std::string pitch = std::to_string(bytes);
  return x86_loop("vmovupd -" + pitch + "(%rsi,%rax), %ymm1\nvaddpd " + pitch +
                  "(%rsi,%rax), %ymm1, %ymm1\n"
                  "vmovupd %ymm1, (%rdx,%rax)");
}
const std::string rows_with_bases =
    x86_loop("vmovupd (%rsi,%rax), %ymm1\nvaddpd (%rdi,%rax), %ymm1, %ymm1\nvaddpd -8(%r8,%rax), %ymm1, %ymm1\n"
             "vaddpd 8(%r8,%rax), %ymm1, %ymm1\nvmovupd %ymm1, (%rdx,%rax)");

TEST(LayerConditions, RowsAtAKnownDistance) {
  EXPECT_TRUE(told<RowsLost>(with_data(rows_apart(4096), "L3"), "osaca-layer-condition").empty());
  // Two arrays pass in 48 KiB: not while a distance of 128 KiB is walked.
  const auto lost = told<RowsLost>(with_data(rows_apart(65536), "L3"), "osaca-layer-condition");
  ASSERT_EQ(lost.size(), 1U);
  EXPECT_EQ(lost[0].condition.level, "L1");
  EXPECT_LT(lost[0].condition.most_row_bytes, lost[0].condition.row_bytes.value_or(0));
}

TEST(LayerConditions, RowsWhoseLengthIsSaid) {
  const auto lost = [](const char *place, const char *rows) {
    std::string levels;
    for (const RowsLost &it :
         told<RowsLost>(with_data(rows_with_bases, place, plain_memory(), rows), "osaca-layer-condition"))
      levels += it.condition.level;
    return levels;
  };
  EXPECT_EQ(lost("L3", ""), "") << "nothing is known";
  EXPECT_EQ(lost("L3", "4 KiB"), "");
  EXPECT_EQ(lost("L3", "512"), "") << "doubles";
  EXPECT_EQ(lost("L3", "64 KiB"), "L1");
  EXPECT_EQ(lost("L3", "1 MiB"), "L2") << "the furthest cache that loses them, once";
  EXPECT_EQ(lost("L2", "1 MiB"), "L1") << "they come from L2 anyway";
  EXPECT_EQ(lost("L1", "1 MiB"), "");
}

} // namespace
} // namespace osaca::sample
