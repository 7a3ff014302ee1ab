#include "simulation/schedulers.h"

#include "sample_core.h"
#include "simulation/simulation.h"

#include <gtest/gtest.h>

#include <bit>

namespace osaca::test {
namespace {

/// Of a uop in a program that also has a uop for any port, so that both schedulers of the sample take turns.
SchedulerDemand demand_for(const Schedulers &schedulers, const SimulatedUop &uop) {
  SimulatedUop any;
  any.ports = any_port;
  any.instruction = uop.instruction + 1;
  return schedulers.demands_of({any, uop}).back();
}
SchedulerDemand demand_for(const Schedulers &schedulers, PortSet ports) {
  SimulatedUop uop;
  uop.ports = ports;
  return demand_for(schedulers, uop);
}

/// The scheduler that a uop is given to.
int give(Schedulers &schedulers, const SchedulerDemand &demand) {
  const int chosen = schedulers.choose(demand);
  if (chosen >= 0)
    schedulers.enter(chosen, demand);
  return chosen;
}
int give(Schedulers &schedulers, PortSet ports) { return give(schedulers, demand_for(schedulers, ports)); }

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
  EXPECT_EQ(give(schedulers, any_port), 0) << "the other is empty, but it is the turn of this one";
}

// On Zen 4, inc, lea, lea in a chain and a multiplication, which only one scheduler can take, need 0.99 cycles like
// four uops for any of them.
TEST(schedulers, pass_the_turn_on_with_each_uop) {
  Schedulers schedulers(sample_core());
  schedulers.begin_cycle();
  EXPECT_EQ(give(schedulers, port_a0), 0);
  EXPECT_EQ(give(schedulers, any_port), 1);
  schedulers.begin_cycle();
  EXPECT_EQ(give(schedulers, port_b0), 1) << "not its turn, but the other has none of its ports";
  EXPECT_EQ(give(schedulers, any_port), 1);
  EXPECT_EQ(give(schedulers, any_port), 0);
}

// On Zen 3, nine additions and three multiplications take 3.0 cycles if three additions follow each multiplication, and
// ten take 4.9: the fourth one waits for the next cycle, in which the scheduler with the multiplier may get it.
TEST(schedulers, accept_one_uop_per_cycle_for_their_only_port) {
  Schedulers schedulers(sample_core());
  const PortSet one_in_each = port_a0 | port_b0;
  schedulers.begin_cycle();
  EXPECT_EQ(give(schedulers, port_b0), 1);
  EXPECT_EQ(give(schedulers, one_in_each), 0) << "it is the turn of the other one, which has accepted one";
  EXPECT_EQ(give(schedulers, one_in_each), -1);
  EXPECT_EQ(give(schedulers, any_port), 0) << "two ports in each";
  schedulers.begin_cycle();
  EXPECT_EQ(give(schedulers, one_in_each), 1);
}

TEST(schedulers, that_bind_ports_accept_any_number) {
  Core core = sample_core();
  core.schedulers[0].binds_ports = true;
  Schedulers schedulers(core);
  schedulers.begin_cycle();
  EXPECT_EQ(give(schedulers, port_a0), 0);
  EXPECT_EQ(give(schedulers, port_a0), 0);
}

// The vector unit of Zen 1 has one scheduler for four pipes. Loops of eight stores of vectors, and the loop that scales
// a vector, take as long as their ports there (tests/accuracy/kernels/published.yml).
TEST(schedulers, of_many_ports_accept_any_number_and_others_keep_their_turns) {
  Core core = sample_core();
  for (const char *name : {"V0", "V1", "V2", "V3"})
    core.ports.push_back({name, PortKind::execution});
  const PortSet store_data = PortSet{1} << 4U;
  core.schedulers.push_back({"V", store_data * 15, 16, 0, false, false, false, 4, 0, {}});
  Schedulers schedulers(core);
  schedulers.begin_cycle();
  EXPECT_EQ(give(schedulers, any_port), 0);
  EXPECT_EQ(give(schedulers, store_data), 2);
  EXPECT_EQ(give(schedulers, store_data), 2) << "two in one cycle for one port";
  EXPECT_EQ(give(schedulers, any_port), 1) << "it is still the turn of the second one";
}

// Two schedulers take turns if uops of the program can go to either of them, also through a third one.
TEST(schedulers, take_turns_where_uops_have_a_choice) {
  const Schedulers schedulers(sample_core());
  const auto turns_of = [&](const std::vector<PortSet> &all) {
    std::vector<SimulatedUop> uops(all.size());
    for (std::size_t u = 0; u < all.size(); ++u)
      uops[u].ports = all[u];
    return schedulers.demands_of(uops).front().turn_set;
  };
  EXPECT_EQ(turns_of({port_a0, port_b0}), 1u);
  EXPECT_EQ(turns_of({port_a0, port_b0, port_a1 | port_b1}), 3u);
}

// A chain of `shld` (three uops for two ALUs, a latency of 2 cycles) takes 2.0 cycles on Zen 4 and Zen 3, alone and
// with up to three other operations. It could not if two of the three waited for one ALU.
TEST(schedulers, share_the_uops_of_an_instruction) {
  Schedulers schedulers(sample_core());
  SimulatedUop first;
  first.ports = any_port;
  const std::vector<SchedulerDemand> demands = schedulers.demands_of({first, first});
  schedulers.begin_cycle();
  EXPECT_EQ(give(schedulers, demands[0]), 0);
  EXPECT_EQ(give(schedulers, port_b0), 1);
  EXPECT_EQ(give(schedulers, demands[0]), 0);
  schedulers.begin_cycle();
  EXPECT_EQ(give(schedulers, port_b0), 1) << "passes the turn to the first one";
  EXPECT_EQ(give(schedulers, demands[0]), 0);
  EXPECT_EQ(give(schedulers, port_a0), 0);
  EXPECT_EQ(give(schedulers, demands[1]), 1) << "not where the uop before it went, although it is its turn";
}

// On Zen 3 and Zen 4, a taken branch at the end of a loop takes no ALU, although the first ALU can execute it.
TEST(schedulers, get_taken_branches_out_of_turn) {
  Schedulers schedulers(sample_core());
  SimulatedUop jump;
  jump.ports = port_a0 | port_a1 | port_b1;
  jump.is_taken_branch = true;
  const SchedulerDemand demand = demand_for(schedulers, jump);
  schedulers.begin_cycle();
  EXPECT_EQ(give(schedulers, demand), 1);
  EXPECT_EQ(give(schedulers, demand), 1);
  EXPECT_EQ(give(schedulers, any_port), 0);
  EXPECT_EQ(give(schedulers, any_port), 1);
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
  schedulers.begin_cycle();
  EXPECT_EQ(give(schedulers, port_a0), -1);
  schedulers.leave(0, demand_for(schedulers, port_a0));
  EXPECT_EQ(give(schedulers, port_a0), 0);
}

TEST(schedulers, take_no_more_in_a_cycle_than_they_can) {
  Core core = sample_core();
  core.schedulers[0].per_cycle = 1;
  Schedulers schedulers(core);
  schedulers.begin_cycle();
  EXPECT_EQ(give(schedulers, port_a0 | port_a1), 0);
  EXPECT_EQ(give(schedulers, port_a0 | port_a1), -1);
  schedulers.begin_cycle();
  EXPECT_EQ(give(schedulers, port_a0 | port_a1), 0);
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

} // namespace
} // namespace osaca::test
