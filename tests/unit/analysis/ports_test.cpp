#include "analysis/bounds/port_pressure.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>

namespace osaca {
namespace {

std::vector<Cycles> totals(const PortShares &shares, int port_count) {
  std::vector<Cycles> total(static_cast<std::size_t>(port_count));
  for (const auto &[set, row] : shares)
    for (std::size_t port = 0; port < total.size(); ++port)
      total[port] += row[port];
  return total;
}

Cycles largest(const std::vector<Cycles> &values) {
  Cycles result;
  for (Cycles value : values)
    result = std::max(result, value);
  return result;
}

TEST(BalancedAssignment, SharesOneUopOverItsPorts) {
  const auto shares = balanced_assignment({{0b11, Cycles(1)}}, 2);
  EXPECT_EQ(totals(shares, 2), (std::vector<Cycles>{Cycles(1, 2), Cycles(1, 2)}));
}

TEST(BalancedAssignment, MovesFlexibleUopsAwayFromTheOnesThatCannotMove) {
  // One uop that needs port 1, one that can use both: an equal split would give port 1 1.5 cycles.
  const auto shares = balanced_assignment({{0b10, Cycles(1)}, {0b11, Cycles(1)}}, 2);
  EXPECT_EQ(totals(shares, 2), (std::vector<Cycles>{Cycles(1), Cycles(1)}));
}

TEST(BalancedAssignment, NeedsChainsOfMoves) {
  // {0}:1 {0,1}:1 {1,2}:1 can only be even if each step pushes the next one on.
  const auto shares = balanced_assignment({{0b001, Cycles(1)}, {0b011, Cycles(1)}, {0b110, Cycles(1)}}, 3);
  EXPECT_EQ(totals(shares, 3), (std::vector<Cycles>{Cycles(1), Cycles(1), Cycles(1)}));
}

TEST(BalancedAssignment, WithoutDemandNothingIsBusy) { EXPECT_TRUE(balanced_assignment({}, 4).empty()); }

// Hall's theorem, by trying every set of ports: the busiest port of an optimal assignment is as busy as the worst set.
TEST(BalancedAssignment, ReachesTheBoundOfEveryPortSet) {
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    const int ports = 1 + static_cast<int>(random() % 7);
    std::map<PortSet, Cycles> demand;
    const int groups = 1 + static_cast<int>(random() % 6);
    for (int g = 0; g < groups; ++g)
      demand[1 + random() % ((1u << ports) - 1)] +=
          Cycles(1 + static_cast<int>(random() % 12), 1 + static_cast<int>(random() % 4));
    Cycles worst;
    for (PortSet set = 1; set < PortSet{1} << ports; ++set) {
      Cycles inside;
      for (const auto &[wanted, cycles] : demand)
        if ((wanted & ~set) == 0)
          inside += cycles;
      worst = std::max(worst, inside / Cycles(std::popcount(set)));
    }
    const auto shares = balanced_assignment(demand, ports);
    EXPECT_EQ(largest(totals(shares, ports)), worst);
    for (const auto &[wanted, cycles] : demand) { // everything is placed, and only where it may be
      Cycles placed;
      for (int port = 0; port < ports; ++port) {
        const Cycles share = shares.at(wanted)[static_cast<std::size_t>(port)];
        EXPECT_TRUE((wanted >> port & 1) != 0 || share.is_zero());
        EXPECT_GE(share, Cycles(0));
        placed += share;
      }
      EXPECT_EQ(placed, cycles);
    }
  }
}

TEST(BalancedAssignment, HandlesSixtyFourPorts) {
  std::map<PortSet, Cycles> demand;
  for (int port = 0; port < 63; ++port)
    demand[PortSet{3} << port] += Cycles(1);
  EXPECT_EQ(largest(totals(balanced_assignment(demand, 64), 64)), Cycles(63, 64));
}

} // namespace
} // namespace osaca
