#include "simulation/simulation.h"

#include "sample_core.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>

namespace osaca::test {
namespace {

double cycles_of(const SimulatedProgram &program, const Core &core) {
  const auto result = simulate(program, core, {});
  return result ? result->cycles.to_double() : -1;
}

constexpr int cycle = ticks_per_cycle;

TEST(simulation, needs_to_know_the_schedulers) {
  Core core = sample_core();
  core.schedulers.clear();
  EXPECT_FALSE(simulate(program_of({uop_on(any_port)}), core, {}));
}

TEST(simulation, has_nothing_to_say_of_an_empty_loop) { EXPECT_FALSE(simulate({}, sample_core(), {})); }

TEST(simulation, dispatches_no_more_than_the_width) {
  EXPECT_NEAR(cycles_of(program_of(std::vector(8, uop_on(any_port))), sample_core()), 2.0, 0.02);
}

TEST(simulation, gives_a_port_one_uop_per_cycle) {
  EXPECT_NEAR(cycles_of(program_of(std::vector(3, uop_on(port_a0))), sample_core()), 3.0, 0.02);
}

TEST(simulation, keeps_a_port_as_long_as_the_uop_says) {
  EXPECT_NEAR(cycles_of(program_of({uop_on(port_a0, {}, 5)}), sample_core()), 5.0, 0.02);
}

TEST(simulation, waits_for_a_chain_over_the_iterations) {
  EXPECT_NEAR(cycles_of(program_of({uop_on(any_port, {{0, 1, 7 * cycle}})}), sample_core()), 7.0, 0.02);
}

TEST(simulation, adds_up_parts_of_cycles_along_a_chain) {
  EXPECT_NEAR(cycles_of(program_of({uop_on(any_port, {{0, 1, 6 * cycle + cycle / 4}})}), sample_core()), 6.25, 0.05);
}

// `vpabsw %ymm0, %ymm0{%k3}{z}; vcvtsi2ss %rbx, %xmm0, %xmm0` takes 5.0 cycles on Ice Lake-SP: the first needs 3
// cycles, the second one 6, but only 2 from the vector, so it begins before the first.
TEST(simulation, lets_an_instruction_begin_before_the_producer_of_a_late_input) {
  const SimulatedProgram chain =
      program_of({uop_on(any_port, {{1, 1, 6 * cycle}}), uop_on(any_port, {{0, 0, 3 * cycle - 4 * cycle}})});
  EXPECT_NEAR(cycles_of(chain, sample_core()), 5.0, 0.02);
}

TEST(simulation, lets_no_instruction_begin_before_it_has_entered) {
  // One macro-op per cycle enters, so the second of each pair is a cycle later than the first, whatever it needs late.
  Core core = sample_core();
  core.dispatch_width = {1, {}};
  const SimulatedProgram chain =
      program_of({uop_on(any_port, {{1, 1, 9 * cycle}}), uop_on(any_port, {{0, 0, -20 * cycle}})});
  EXPECT_NEAR(cycles_of(chain, core), 2.0, 0.02);
}

TEST(simulation, spreads_a_chain_over_the_iterations_that_it_spans) {
  EXPECT_NEAR(cycles_of(program_of({uop_on(any_port, {{0, 3, 9 * cycle}})}), sample_core()), 3.0, 0.02);
}

TEST(simulation, overlaps_no_more_iterations_than_the_reorder_buffer_holds) {
  // 16 macro-ops that wait 60 cycles, one after the other, in each iteration; four iterations fit into 64 entries.
  std::vector<SimulatedUop> uops{uop_on(any_port)};
  for (int u = 1; u < 16; ++u)
    uops.push_back(uop_on(any_port, {{u - 1, 0, 4 * cycle}}));
  Core core = sample_core();
  for (Scheduler &scheduler : core.schedulers)
    scheduler.entries = 1000;
  EXPECT_LE(cycles_of(program_of(uops), core), 60.0 / 4);
  EXPECT_GE(cycles_of(program_of(uops), core), 60.0 / 5); // the next one enters while the first leaves
  core.reorder_buffer = SourcedCycles{1000, {}};
  EXPECT_NEAR(cycles_of(program_of(uops), core), 4.0, 0.1); // then dispatch is the limit
}

TEST(simulation, needs_a_divider_beside_the_port) {
  Core core = sample_core();
  core.ports.push_back({"DIV", PortKind::divider});
  SimulatedUop division = uop_on(any_port);
  division.divider = 16;
  division.divider_ticks = 5 * cycle;
  EXPECT_NEAR(cycles_of(program_of({division, uop_on(any_port)}), core), 5.0, 0.02);
}

TEST(simulation, loses_time_where_a_dependent_uop_takes_the_port_of_another) {
  // As measured on Zen 4 (multiplication, dependent addition of integers, 256 bits): 0.61 cycles for a pair, not 0.5.
  Core core = sample_core();
  core.dispatch_width.value = 6;
  core.reorder_buffer = SourcedCycles{320, {}};
  for (Scheduler &scheduler : core.schedulers) {
    scheduler.entries = 32;
    scheduler.is_queued = true;
  }
  core.scheduler_queue = SchedulerQueue{64, 4, 3, {}};
  const double pair = cycles_of(program_of({uop_on(port_a0 | port_a1), uop_on(any_port, {{0, 0, 3 * cycle}})}), core);
  EXPECT_NEAR(pair, 0.61, 0.05);
  EXPECT_NEAR(cycles_of(program_of({uop_on(port_a0 | port_a1), uop_on(any_port)}), core), 0.5, 0.01); // independent
}

TEST(simulation, tells_what_became_of_each_uop) {
  SimulationOptions options;
  options.timeline_iterations = 2;
  const auto result =
      simulate(program_of({uop_on(any_port), uop_on(port_a0, {{0, 0, 4 * cycle}})}), sample_core(), options);
  ASSERT_TRUE(result);
  ASSERT_EQ(result->timeline.size(), 4u);
  for (const UopTimes &times : result->timeline) {
    EXPECT_LT(times.dispatched, times.issued);
    EXPECT_LE(times.ready, times.issued);
  }
}

TEST(simulation, lets_jumps_go_after_others) {
  // A chain of two cycles, and an older uop for its port that is ready whenever the chain is.
  SimulatedUop other = uop_on(port_a0, {{1, 1, 2 * cycle}});
  const SimulatedUop chain = uop_on(port_a0, {{1, 1, 2 * cycle}});
  EXPECT_NEAR(cycles_of(program_of({other, chain}), sample_core()), 3.0, 0.02);
  other.is_jump = true;
  EXPECT_NEAR(cycles_of(program_of({other, chain}), sample_core()), 2.0, 0.02);
}

SimulatedProgram random_small_program(std::mt19937 &random) {
  const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  std::vector<SimulatedUop> uops;
  const int count = 1 + below(12);
  for (int u = 0; u < count; ++u) {
    std::vector<UopInput> inputs;
    if (below(2) == 0) {
      const int from = below(count);
      inputs.push_back({from, from < u ? below(2) : 1 + below(2), (1 + below(6)) * cycle});
    }
    uops.push_back(uop_on(static_cast<PortSet>(1 + below(15)), inputs, 1 + below(3)));
  }
  return program_of(uops);
}

double busiest_port_set(const SimulatedProgram &program) {
  double most = 0;
  for (PortSet set = 1; set <= any_port; ++set) {
    double busy = 0;
    for (const SimulatedUop &uop : program.uops)
      busy += (uop.ports & ~set) == 0 ? uop.busy_ticks / double(cycle) : 0;
    most = std::max(most, busy / std::popcount(set));
  }
  return most;
}

TEST(simulation, is_never_faster_than_ports_and_dispatch_allow) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const SimulatedProgram program = random_small_program(random);
    const double simulated = cycles_of(program, sample_core());
    ASSERT_GE(simulated, 0.98 * std::max(busiest_port_set(program), double(program.macro_ops.size()) / 4)) << round;
  }
}

TEST(simulation, comes_to_the_same_result_each_time) {
  std::mt19937 random(11);
  for (int round = 0; round < 20; ++round) {
    const SimulatedProgram program = random_small_program(random);
    EXPECT_EQ(cycles_of(program, sample_core()), cycles_of(program, sample_core()));
  }
}

/// Chains of additions side by side, one cycle each.
std::vector<SimulatedUop> chains(int count, PortSet ports) {
  std::vector<SimulatedUop> uops;
  for (int u = 0; u < count; ++u)
    uops.push_back(uop_on(ports, {{u, 1, cycle}}));
  return uops;
}

// Measured on Emerald Rapids: an operation on an indexed load and seven nops 1.94, in place of 1.5; three such
// operations in a row and four nops 2.02.
TEST(simulation, begins_what_is_split_among_the_first_of_a_cycle) {
  Core core = sample_core();
  core.dispatch_width.value = 6;
  core.dispatch_splits = DispatchSplits{3, 2, {}};
  const auto cycles = [&](int splits, int nops) {
    SimulatedProgram program;
    const auto add = [&](int uops, bool begins_early) {
      program.macro_ops.push_back({static_cast<int>(program.uops.size()), uops, cycle, begins_early});
      program.uops.insert(program.uops.end(), static_cast<std::size_t>(uops), uop_on(any_port));
    };
    for (int split = 0; split < splits; ++split) {
      add(1, true);
      add(1, false);
    }
    for (int nop = 0; nop < nops; ++nop)
      add(0, false);
    return cycles_of(program, core);
  };
  EXPECT_NEAR(cycles(1, 3), 1.0, 0.02);
  EXPECT_NEAR(cycles(1, 7), 2.0, 0.02);
  EXPECT_NEAR(cycles(3, 4), 2.0, 0.02);
  core.dispatch_splits.reset();
  EXPECT_NEAR(cycles(1, 7), 1.5, 0.02);
}

// Measured on Emerald Rapids, which has five ports for additions and dispatches six: three chains 1.00 cycles,
// four 1.16, five 1.20, six 1.50, ten 2.02. With any port for any uop they would take 1.0, 1.0, 1.0, 1.2 and 2.0.
TEST(simulation, of_bound_ports_lets_chains_wait_for_each_other) {
  Core core;
  for (const char *name : {"P0", "P1", "P5", "P6", "P10"})
    core.ports.push_back({name, PortKind::execution});
  constexpr PortSet all = 0b11111;
  core.dispatch_width.value = 6;
  core.reorder_buffer = SourcedCycles{512, {}};
  core.schedulers.push_back({"RS", all, 97, 0, false, true, false, 5, 0, {}});
  const std::pair<int, double> measured[] = {{3, 1.00}, {4, 1.16}, {5, 1.20}, {6, 1.50}, {10, 2.02}};
  for (const auto &[count, cycles] : measured)
    EXPECT_NEAR(cycles_of(program_of(chains(count, all)), core), cycles, 0.05 * cycles) << count;
  // independent ones fill all five: six tests 1.19
  EXPECT_NEAR(cycles_of(program_of(std::vector(6, uop_on(all))), core), 1.2, 0.03);
  core.schedulers.front().binds_ports = false;
  EXPECT_NEAR(cycles_of(program_of(chains(5, all)), core), 1.0, 0.02);
}

// Measured on Emerald Rapids: a chain of four operations of one cycle takes 4.0 cycles, with two multiplications, whose
// results leave their port after three cycles, 4.75 (additions, five ports) and 6.04 (bswap, two ports;
// exactly in tests/accuracy/raptor_cove_loops_test.cpp).
TEST(simulation, lets_operations_of_one_cycle_wait_for_results) {
  Core core;
  for (const char *name : {"P0", "P1", "P5", "P6", "P10"})
    core.ports.push_back({name, PortKind::execution});
  core.dispatch_width.value = 6;
  core.reorder_buffer = SourcedCycles{512, {}};
  core.schedulers.push_back({"RS", 0b11111, 97, 0, false, true, false, 5, 0, {}});
  const auto cycles = [&](PortSet ports) {
    constexpr PortSet multiplier = 0b00010;
    constexpr int last = 5;
    std::vector<SimulatedUop> uops(6);
    for (const int u : {0, 1, 2, 3, 4, last}) {
      const bool multiplies = u % 3 == 0;
      const int before = u == 1 ? last : u - (u == 4 ? 2 : 1);
      uops[static_cast<std::size_t>(u)] =
          multiplies ? uop_on(multiplier) : uop_on(ports, {{before, u == 1 ? 1 : 0, cycle}});
      uops[static_cast<std::size_t>(u)].result_cycles = multiplies ? 3 : 1;
      uops[static_cast<std::size_t>(u)].results.in_register = true;
    }
    uops.push_back(uop_on(0b01000, {{last + 1, 1, cycle}})); // the loop's count and jump
    uops.back().result_cycles = 1;
    return cycles_of(program_of(uops), core);
  };
  constexpr PortSet all = 0b11111;
  constexpr PortSet two = 0b00110;
  EXPECT_NEAR(cycles(all), 4.0, 0.02);
  EXPECT_NEAR(cycles(two), 4.0, 0.02);
  core.blocking_results = BlockingResults{4, 10, {}};
  EXPECT_NEAR(cycles(two), 4.0, 0.02) << "only results of this latency";
  core.blocking_results = BlockingResults{3, 10, {}};
  EXPECT_NEAR(cycles(all), 4.75, 0.4);
  EXPECT_GT(cycles(two), cycles(all)) << "more of them need the multiplier's port";
}

// Measured on Zen 4: four additions of constants (`lea`) and a vmovd to a general register take 2.0 cycles, eight 3.0.
// Each of the additions has its own scheduler, and the result goes through the third of their ports.
TEST(simulation, writes_results_of_vector_operations_through_another_port) {
  Core core;
  for (const char *name : {"ALU0", "ALU1", "ALU2", "ALU3", "FP4"}) {
    core.ports.push_back({name, PortKind::execution});
    if (core.schedulers.size() < 4)
      core.schedulers.push_back({name, PortSet{1} << core.schedulers.size(), 24, 0, false, false, false, 4, 0, {}});
  }
  core.dispatch_width.value = 6;
  core.reorder_buffer = SourcedCycles{320, {}};
  core.dispatch_groups = DispatchGroups{2, 16, {}};
  const auto cycles = [&](std::size_t additions, bool in_flags) {
    std::vector<SimulatedUop> uops(additions, uop_on(0b01111));
    for (SimulatedUop &uop : uops) {
      uop.result_cycles = 1;
      uop.results.in_register = true;
    }
    uops.push_back(uop_on(0b10000));
    uops.back().results = {!in_flags, in_flags};
    uops.back().through = 0b00100;
    return cycles_of(program_of(uops), core);
  };
  core.vector_results = VectorResults{0b10000, 0b00100, 1, {}};
  EXPECT_NEAR(cycles(4, false), 2.0, 0.02);
  EXPECT_NEAR(cycles(8, false), 3.0, 0.02);
  EXPECT_NEAR(cycles(8, true), 2.0, 0.02) << "a result in flags";
}

} // namespace
} // namespace osaca::test
