#include "measure/memory/walk.h"

#include "measure/harness/machine_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace osaca::measure::memory {
namespace {

Walk chase_over(std::int64_t bytes, std::int64_t step, std::int64_t block, int chains) {
  Walk walk;
  walk.bytes = bytes;
  walk.step_bytes = step;
  walk.block_bytes = block;
  walk.chains = chains;
  return walk;
}

TEST(RandomCycle, ComesToEachPlaceOnce) {
  for (const Walk &walk : {chase_over(64 << 10, 64, 0, 1), chase_over(1 << 20, 128, 128 << 10, 1),
                           chase_over(1 << 20, 128, 96 << 10, 7), chase_over(3 * 4096, 4096, 0, 1)}) {
    std::multiset<std::uint32_t> places;
    for (const auto &order : chase_orders(walk, 42))
      places.insert(order.begin(), order.end());
    EXPECT_EQ(places.size(), static_cast<std::size_t>(walk.bytes / walk.step_bytes));
    EXPECT_EQ(std::set<std::uint32_t>(places.begin(), places.end()).size(), places.size());
  }
}

TEST(RandomCycle, FinishesABlockBeforeTheNext) {
  const Walk walk = chase_over(1 << 20, 128, 128 << 10, 1);
  const std::vector<std::uint32_t> order = chase_orders(walk, 7).front();
  int changes = 0;
  for (std::size_t i = 1; i < order.size(); ++i)
    changes += order[i] / 1024 != order[i - 1] / 1024 ? 1 : 0;
  EXPECT_EQ(changes, 7);
}

TEST(RandomCycle, IsAnotherOneEachTime) {
  const Walk walk = chase_over(64 << 10, 64, 0, 1);
  EXPECT_NE(chase_orders(walk, 1), chase_orders(walk, 2));
}

TEST(RandomCycle, GoesUpwardsOrDownwardsIfAsked) {
  Walk walk = chase_over(64 << 10, 64, 0, 1);
  walk.order = Walk::Order::descending;
  const std::vector<std::uint32_t> order = chase_orders(walk, 1).front();
  EXPECT_TRUE(std::is_sorted(order.rbegin(), order.rend()));
}

TEST(PlaceOffset, PlacesOnPagesDoNotShareASet) {
  const Walk walk = chase_over(64 * 4096, 4096, 0, 1);
  std::set<std::uint64_t> lines;
  for (std::uint32_t place = 0; place < 64; ++place) {
    EXPECT_EQ(place_offset(walk, place) / 4096, place);
    lines.insert(place_offset(walk, place) % 4096 / 64);
  }
  EXPECT_EQ(lines.size(), 64U);
}

TEST(SystemTexts, SizesAndListsOfCpus) {
  EXPECT_EQ(size_named("48K"), 48 << 10);
  EXPECT_EQ(size_named("32M"), 32 << 20);
  EXPECT_EQ(size_named(""), 0);
  EXPECT_EQ(size_named("-4K"), 0);
  EXPECT_EQ(size_named("99999999999999999999K"), 0);
  EXPECT_EQ(cpus_in("0-3,8"), 5);
  EXPECT_EQ(cpus_in("3-1"), 0);
  EXPECT_EQ(cpus_in("a"), 0);
}

} // namespace
} // namespace osaca::measure::memory
