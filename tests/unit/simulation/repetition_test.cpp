#include "simulation/repetition.h"

#include "sample_core.h"
#include "simulation/simulation.h"

#include <gtest/gtest.h>

#include <random>

namespace osaca::test {
namespace {

/// Counts up to `transient`, then round and round through `period` numbers.
struct Counter {
  int transient = 0;
  int period = 1;
  int value = 0;
  mutable int described_in_full = 0;

  void begin_period() {}
  void step() { value = value + 1 == transient + period ? transient : value + 1; }
  template <class Each> bool describe_outline(Each each) const { return each(value % 2); }
  template <class Each> bool describe_details(Each each) const {
    ++described_in_full;
    return each(value);
  }
};

/// Two iterations and seven cycles in each step.
std::optional<Repetition::Period> period_of(Counter &counter, int steps) {
  Repetition repetition;
  for (int step = 0; step < steps; ++step, counter.step())
    if (const auto period = repetition.look(2 * step, 7 * step, counter))
      return period;
  return std::nullopt;
}

TEST(repetition, is_found_with_its_length) {
  for (const int transient : {0, 1, 17, 100})
    for (const int period : {1, 2, 3, 10, 37}) {
      Counter counter{.transient = transient, .period = period};
      const auto found = period_of(counter, 8 * (transient + period + 8));
      ASSERT_TRUE(found) << transient << " " << period;
      EXPECT_EQ(found->iterations, 2 * period);
      EXPECT_EQ(found->cycles, 7 * period);
    }
}

TEST(repetition, is_not_found_where_nothing_repeats) {
  Counter counter{.transient = 1'000'000};
  EXPECT_FALSE(period_of(counter, 10'000));
  EXPECT_LT(counter.described_in_full, 6'000) << "half of the states differ in their outline";
}

Core random_core(std::mt19937 &random) {
  const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  Core core = sample_core();
  core.dispatch_width.value = 2 + below(6);
  core.reorder_buffer = SourcedCycles{16 + below(200), {}};
  const bool is_queued = below(2) == 0;
  for (Scheduler &scheduler : core.schedulers) {
    scheduler.entries = 4 + below(30);
    scheduler.is_queued = is_queued;
    scheduler.binds_ports = below(2) == 0;
    scheduler.binding_tolerance = 1 + below(6);
    scheduler.binding_ranks = below(3);
    scheduler.ports_in_turn = below(4) == 0;
  }
  core.scheduler_queue = SchedulerQueue{4 + below(60), 1 + below(4), below(4), {}};
  if (below(2) == 0)
    core.blocking_results = BlockingResults{2 + below(5), 1 + below(12), {}};
  if (below(2) == 0)
    core.vector_results = VectorResults{0, 0, 1 + below(4), {}};
  if (below(2) == 0)
    core.dispatch_groups = DispatchGroups{1 + below(3), 1 + below(20), {}};
  if (below(2) == 0)
    core.taken_branch_cycles = SourcedCycles{Cycles(1 + below(4), 2), {}};
  return core;
}

SimulatedProgram random_program(std::mt19937 &random) {
  const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  std::vector<SimulatedUop> uops;
  const int count = 1 + below(20);
  for (int u = 0; u < count; ++u) {
    std::vector<UopInput> inputs;
    if (below(2) == 0) {
      const int from = below(count);
      const int offset = below(4) == 0 ? -below(4 * ticks_per_cycle) : 1 + below(6 * ticks_per_cycle);
      inputs.push_back({from, from < u ? below(2) : 1 + below(3), offset});
    }
    uops.push_back(uop_on(static_cast<PortSet>(1 + below(15)), inputs));
    uops.back().busy_ticks = below(3) == 0 ? 1 + below(3 * ticks_per_cycle) : ticks_per_cycle;
    uops.back().is_jump = below(10) == 0;
    uops.back().is_taken_branch = below(10) == 0;
    uops.back().result_cycles = below(6);
    uops.back().results = {below(2) == 0, below(3) == 0};
    uops.back().through = below(4) == 0 ? port_a1 : 0;
  }
  SimulatedProgram program = program_of(uops);
  for (std::size_t u = 1; u < program.uops.size(); ++u)
    if (below(4) == 0) // another uop of the same instruction
      program.uops[u].instruction = program.uops[u - 1].instruction;
  return program;
}

/// The later half of a simulation that goes on for twice as long.
std::optional<Cycles> second_half(const SimulatedProgram &program, const Core &core, int iterations) {
  SimulationOptions options;
  options.measured_iterations = iterations;
  const auto half = simulate(program, core, options);
  options.measured_iterations *= 2;
  const auto both = simulate(program, core, options);
  if (!half || !both)
    return std::nullopt;
  return both->cycles * Cycles(2) - half->cycles;
}

// What was seen to repeat must go on as it did: over whole periods behind all that was simulated until then, an
// iteration takes exactly as long.
TEST(repetition, tells_what_a_longer_simulation_measures) {
  std::mt19937 random(5);
  int seen = 0;
  for (int round = 0; round < 400; ++round) {
    const Core core = random_core(random);
    const SimulatedProgram program = random_program(random);
    const auto result = simulate(program, core, {});
    ASSERT_TRUE(result) << round;
    if (result->period_iterations == 0)
      continue;
    ++seen;
    constexpr int longest_until_then = 1'700; // macro-ops
    const int per_period = result->period_iterations * static_cast<int>(program.macro_ops.size());
    const auto later = second_half(program, core, (longest_until_then / per_period + 1) * result->period_iterations);
    ASSERT_TRUE(later) << round;
    EXPECT_EQ(*later, result->cycles) << round << ": " << later->text(4) << " and " << result->cycles.text(4);
  }
  EXPECT_GT(seen, 300);
}

TEST(repetition, leaves_the_timeline_as_long_as_it_was) {
  std::mt19937 random(6);
  for (int round = 0; round < 20; ++round) {
    const Core core = random_core(random);
    const SimulatedProgram program = random_program(random);
    SimulationOptions options;
    options.timeline_iterations = 3;
    const auto recorded = simulate(program, core, options);
    ASSERT_TRUE(recorded);
    EXPECT_EQ(recorded->timeline.size(), 3 * program.uops.size());
    EXPECT_EQ(recorded->cycles, simulate(program, core, {})->cycles);
  }
}

} // namespace
} // namespace osaca::test
