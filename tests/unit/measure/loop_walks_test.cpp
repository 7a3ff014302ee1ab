// How loops find their places in memory, and what is written there for them. Contents are followed as a loop would.
#include "decode/decoder.h"
#include "measure/harness/loop_data.h"
#include "measure/harness/loop_walks.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

namespace osaca::measure {
namespace {

constexpr std::size_t rdx = 2;
constexpr std::size_t rsi = 6;
constexpr std::size_t rdi = 7;

Kernel walking_loop(const std::string &body) {
  DecodeOptions options;
  options.isa = Isa::x86_64;
  const Expected<DecodedInput> input = decode_assembly(".L1:\n" + body, "test", options);
  EXPECT_TRUE(input) << input.error().text();
  return input && !input->kernels.empty() ? input->kernels.front() : Kernel{};
}

LoopWalks walks_in(const std::string &body) {
  const Kernel loop = walking_loop(body);
  const Expected<LoopWalks> walks = walks_of(loop, register_uses(loop));
  EXPECT_TRUE(walks) << walks.error().text();
  return walks ? *walks : LoopWalks{};
}

TEST(LoopWalks, FollowListsByEitherWayToTheNextNode) {
  const LoopWalks counted = walks_in("incq %rax\nmovq (%rdi), %rdi\ncmpq %rdx, %rax\njl .L1\n");
  ASSERT_EQ(counted.lists.size(), 1U);
  EXPECT_THAT(counted.lists[0].starts, testing::ElementsAre(rdi));
  EXPECT_FALSE(counted.lists[0].ends_with_zero);
  const LoopWalks through_another =
      walks_in("vaddsd (%rdi), %xmm0, %xmm0\nmovq 72(%rdi), %rax\nmovq %rax, %rdi\ntestq %rax, %rax\njne .L1\n");
  ASSERT_EQ(through_another.lists.size(), 1U);
  EXPECT_THAT(through_another.lists[0].starts, testing::ElementsAre(rdi));
  EXPECT_TRUE(through_another.lists[0].ends_with_zero);
  EXPECT_EQ(through_another.lists[0].next_offset, 72);
  EXPECT_EQ(through_another.lists[0].node_bytes, 128);
  EXPECT_EQ(walks_in("movq (%rdi), %rax\nmovq (%rax), %rdi\ndecq %rdx\njne .L1\n").lists.at(0).nodes_per_iteration, 2);
}

TEST(LoopWalks, FindWhereIndicesComeFrom) {
  const LoopWalks plain =
      walks_in("movslq (%rsi), %rax\naddq $4, %rsi\nvaddsd (%rdi,%rax,8), %xmm0, %xmm0\ncmpq %rsi, %rdx\njne .L1\n");
  ASSERT_EQ(plain.indexed.size(), 1U);
  EXPECT_EQ(plain.indexed[0].array, rdi);
  EXPECT_EQ(plain.indexed[0].indices, rsi);
  EXPECT_EQ(plain.indexed[0].index_bytes, 4);
  EXPECT_EQ(plain.indexed[0].index_unit, 1);
  const LoopWalks bytes =
      walks_in("movq (%rsi), %rax\naddq $8, %rsi\naddl $1, (%rdi,%rax)\ncmpq %rsi, %rdx\njne .L1\n");
  ASSERT_FALSE(bytes.indexed.empty());
  EXPECT_EQ(bytes.indexed[0].index_unit, 4) << "offsets in bytes, of integers";
  const LoopWalks gather =
      walks_in("vmovdqu (%rsi,%rdx,4), %xmm1\nvpcmpeqd %ymm2, %ymm2, %ymm2\nvgatherdpd %ymm2, (%rdi,%xmm1,8), %ymm0\n"
               "addq $4, %rdx\ncmpq %rax, %rdx\njne .L1\n");
  ASSERT_EQ(gather.indexed.size(), 1U);
  EXPECT_EQ(gather.indexed[0].indices, rsi);
  EXPECT_EQ(gather.indexed[0].elements_per_iteration, 4);
  EXPECT_EQ(gather.indexed[0].element_bytes, 8);
}

TEST(LoopWalks, ReportUnknownWalks) {
  const Kernel computed = walking_loop("movslq (%rsi), %rax\nimulq %rdx, %rax\naddq $4, %rsi\nvaddsd (%rdi,%rax,8), "
                                       "%xmm0, %xmm0\ncmpq %rsi, %rcx\njne .L1\n");
  EXPECT_FALSE(walks_of(computed, register_uses(computed)));
  const Kernel tree = walking_loop("movq (%rdi), %rax\nmovq 8(%rax), %rdi\ntestq %rdi, %rdi\njne .L1\n");
  EXPECT_FALSE(walks_of(tree, register_uses(tree)));
}

TEST(RegionContents, NodesLeadToEachOfThemOnce) {
  for (const bool ends : {false, true}) {
    std::vector<std::uint64_t> words(64 * 8);
    const auto begin = reinterpret_cast<std::uint64_t>(words.data());
    filled_with_nodes({begin, 64, 64, 8, ends}, 7)(words.data(), words.size());
    std::set<std::uint64_t> seen;
    std::uint64_t place = begin;
    for (; place != 0 && seen.insert(place).second;)
      place = *reinterpret_cast<std::uint64_t *>(place + 8);
    EXPECT_EQ(seen.size(), 64U);
    EXPECT_EQ(place, ends ? 0 : begin);
  }
}

TEST(RegionContents, IndicesStayInTheirArrayAndReachAllOfIt) {
  std::vector<std::uint64_t> words(4096);
  filled_with_indices(4, 8, 1000)(words.data(), words.size());
  const auto *indices = reinterpret_cast<const std::int32_t *>(words.data());
  std::set<std::int32_t> seen(indices, indices + 8192);
  EXPECT_GE(*seen.begin(), 0);
  EXPECT_LT(*seen.rbegin(), 8000);
  EXPECT_GT(seen.size(), 950U);
  EXPECT_TRUE(std::ranges::all_of(seen, [](std::int32_t index) { return index % 8 == 0; }));
}

/// Regions must hold what the loop comes to, from its first iteration to its last.
TEST(LoopData, SweepsGoOverAllOfTheMemoryThatWasAskedFor) {
  const Kernel copy = walking_loop(
      "vmovupd (%rsi,%rax), %ymm1\nvmovupd %ymm1, (%rdx,%rax)\naddq $32, %rax\ncmpq %rax, %rcx\njne .L1\n");
  const Expected<LoopData> data = data_for(copy, {16 << 20, 1 << 30, false, 0});
  ASSERT_TRUE(data) << data.error().text();
  EXPECT_EQ(data->lengths, RunLengths::sweeps);
  EXPECT_EQ(data->setup.iterations.shorter, data->setup.iterations.longer);
  EXPECT_NEAR(static_cast<double>(data->setup.iterations.longer) * 64, 16 << 20, 64);
  ASSERT_EQ(data->regions.size(), 2U);
  for (const std::size_t base : {rsi, rdx}) {
    const std::uint64_t first = data->setup.longer_start[base];
    const std::uint64_t last = first + 32U * static_cast<std::uint64_t>(data->setup.iterations.longer);
    EXPECT_TRUE(std::ranges::any_of(data->regions, [&](const MemoryRegion &region) {
      return region.address <= first && last <= region.address + region.bytes;
    }));
  }
}

TEST(LoopData, OfWideStepsCountsTheLinesThatAreTouched) {
  const Kernel strided = walking_loop("vaddsd (%rax), %xmm0, %xmm0\naddq $256, %rax\ncmpq %rax, %rdx\njne .L1\n");
  const Expected<LoopData> data = data_for(strided, {1 << 20, 1 << 30, false, 0});
  ASSERT_TRUE(data) << data.error().text();
  EXPECT_EQ(data->setup.iterations.longer, (1 << 20) / 64);
  const Expected<LoopData> little = data_for(strided, {1 << 20, 1 << 20, false, 0});
  ASSERT_TRUE(little);
  EXPECT_EQ(little->setup.iterations.longer, (1 << 20) / 256) << "no more than may be taken";
}

TEST(LoopData, RowsAreContiguousInOneArray) {
  const Kernel rows =
      walking_loop("vmovupd (%rsi,%rax), %ymm1\nvaddpd (%rdx,%rax), %ymm1, %ymm1\nvaddpd (%rdi,%rax), %ymm1, %ymm1\n"
                   "vmovupd %ymm1, (%rcx,%rax)\naddq $32, %rax\ncmpq %rax, %r8\njne .L1\n");
  const Expected<LoopData> data = data_for(rows, {1 << 20, 1 << 30, false, 3});
  ASSERT_TRUE(data) << data.error().text();
  EXPECT_EQ(data->regions.size(), 2U);
  EXPECT_EQ(data->setup.longer_start[rsi] - data->setup.longer_start[rdx], 8192U);
  EXPECT_EQ(data->setup.longer_start[rdi] - data->setup.longer_start[rsi], 8192U);
  const Expected<LoopData> apart = data_for(rows, {1 << 20, 1 << 30, false, 0});
  ASSERT_TRUE(apart);
  EXPECT_EQ(apart->regions.size(), 4U);
}

/// Bytes behind the begin of a line.
std::uint64_t place_in_line(const LoopSetup &setup, std::size_t reg) { return setup.longer_start[reg] % 64; }

TEST(LoopData, RowsOfAStencilLieAsFarOffAsItsNeighbours) {
  const std::string body =
      "vmovupd -8(%rdx,%rax), %zmm7\nvaddpd 8(%rdx,%rax), %zmm7, %zmm0\nvaddpd (%rdi,%rax), %zmm0, %zmm0\n"
      "vmovupd %zmm0, (%rsi,%rax)\naddq $64, %rax\ncmpq %rcx, %rax\njne .L1\n";
  const Kernel loop = walking_loop(body);
  for (const bool is_first_level : {true, false}) {
    const Expected<LoopData> data = data_for(loop, {16 << 10, 1 << 20, is_first_level, 0});
    ASSERT_TRUE(data) << data.error().text();
    EXPECT_EQ(place_in_line(data->setup, rdx), 0U);
    EXPECT_EQ(place_in_line(data->setup, rdi), 56U);
    EXPECT_EQ(place_in_line(data->setup, rsi), 0U);
  }
  const Expected<LoopSetup> setup = set_up_loop(loop);
  ASSERT_TRUE(setup);
  EXPECT_EQ(place_in_line(*setup, rdi), 56U);
}

} // namespace
} // namespace osaca::measure
