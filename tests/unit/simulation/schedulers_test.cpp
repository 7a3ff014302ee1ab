#include "simulation/schedulers.h"

#include "sample_core.h"
#include "simulation/simulation.h"

#include <gtest/gtest.h>

#include <bit>

namespace osaca::test {
namespace {

SchedulerDemand demand_for(const Schedulers &schedulers, PortSet ports, int cycles = 1) {
  return schedulers.demand_of(ports, cycles * ticks_per_cycle);
}

/// The scheduler that a uop is given to.
int give(Schedulers &schedulers, PortSet ports, int cycles = 1) {
  const SchedulerDemand demand = demand_for(schedulers, ports, cycles);
  const int chosen = schedulers.choose(demand);
  if (chosen >= 0)
    schedulers.enter(chosen, demand);
  return chosen;
}

TEST(schedulers, are_found_by_their_ports) {
  const Schedulers schedulers(sample_core());
  EXPECT_EQ(schedulers.with(port_a0), 1u);
  EXPECT_EQ(schedulers.with(port_b1), 2u);
  EXPECT_EQ(schedulers.with(port_a1 | port_b0), 3u);
  EXPECT_EQ(schedulers.with(PortSet{1} << 20), 0u);
}

TEST(schedulers, take_turns_where_nothing_waits) {
  Schedulers schedulers(sample_core());
  schedulers.begin_cycle();
  EXPECT_EQ(give(schedulers, any_port), 0);
  EXPECT_EQ(give(schedulers, any_port), 1);
  EXPECT_EQ(give(schedulers, any_port), 0);
}

// On Zen 4 a counter's chain meets an older uop in its scheduler every second iteration if an iteration has three
// uops for four schedulers (inc, lea, lea in a chain: 1.49 cycles), and never if it has four (0.99).
TEST(schedulers, keep_to_their_turns_however_much_waits) {
  Schedulers schedulers(sample_core());
  schedulers.begin_cycle();
  const SchedulerDemand demand = demand_for(schedulers, any_port);
  schedulers.enter(0, demand);
  schedulers.enter(1, demand);
  schedulers.leave(1, demand);
  EXPECT_EQ(give(schedulers, any_port), 0) << "the other is empty, but both were given one";
}

TEST(schedulers, catch_up_where_they_were_given_less) {
  Schedulers schedulers(sample_core());
  schedulers.begin_cycle();
  EXPECT_EQ(give(schedulers, port_a0), 0);
  EXPECT_EQ(give(schedulers, port_a0), 0);
  EXPECT_EQ(give(schedulers, any_port), 1);
  EXPECT_EQ(give(schedulers, any_port), 1);
  EXPECT_EQ(give(schedulers, port_a0 | port_a1), 0) << "the other has none of its ports";
}

TEST(schedulers, count_the_time_that_a_uop_keeps_its_port) {
  Schedulers schedulers(sample_core());
  schedulers.begin_cycle();
  EXPECT_EQ(give(schedulers, any_port, 3), 0);
  EXPECT_EQ(give(schedulers, any_port), 1);
  EXPECT_EQ(give(schedulers, any_port), 1);
  EXPECT_EQ(give(schedulers, any_port), 1);
  EXPECT_EQ(give(schedulers, any_port), 0);
}

/// The first port of each scheduler is for loads.
Core core_with_loads() {
  Core core = sample_core();
  for (const Scheduler &scheduler : core.schedulers)
    core.ports[static_cast<std::size_t>(std::countr_zero(scheduler.ports))].kind = PortKind::load;
  return core;
}

PortSet load_ports() { return core_with_loads().ports_of_kind(PortKind::load); }

TEST(schedulers, get_a_load_where_fewest_wait_for_its_ports) {
  Schedulers schedulers(core_with_loads());
  schedulers.begin_cycle();
  const SchedulerDemand load = demand_for(schedulers, load_ports());
  EXPECT_EQ(load.choice, SchedulerChoice::open_least_awaited);
  schedulers.enter(0, load);
  schedulers.enter(1, load);
  schedulers.leave(1, load);
  EXPECT_EQ(give(schedulers, load_ports()), 1);
}

// Else operations that wait for loads would drive all loads to one scheduler (a load, a multiplication of a load and an
// addition in a loop: 1.03 cycles on Zen 4).
TEST(schedulers, get_a_load_however_many_others_are_there) {
  Schedulers schedulers(core_with_loads());
  schedulers.begin_cycle();
  const SchedulerDemand operation = demand_for(schedulers, any_port & ~load_ports());
  const SchedulerDemand load = demand_for(schedulers, load_ports());
  for (int others = 0; others < 3; ++others)
    schedulers.enter(1, operation);
  schedulers.enter(0, load);
  EXPECT_EQ(give(schedulers, load_ports()), 1);
}

TEST(schedulers, pass_a_load_on_when_full) {
  Core core = core_with_loads();
  core.schedulers[0].entries = 1;
  Schedulers schedulers(core);
  schedulers.begin_cycle();
  schedulers.enter(0, demand_for(schedulers, any_port & ~load_ports()));
  schedulers.enter(1, demand_for(schedulers, load_ports()));
  EXPECT_EQ(give(schedulers, load_ports()), 1);
}

TEST(schedulers, take_nothing_when_full) {
  Core core = sample_core();
  core.schedulers[0].entries = 1;
  Schedulers schedulers(core);
  schedulers.begin_cycle();
  EXPECT_EQ(give(schedulers, port_a0), 0);
  EXPECT_EQ(give(schedulers, port_a0), -1);
  schedulers.leave(0, demand_for(schedulers, port_a0));
  EXPECT_EQ(give(schedulers, port_a0), 0);
}

TEST(schedulers, take_no_more_in_a_cycle_than_they_can) {
  Core core = sample_core();
  core.schedulers[0].per_cycle = 1;
  Schedulers schedulers(core);
  schedulers.begin_cycle();
  EXPECT_EQ(give(schedulers, port_a0), 0);
  EXPECT_EQ(give(schedulers, port_a0), -1);
  schedulers.begin_cycle();
  EXPECT_EQ(give(schedulers, port_a0), 0);
}

TEST(schedulers, behind_a_queue_are_chosen_by_old_counts) {
  Core core = sample_core();
  for (Scheduler &scheduler : core.schedulers)
    scheduler.is_queued = true;
  core.scheduler_queue = SchedulerQueue{8, 4, 1, {}};
  Schedulers schedulers(core);
  schedulers.begin_cycle();
  schedulers.begin_cycle();
  for (int uop = 0; uop < 3; ++uop) // in this cycle
    EXPECT_EQ(give(schedulers, port_a0), 0);
  EXPECT_EQ(give(schedulers, any_port), 1) << "still in turn";
  EXPECT_EQ(give(schedulers, any_port), 0) << "still in turn";
  schedulers.begin_cycle();
  schedulers.begin_cycle();
  EXPECT_EQ(give(schedulers, any_port), 1);
  EXPECT_EQ(give(schedulers, any_port), 1);
}

/// One uop that only the first scheduler can take, and one for any, `rounds` times.
void give_uneven_work(Schedulers &schedulers, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    schedulers.begin_cycle();
    EXPECT_EQ(give(schedulers, port_a0), 0);
    schedulers.leave(0, demand_for(schedulers, port_a0));
    const int chosen = give(schedulers, any_port);
    schedulers.leave(chosen, demand_for(schedulers, any_port));
  }
}

TEST(schedulers, would_choose_again_where_all_got_the_same) {
  Schedulers schedulers(sample_core());
  schedulers.watch();
  give_uneven_work(schedulers, 10); // the second makes up for it each time
  EXPECT_TRUE(schedulers.would_choose_again());
}

TEST(schedulers, would_choose_again_where_the_other_gets_ahead_for_good) {
  Schedulers schedulers(sample_core());
  for (int uop = 0; uop < 3; ++uop) {
    EXPECT_EQ(give(schedulers, port_a0), 0);
    schedulers.leave(0, demand_for(schedulers, port_a0));
  }
  schedulers.watch();
  EXPECT_EQ(give(schedulers, any_port), 1);
  for (int uop = 0; uop < 2; ++uop)
    EXPECT_EQ(give(schedulers, port_a0), 0);
  EXPECT_TRUE(schedulers.would_choose_again()) << "the first is ever further ahead: the second will ever be chosen";
}

TEST(schedulers, would_not_choose_again_what_catches_up) {
  Schedulers schedulers(sample_core());
  for (int uop = 0; uop < 3; ++uop) {
    EXPECT_EQ(give(schedulers, port_a0), 0);
    schedulers.leave(0, demand_for(schedulers, port_a0));
  }
  schedulers.watch();
  EXPECT_EQ(give(schedulers, any_port), 1);
  EXPECT_FALSE(schedulers.would_choose_again()) << "after three of these the first would be chosen";
}

} // namespace
} // namespace osaca::test
