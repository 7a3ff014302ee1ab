#include "analysis/graph/store_forwarding.h"

#include "sample.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace osaca {
namespace {

using namespace sample;

std::optional<int> distance_of_first_store_and_load(const Kernel &kernel) {
  const CostedKernel bound_kernel = bound(kernel);
  const std::vector<Forwarding> found = forwardings(analyze_addresses(bound_kernel), 64);
  return found.empty() ? std::nullopt : std::optional(found.front().distance);
}

Kernel recurrence(std::int64_t load_offset, std::int64_t store_offset, std::int64_t step) {
  return kernel({instruction("VMOVSDrm", {writes(xmm0), memory(rax, load_offset, 8, false)}),
                 instruction("VMOVSDmr", {memory(rax, store_offset, 8, true), reads(xmm0)}), advances(rax, step)});
}

TEST(Addresses, AFixedSlotIsReadInTheNextIteration) {
  EXPECT_EQ(distance_of_first_store_and_load(kernel({instruction("VMOVSDrm", {writes(xmm0), memory(rbx, 0, 8, false)}),
                                                     instruction("VMOVSDmr", {memory(rbx, 0, 8, true), reads(xmm0)})})),
            1);
}

TEST(Addresses, DistanceFollowsFromTheStep) {
  EXPECT_EQ(distance_of_first_store_and_load(recurrence(-8, 0, 8)), 1);  // a[i] = a[i-1]
  EXPECT_EQ(distance_of_first_store_and_load(recurrence(-16, 0, 8)), 2); // a[i] = a[i-2]
  EXPECT_EQ(distance_of_first_store_and_load(recurrence(16, 0, -8)), 2); // the same, downwards
}

TEST(Addresses, ReadingAheadIsNoDependency) {
  EXPECT_EQ(distance_of_first_store_and_load(recurrence(8, 0, 8)), std::nullopt);
  EXPECT_EQ(distance_of_first_store_and_load(recurrence(0, 0, 8)), std::nullopt);
}

TEST(Addresses, UnrelatedBasesAreIndependent) {
  EXPECT_EQ(distance_of_first_store_and_load(kernel({instruction("VMOVSDrm", {writes(xmm0), memory(rax, 0, 8, false)}),
                                                     instruction("VMOVSDmr", {memory(rbx, 0, 8, true), reads(xmm0)})})),
            std::nullopt);
}

TEST(Addresses, ACopiedRegisterIsTheSameAddress) {
  EXPECT_EQ(distance_of_first_store_and_load(
                kernel({copies(rcx, rax), instruction("VMOVSDmr", {memory(rcx, 8, 8, true), reads(xmm0)}),
                        instruction("VMOVSDrm", {writes(xmm1), memory(rax, 8, 8, false)})})),
            0);
}

TEST(Addresses, AnOverwrittenBaseIsAnotherAddress) {
  EXPECT_EQ(
      distance_of_first_store_and_load(kernel({instruction("VMOVSDmr", {memory(rax, 0, 8, true), reads(xmm0)}),
                                               instruction("IMUL64rr", {updates(rax), reads(rbx)}),
                                               instruction("VMOVSDrm", {writes(xmm1), memory(rax, 0, 8, false)})})),
      std::nullopt);
}

TEST(Addresses, PartlyOverlappingAccessesDepend) {
  EXPECT_EQ(distance_of_first_store_and_load(kernel({instruction("MOV64mr", {memory(rbx, 0, 8, true), reads(rax)}),
                                                     instruction("MOV32rm", {writes(rcx), memory(rbx, 4, 4, false)})})),
            0);
}

/// What a byte-wise memory remembers: who wrote each byte last. Runs two hundred iterations.
std::vector<std::pair<int, int>> writers_by_running(const std::vector<MemoryAccess> &accesses, int max_distance) {
  constexpr int iterations = 200;
  std::vector<std::pair<int, int>> result;            // of the last iteration, per access: store and distance
  std::map<std::int64_t, std::pair<int, int>> memory; // address -> iteration, access
  for (int iteration = 0; iteration < iterations; ++iteration)
    for (std::size_t a = 0; a < accesses.size(); ++a) {
      const MemoryAccess &access = accesses[a];
      const std::int64_t place = access.address.offset + *access.step_bytes * iteration;
      std::pair<int, int> latest(-1, -1);
      for (std::int64_t byte = place; byte < place + access.width_bytes; ++byte) {
        if (access.reads && memory.contains(byte))
          latest = std::max(latest, memory.at(byte));
        if (access.writes)
          memory[byte] = {iteration, static_cast<int>(a)};
      }
      if (access.reads && iteration + 1 == iterations) {
        const int distance = iteration - latest.first;
        result.push_back(latest.first < 0 || distance > max_distance ? std::pair(-1, 0)
                                                                     : std::pair(latest.second, distance));
      }
    }
  return result;
}

TEST(Forwardings, AreThoseThatAMemoryWouldShow) {
  std::mt19937 random(5);
  const auto below = [&random](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  constexpr int furthest = 20;
  for (int round = 0; round < 500; ++round) {
    std::vector<Instruction> code;
    for (int i = 0; i < 2 + below(12); ++i) {
      const int width = 1 << below(5);
      code.push_back(below(2) == 0 ? instruction("LOAD", {writes(xmm0), memory(rax, below(80) - 40, width, false)})
                                   : instruction("STORE", {memory(rax, below(80) - 40, width, true), reads(xmm0)}));
    }
    const int steps[] = {0, 1, 4, 8, -8, 16, -24, 64};
    code.push_back(advances(rax, steps[below(8)]));
    const CostedKernel kernel_of_round = bound(kernel(std::move(code)));
    const AddressAnalysis analysis = analyze_addresses(kernel_of_round);
    const std::vector<std::pair<int, int>> expected = writers_by_running(analysis.accesses, furthest);
    std::vector<std::pair<int, int>> found;
    const std::vector<Forwarding> all = forwardings(analysis, furthest);
    for (std::size_t a = 0; a < analysis.accesses.size(); ++a) {
      if (!analysis.accesses[a].reads)
        continue;
      const auto own = std::ranges::find_if(all, [a](const Forwarding &f) { return f.load == static_cast<int>(a); });
      found.push_back(own == all.end() ? std::pair(-1, 0) : std::pair(own->store, own->distance));
    }
    EXPECT_EQ(found, expected) << "round " << round;
  }
}

} // namespace
} // namespace osaca
