#include "simulation/uop_issue.h"

#include <gtest/gtest.h>

namespace osaca::test {
namespace {

constexpr WrittenResults in_register{true, false};
constexpr WrittenResults in_flags{false, true};
constexpr WrittenResults in_both{true, true};

// A result of three cycles that is on its way from cycle 0 on, and an operation of one cycle that begins in cycle 2,
// would leave the port together.
TEST(ports_in_use, know_when_a_result_leaves_a_port) {
  PortsInUse ports({3, 10, 0});
  constexpr PortSet first = 1;
  constexpr PortSet second = 2;
  ports.begin_cycle(0);
  ports.note_result(0);
  for (const int cycle : {0, 1, 2, 3}) {
    if (cycle > 0)
      ports.begin_cycle(cycle);
    EXPECT_EQ(ports.without_results(first | second, in_register), cycle == 2 ? second : first | second) << cycle;
  }
}

// As long as an operation of one cycle has not waited for long, others may begin on its port.
TEST(ports_in_use, are_kept_free_for_an_operation_that_has_waited) {
  PortsInUse ports({3, 2, 0});
  constexpr PortSet first = 1;
  const auto is_kept_free = [&](int cycle) {
    ports.begin_cycle(cycle);
    ports.note_blocked(first, in_register);
    return ports.free_of(first) == 0;
  };
  EXPECT_FALSE(is_kept_free(4));
  EXPECT_FALSE(is_kept_free(5));
  EXPECT_TRUE(is_kept_free(6));
  EXPECT_TRUE(is_kept_free(7));
  ports.begin_cycle(8);
  EXPECT_EQ(ports.free_of(first), first) << "it is not blocked in this cycle";
  ports.note_short(0, in_register);
  EXPECT_FALSE(is_kept_free(9)) << "the next one has not waited yet";
}

// The result of a vector operation goes through a port of integer operations.
TEST(ports_in_use, delay_operations_with_results_of_the_same_kind) {
  PortsInUse ports({0, 0, 1});
  constexpr PortSet first = 1;
  ports.begin_cycle(0);
  ports.note_written(in_register, first);
  EXPECT_EQ(ports.without_results(first, in_register), first) << "it is written one cycle later";
  ports.begin_cycle(1);
  EXPECT_EQ(ports.without_results(first, in_register), PortSet{0});
  EXPECT_EQ(ports.without_results(first, in_both), PortSet{0});
  EXPECT_EQ(ports.without_results(first, in_flags), first);
  ports.note_written(in_flags, first);
  ports.begin_cycle(2);
  EXPECT_EQ(ports.without_results(first, in_register), first);
  EXPECT_EQ(ports.without_results(first, in_both), PortSet{0});
  EXPECT_EQ(ports.without_results(first, in_flags), PortSet{0});
  ports.begin_cycle(3);
  EXPECT_EQ(ports.without_results(first, in_both), first);
}

TEST(ports_in_use, let_a_delayed_operation_begin_after_its_longest_wait) {
  PortsInUse ports({0, 0, 2});
  constexpr PortSet first = 1;
  ports.begin_cycle(0);
  EXPECT_EQ(ports.overdue(first), 0u);
  ports.note_blocked(first, in_register);
  ports.begin_cycle(1);
  EXPECT_EQ(ports.overdue(first), 0u);
  ports.begin_cycle(2);
  EXPECT_EQ(ports.overdue(first), PortSet{first}) << "the operation has waited for two cycles";
  EXPECT_EQ(ports.overdue(2), 0u) << "another port";
  ports.note_short(0, in_flags);
  EXPECT_EQ(ports.overdue(first), PortSet{first}) << "another kind of operation has begun";
  ports.note_short(0, in_register);
  EXPECT_EQ(ports.overdue(first), 0u);
}

TEST(ready_uops, know_whether_a_short_operation_waits_for_a_port) {
  ReadyUops ready(2);
  EXPECT_FALSE(ready.has_short_operation(3));
  ready.add(1, 7, {.ports = 3}, false);
  EXPECT_FALSE(ready.has_short_operation(3)) << "its results delay nothing";
  ready.add(0, 8, {.ports = 6, .delayed = {.in_register = true}}, false);
  EXPECT_TRUE(ready.has_short_operation(3));
  EXPECT_FALSE(ready.has_short_operation(1)) << "it may not use this port";
  ready.offer(0, PortsInUse({}), [](int, const ReadyUops::Need &) { return true; });
  EXPECT_FALSE(ready.has_short_operation(3)) << "it has begun";
}

} // namespace
} // namespace osaca::test
