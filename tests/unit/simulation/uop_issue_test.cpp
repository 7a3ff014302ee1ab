#include "simulation/uop_issue.h"

#include <gtest/gtest.h>

namespace osaca::test {
namespace {

// A result of three cycles that is on its way from cycle 0 on, and an operation of one cycle that begins in cycle 2,
// would leave the port together.
TEST(ports_in_use, know_when_a_result_leaves_a_port) {
  PortsInUse ports(3, 10);
  constexpr PortSet first = 1;
  constexpr PortSet second = 2;
  ports.begin_cycle(0);
  ports.note_result(0);
  for (const int cycle : {0, 1, 2, 3}) {
    if (cycle > 0)
      ports.begin_cycle(cycle);
    EXPECT_EQ(ports.without_results(first | second), cycle == 2 ? second : first | second) << cycle;
  }
}

// As long as an operation of one cycle has not waited for long, others may begin on its port.
TEST(ports_in_use, are_kept_free_for_an_operation_that_has_waited) {
  PortsInUse ports(3, 2);
  constexpr PortSet first = 1;
  const auto is_kept_free = [&](int cycle) {
    ports.begin_cycle(cycle);
    ports.note_blocked(first);
    return ports.free_of(first) == 0;
  };
  EXPECT_FALSE(is_kept_free(4));
  EXPECT_FALSE(is_kept_free(5));
  EXPECT_TRUE(is_kept_free(6));
  EXPECT_TRUE(is_kept_free(7));
  ports.begin_cycle(8);
  EXPECT_EQ(ports.free_of(first), first) << "it is not blocked in this cycle";
  ports.note_short(0);
  EXPECT_FALSE(is_kept_free(9)) << "the next one has not waited yet";
}

} // namespace
} // namespace osaca::test
