#include "measure/counters/walks/memory_stress.h"

#include <gmock/gmock.h>

#include <cmath>

namespace osaca::measure {
namespace {

memory::MachineMemory machine_with(bool is_guest, std::int64_t available_bytes) {
  memory::MachineMemory machine;
  machine.caches = {{1, 48 << 10, 12, 64, 1}, {2, 2 << 20, 16, 64, 1}, {3, 260 << 20, 20, 64, 2}};
  machine.available_bytes = available_bytes;
  machine.is_guest = is_guest;
  return machine;
}

std::vector<std::string> names_in(const StressedLevels &levels) {
  std::vector<std::string> names;
  for (const memory::LevelFootprint &one : levels.levels)
    names.push_back(one.level);
  return names;
}

constexpr std::int64_t plenty = std::int64_t{64} << 30;

TEST(StressedLevels, AreAllOfAMachineThatIsItsOwn) {
  const StressedLevels levels = stressed_levels(machine_with(false, plenty), {});
  EXPECT_THAT(names_in(levels), testing::ElementsAre("L1", "L2", "L3", "MEM"));
  EXPECT_TRUE(levels.left_out.empty());
  EXPECT_EQ(levels.levels[0].bytes, 24 << 10);
  EXPECT_EQ(levels.levels[3].bytes, std::int64_t{4} * 260 << 20);
}

/// A guest is shown its host's cache. Memory's walk must leave all of it all the same.
TEST(StressedLevels, OfAGuestLeaveOutTheCacheThatItsHostShows) {
  const StressedLevels levels = stressed_levels(machine_with(true, plenty), {});
  EXPECT_THAT(names_in(levels), testing::ElementsAre("L1", "L2", "MEM"));
  ASSERT_EQ(levels.left_out.size(), 1U);
  EXPECT_EQ(levels.left_out.front().level, "L3");
  EXPECT_THAT(levels.left_out.front().reason, testing::HasSubstr("guest"));
  EXPECT_EQ(levels.levels.back().bytes, std::int64_t{4} * 260 << 20);
}

TEST(StressedLevels, TakeWhatWasMeasured) {
  const StressedLevels levels = stressed_levels(machine_with(true, plenty), {{"L3", 32 << 20, 32 << 20}});
  ASSERT_THAT(names_in(levels), testing::ElementsAre("L1", "L2", "L3", "MEM"));
  EXPECT_NEAR(static_cast<double>(levels.levels[2].bytes), std::sqrt((2.0 * 1048576) * (32.0 * 1048576)), 1);
}

TEST(StressedLevels, LeaveOutMemoryThatIsNotThere) {
  const StressedLevels levels = stressed_levels(machine_with(false, std::int64_t{1} << 30), {});
  EXPECT_THAT(names_in(levels), testing::ElementsAre("L1", "L2", "L3"));
  ASSERT_EQ(levels.left_out.size(), 1U);
  EXPECT_EQ(levels.left_out.front().level, "MEM");
  EXPECT_THAT(levels.left_out.front().reason, testing::HasSubstr("available memory"));
}

TEST(StressedLevels, AreNoneIfTheSystemReportsNoCache) {
  const StressedLevels levels = stressed_levels({}, {});
  EXPECT_TRUE(levels.levels.empty());
  EXPECT_EQ(levels.left_out.size(), 1U);
}

} // namespace
} // namespace osaca::measure
