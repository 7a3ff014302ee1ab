#include "simulation/uop_issue.h"

#include <gtest/gtest.h>

namespace osaca::test {
namespace {

// A result of three cycles that is on its way from cycle 0 on, and an operation of one cycle that begins in cycle 2,
// would leave the port together.
TEST(ports_in_use, know_when_a_result_leaves_a_port) {
  PortsInUse ports(3);
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

} // namespace
} // namespace osaca::test
