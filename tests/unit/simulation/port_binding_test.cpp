#include "simulation/port_binding.h"

#include "sample_core.h"

#include <gtest/gtest.h>

#include <bit>

namespace osaca::test {
namespace {

constexpr PortSet both = port_a0 | port_a1;
constexpr int first = std::countr_zero(port_a0);
constexpr int second = std::countr_zero(port_a1);

// On Emerald Rapids, `movq 8(%rcx), %rdi`, other loads and `movq 16(%rcx), %rcx` take 5.0 cycles with one, three or
// four other loads in between and 5.8 with two: then both loads from (%rcx) have the same port. Each load counts,
// whatever its width, also if it is renamed.
TEST(port_binding, gives_ports_in_turn) {
  Core core = sample_core();
  core.schedulers[0].ports_in_turn = true;
  PortBinding binding(core);
  EXPECT_TRUE(binding.binds(port_a0));
  EXPECT_FALSE(binding.binds(port_b0));
  EXPECT_EQ(binding.choose(both, 0, false), first);
  EXPECT_EQ(binding.choose(both, 0, false), second);
  EXPECT_EQ(binding.choose(both, 0, false), first);
  EXPECT_EQ(binding.choose(port_a0, 0, false), first) << "it is the turn of the other one, which this uop cannot use";
  EXPECT_EQ(binding.choose(both, 0, false), first) << "and it has passed the turn on";
}

// On Emerald Rapids, six chains of additions take 1.5 cycles, because the ports do not follow the counts at once.
TEST(port_binding, goes_by_the_place_in_the_cycle) {
  Core core = sample_core();
  core.schedulers[0].binds_ports = true;
  core.schedulers[0].binding_tolerance = 3;
  PortBinding binding(core);
  EXPECT_EQ(binding.choose(both, 0, false), first);
  EXPECT_EQ(binding.choose(both, 1, false), second);
  EXPECT_EQ(binding.choose(both, 2, false), first) << "the order begins again";
  EXPECT_EQ(binding.choose(both, 2, true), second) << "the place after the uop before it";
  for (int uop = 0; uop < 3; ++uop)
    binding.enter(second);
  binding.take_counts();
  EXPECT_EQ(binding.choose(both, 1, false), second) << "the counts of the cycle before are used";
  binding.take_counts();
  EXPECT_EQ(binding.choose(both, 1, false), first) << "too many wait for the other";
}

TEST(port_binding, can_use_fewer_ranks_than_there_are_ports) {
  Core core = sample_core();
  core.schedulers[0].binds_ports = true;
  core.schedulers[0].binding_ranks = 1;
  PortBinding binding(core);
  EXPECT_EQ(binding.choose(both, 1, false), first);
}

} // namespace
} // namespace osaca::test
