#include "simulation/schedulers.h"

#include "sample_core.h"

#include <gtest/gtest.h>

namespace osaca::test {
namespace {

SchedulerDemand demand_for(const Schedulers &schedulers, PortSet ports) {
  const std::uint32_t eligible = schedulers.with(ports);
  return {eligible, ports, schedulers.is_queued(eligible), 1};
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
  const int first = schedulers.choose(demand_for(schedulers, any_port));
  const int second = schedulers.choose(demand_for(schedulers, any_port));
  EXPECT_NE(first, second);
}

TEST(schedulers, get_the_uop_where_fewest_wait_for_its_ports) {
  Schedulers schedulers(sample_core());
  schedulers.begin_cycle();
  schedulers.count_waiting(0, port_a0, 1);
  EXPECT_EQ(schedulers.choose(demand_for(schedulers, any_port)), 1);
  EXPECT_EQ(schedulers.choose(demand_for(schedulers, any_port)), 1);
  EXPECT_EQ(schedulers.choose(demand_for(schedulers, port_a0 | port_a1)), 0) << "the other has none of its ports";
}

TEST(schedulers, take_nothing_when_full) {
  Core core = sample_core();
  core.schedulers[0].entries = 1;
  Schedulers schedulers(core);
  schedulers.begin_cycle();
  schedulers.enter(0);
  EXPECT_EQ(schedulers.choose(demand_for(schedulers, port_a0)), -1);
  schedulers.leave(0);
  EXPECT_EQ(schedulers.choose(demand_for(schedulers, port_a0)), 0);
}

TEST(schedulers, take_no_more_in_a_cycle_than_they_can) {
  Core core = sample_core();
  core.schedulers[0].per_cycle = 1;
  Schedulers schedulers(core);
  schedulers.begin_cycle();
  schedulers.enter(0);
  EXPECT_EQ(schedulers.choose(demand_for(schedulers, port_a0)), -1);
  schedulers.begin_cycle();
  EXPECT_EQ(schedulers.choose(demand_for(schedulers, port_a0)), 0);
}

TEST(schedulers, behind_a_queue_are_chosen_by_old_counts) {
  Core core = sample_core();
  for (Scheduler &scheduler : core.schedulers)
    scheduler.is_queued = true;
  core.scheduler_queue = SchedulerQueue{8, 4, 1, {}};
  Schedulers schedulers(core);
  schedulers.begin_cycle();
  schedulers.begin_cycle();
  schedulers.count_waiting(0, port_a0, 3); // in this cycle
  const int unaware = schedulers.choose(demand_for(schedulers, any_port));
  const int other = schedulers.choose(demand_for(schedulers, any_port));
  EXPECT_NE(unaware, other) << "still in turn";
  schedulers.begin_cycle();
  schedulers.begin_cycle();
  EXPECT_EQ(schedulers.choose(demand_for(schedulers, any_port)), 1);
  EXPECT_EQ(schedulers.choose(demand_for(schedulers, any_port)), 1);
}

} // namespace
} // namespace osaca::test
