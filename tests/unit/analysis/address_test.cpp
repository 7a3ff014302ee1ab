#include "analysis/address.h"

#include "sample.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

using namespace sample;

std::optional<int> distance_of_first_store_and_load(const Kernel &kernel) {
  const AddressAnalysis analysis = analyze_addresses(kernel);
  const MemoryAccess *store = nullptr;
  const MemoryAccess *load = nullptr;
  for (const MemoryAccess &access : analysis.accesses) {
    if (access.writes && !store)
      store = &access;
    if (access.reads && !load)
      load = &access;
  }
  return forwarding_distance(analysis, *store, *load, 64);
}

Kernel recurrence(std::int64_t load_offset, std::int64_t store_offset, std::int64_t step) {
  return kernel({instruction("VMOVSDrm", {writes(xmm0), memory(rax, load_offset, 8, false)}),
                 instruction("VMOVSDmr", {memory(rax, store_offset, 8, true), reads(xmm0)}),
                 instruction("ADD64ri8", {updates(rax), constant(step)})});
}

TEST(Addresses, AFixedSlotIsReadInTheNextIteration) {
  EXPECT_EQ(distance_of_first_store_and_load(
                kernel({instruction("VMOVSDrm", {writes(xmm0), memory(rbx, 0, 8, false)}),
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
  EXPECT_EQ(distance_of_first_store_and_load(
                kernel({instruction("VMOVSDrm", {writes(xmm0), memory(rax, 0, 8, false)}),
                        instruction("VMOVSDmr", {memory(rbx, 0, 8, true), reads(xmm0)})})),
            std::nullopt);
}

TEST(Addresses, ACopiedRegisterIsTheSameAddress) {
  EXPECT_EQ(distance_of_first_store_and_load(
                kernel({instruction("MOV64rr", {writes(rcx), reads(rax)}),
                        instruction("VMOVSDmr", {memory(rcx, 8, 8, true), reads(xmm0)}),
                        instruction("VMOVSDrm", {writes(xmm1), memory(rax, 8, 8, false)})})),
            0);
}

TEST(Addresses, AnOverwrittenBaseIsAnotherAddress) {
  EXPECT_EQ(distance_of_first_store_and_load(
                kernel({instruction("VMOVSDmr", {memory(rax, 0, 8, true), reads(xmm0)}),
                        instruction("IMUL64rr", {updates(rax), reads(rbx)}),
                        instruction("VMOVSDrm", {writes(xmm1), memory(rax, 0, 8, false)})})),
            std::nullopt);
}

TEST(Addresses, PartlyOverlappingAccessesDepend) {
  EXPECT_EQ(distance_of_first_store_and_load(
                kernel({instruction("MOV64mr", {memory(rbx, 0, 8, true), reads(rax)}),
                        instruction("MOV32rm", {writes(rcx), memory(rbx, 4, 4, false)})})),
            0);
}

} // namespace
} // namespace osaca
