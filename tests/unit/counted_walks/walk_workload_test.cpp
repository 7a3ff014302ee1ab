// The real processes: what they say that they moved is held against the memory that they moved through.
#include "measure/counters/counter_source.h"
#include "measure/counters/process_workload.h"
#include "measure/counters/walks/memory_stress.h"
#include "measure/harness/timed_code.h"
#include "measure/memory/walk_code.h"

#include <gmock/gmock.h>

#include <bit>
#include <cstring>
#include <stdexcept>

namespace osaca::measure {
namespace {

using memory::ReadyWalk;
using memory::Walk;
using memory::WalkKind;

#if defined(__linux__) && defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)
constexpr bool walks_run_here = true;
#else
constexpr bool walks_run_here = false; // a sanitizer has its own memory where walks have theirs
#endif

class WalkWorkloads : public testing::Test {
protected:
  void SetUp() override {
    if (!walks_run_here)
      GTEST_SKIP() << "walks run on Linux on x86-64";
  }
};

struct Unwatched : ProcessObserver {
  void begins(pid_t) override {}
};

Walk walk_over(WalkKind kind, std::int64_t bytes) {
  Walk walk;
  walk.kind = kind;
  walk.bytes = bytes;
  return walk;
}

constexpr std::int64_t in_second_level = 300 << 10;

/// In a process of its own, where a failure is one of the workload.
bool holds_in_process(const std::function<void()> &work) {
  Unwatched nobody;
  return ProcessWorkload("check", [] {}, work).run(nobody);
}

void must(bool condition) {
  if (!condition)
    throw std::runtime_error("it does not hold");
}

TEST_F(WalkWorkloads, MoveExactlyTheLinesThatTheySay) {
  for (const WalkKind kind : {WalkKind::read, WalkKind::update, WalkKind::streaming_write, WalkKind::chase}) {
    auto made = WalkWorkload::of("w", walk_over(kind, in_second_level), 1'000'000, 2 * in_second_level);
    ASSERT_TRUE(made);
    WalkWorkload &work = **made;
    EXPECT_GE(work.lines(), 1'000'000U);
    Unwatched nobody;
    EXPECT_EQ(work.lines_moved(), 0U);
    EXPECT_TRUE(work.run(nobody));
    EXPECT_EQ(work.lines_moved(), work.lines());
  }
}

/// A sweep ends where so many lines lead it, and each place is written once for each time around.
TEST_F(WalkWorkloads, ChangeEachLineAsOftenAsTheyComeAround) {
  EXPECT_TRUE(holds_in_process([] {
    ReadyWalk walk;
    must(walk.prepare(walk_over(WalkKind::update, in_second_level)));
    constexpr std::uint64_t calls = 3;
    for (std::uint64_t i = 0; i < calls; ++i)
      walk.go();
    const std::uint64_t bytes = calls * walk.steps() * static_cast<std::uint64_t>(memory::line_bytes);
    must(walk.position() == bytes % static_cast<std::uint64_t>(in_second_level));
    must(walk.position() == 0); // so that all lines have been changed as often
    const auto *numbers = reinterpret_cast<const double *>(walk.first_array());
    const double added = std::bit_cast<double>(float_word);
    double expected = added;
    for (std::uint64_t i = 0; i < bytes / static_cast<std::uint64_t>(in_second_level); ++i)
      expected += added;
    for (std::int64_t i = 0; i < in_second_level / 8; ++i)
      must(numbers[i] == expected);
  }));
}

/// Multiplications beside the loads, waited for or not, change nothing about the way; it visits each place once a
/// round.
TEST_F(WalkWorkloads, OfChasesFollowTheirLinks) {
  for (const auto &[multiplications, is_waiting] : {std::pair{0, false}, std::pair{7, false}, std::pair{7, true}})
    EXPECT_TRUE(holds_in_process([multiplications = multiplications, is_waiting = is_waiting] {
      Walk wanted = walk_over(WalkKind::chase, in_second_level);
      wanted.multiplications = multiplications;
      wanted.is_waiting_for_them = is_waiting;
      ReadyWalk walk;
      must(walk.prepare(wanted));
      const auto follow = [](std::uint64_t place, std::uint64_t steps) {
        for (std::uint64_t i = 0; i < steps; ++i)
          std::memcpy(&place, reinterpret_cast<const void *>(place), sizeof place);
        return place;
      };
      const std::uint64_t places = in_second_level / memory::line_bytes;
      const std::uint64_t begin = walk.position();
      std::uint64_t place = begin;
      for (std::uint64_t i = 1; i <= places; ++i)
        must((place = follow(place, 1)) != begin || i == places);
      must(place == begin);
      walk.go();
      must(walk.position() == follow(begin, walk.steps()));
    }));
}

/// All memory is there before it counts: beside what a process that does nothing has, there is no fault.
TEST_F(WalkWorkloads, TouchNoFreshPages) {
  const CounterEvent minor_faults{"minor-faults", 1, 5};
  PerfEvents source;
  const auto idle = idle_workload();
  const Counted around = source.count({minor_faults}, *idle);
  if (const CounterFault *fault = fault_in(around))
    GTEST_SKIP() << text_of(*fault);
  for (const WalkKind kind : {WalkKind::read, WalkKind::update, WalkKind::streaming_write, WalkKind::chase}) {
    auto made = WalkWorkload::of("w", walk_over(kind, in_second_level), 500'000, in_second_level);
    ASSERT_TRUE(made);
    const Counted counted = source.count({minor_faults}, **made);
    ASSERT_NE(counts_in(counted), nullptr);
    EXPECT_NEAR(counts_in(counted)->front(), counts_in(around)->front(), 8); // its stack
  }
}

TEST_F(WalkWorkloads, ThatGetNoMemoryFail) {
  constexpr std::int64_t no_machine_has = std::int64_t{1} << 57; // more than there are addresses: nothing is touched
  auto made = WalkWorkload::of("w", walk_over(WalkKind::read, no_machine_has), 1000, 0);
  ASSERT_TRUE(made);
  Unwatched nobody;
  EXPECT_FALSE((*made)->run(nobody));
}

} // namespace
} // namespace osaca::measure
