#include "simulation/in_order.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>

namespace osaca::test {
namespace {

// Ports of the core below.
constexpr PortSet port_a = 1;
constexpr PortSet port_b = 2;
constexpr PortSet port_divider = 4;

Core dual_issue_core() {
  Core core;
  core.ports = {{"A", PortKind::execution}, {"B", PortKind::execution}, {"D", PortKind::divider}};
  core.dispatch_width.value = 2;
  core.in_order.value = true;
  return core;
}

InOrderInstruction uses(PortSet ports, int cycles = 1) {
  InOrderInstruction made;
  made.uses = {{ports, cycles * ticks_per_cycle}};
  return made;
}

/// It waits until `cycles` after an instruction of this iteration or an earlier one.
InOrderInstruction after(InOrderInstruction instruction, int of, int cycles, int distance = 0) {
  instruction.inputs.push_back({of, distance, cycles * ticks_per_cycle});
  return instruction;
}

InOrderResult simulated(const std::vector<InOrderInstruction> &instructions, const Core &core = dual_issue_core(),
                        const SimulationOptions &options = {}) {
  const auto result = simulate_in_order({instructions}, core, options);
  EXPECT_TRUE(result);
  return result.value_or(InOrderResult());
}

Cycles of_cause(const InOrderResult &result, int instruction, IssueDelay cause) {
  Cycles sum = 0;
  for (const InOrderStall &stall : result.stalls)
    if (stall.instruction == instruction && stall.cause == cause)
      sum += stall.cycles;
  return sum;
}

// The manuals of such cores give the latency of a load from the first-level cache as the distance to its first use.
TEST(InOrder, StallsOnTheUseOfALoad) {
  // The load, three cycles until its user, and the next load together with that user.
  const InOrderResult result = simulated({uses(port_a), after(uses(port_b), 0, 3)});
  EXPECT_EQ(result.cycles, Cycles(3));
  EXPECT_EQ(of_cause(result, 1, IssueDelay::value), Cycles(3));
  EXPECT_EQ(result.stalls.size(), 1U);
}

TEST(InOrder, DoesNotStallOnALoadThatIsUsedLater) {
  // The load is issued with the user of the previous one, and the others in the two cycles in between.
  const InOrderResult result = simulated({uses(port_a), uses(port_b), uses(port_b), after(uses(port_b), 0, 3)});
  EXPECT_EQ(result.cycles, Cycles(3));
  EXPECT_EQ(of_cause(result, 3, IssueDelay::value), Cycles(1)) << "the last of the three cycles";
}

TEST(InOrder, AWaitingInstructionDelaysTheIndependentOnesAfterIt) {
  // Out of order, the four independent instructions would be executed while the second one waits.
  const InOrderResult result = simulated({uses(port_a), after(uses(port_a), 0, 10), uses(port_a), uses(port_a)});
  EXPECT_EQ(result.cycles, Cycles(13));
  EXPECT_EQ(of_cause(result, 1, IssueDelay::value), Cycles(10));
}

TEST(InOrder, IssuesAsManyInstructionsPerCycleAsTheCoreCan) {
  Core core = dual_issue_core();
  const std::vector<InOrderInstruction> four(4, uses(port_a | port_b));
  EXPECT_EQ(simulated(four, core).cycles, Cycles(2));
  core.in_order.issue_width = 1;
  EXPECT_EQ(simulated(four, core).cycles, Cycles(4));
}

TEST(InOrder, WaitsForADividerThatIsNotPipelined) {
  InOrderInstruction division = uses(port_a);
  division.uses.push_back({port_divider, 19 * ticks_per_cycle});
  const InOrderResult result = simulated({division, uses(port_b)});
  EXPECT_EQ(result.cycles, Cycles(19));
  EXPECT_EQ(of_cause(result, 0, IssueDelay::port), Cycles(18)) << "in the first cycle, the core issues two others";
}

TEST(InOrder, APairUsesBothPortsWhicheverComesFirst) {
  EXPECT_EQ(simulated({uses(port_a | port_b), uses(port_a)}).cycles, Cycles(1));
  EXPECT_EQ(simulated({uses(port_a), uses(port_a | port_b)}).cycles, Cycles(1));
  EXPECT_EQ(simulated({uses(port_a), uses(port_a)}).cycles, Cycles(2));
}

TEST(InOrder, AnInstructionMayUseAPortTwice) {
  InOrderInstruction twice = uses(port_a);
  twice.uses.push_back({port_a, ticks_per_cycle});
  EXPECT_EQ(simulated({twice}).cycles, Cycles(2));
  EXPECT_EQ(simulated({twice, uses(port_b)}).cycles, Cycles(2));
  EXPECT_EQ(simulated({twice, uses(port_a)}).cycles, Cycles(3));
}

TEST(InOrder, AnInstructionMayBeIssuedAlone) {
  InOrderInstruction alone = uses(port_a);
  alone.begins_group = alone.ends_group = true;
  const InOrderResult result = simulated({alone, uses(port_a), uses(port_b)});
  EXPECT_EQ(result.cycles, Cycles(2));
  EXPECT_EQ(of_cause(result, 0, IssueDelay::pairing) + of_cause(result, 0, IssueDelay::width), Cycles(1));
  EXPECT_EQ(of_cause(result, 1, IssueDelay::pairing), Cycles(1));
}

TEST(InOrder, SomePairsAreNotIssuedTogether) {
  InOrderInstruction load = uses(port_a);
  InOrderInstruction store = uses(port_b);
  EXPECT_EQ(simulated({load, store}).cycles, Cycles(1));
  load.apart = 1;
  store.apart_from = 1;
  EXPECT_EQ(simulated({load, store}).cycles, Cycles(2));
  EXPECT_EQ(simulated({store, load}).cycles, Cycles(2)) << "in both orders";
}

TEST(InOrder, ResultsMayHaveToBeWrittenInOrder) {
  Core core = dual_issue_core();
  InOrderInstruction slow = uses(port_a);
  slow.first_write_ticks = slow.last_write_ticks = 4 * ticks_per_cycle;
  InOrderInstruction fast = uses(port_b);
  fast.first_write_ticks = fast.last_write_ticks = ticks_per_cycle;
  EXPECT_EQ(simulated({slow, fast}, core).cycles, Cycles(1));
  core.in_order.writes_in_order = true;
  // The fast one is issued three cycles after the slow one, so that both write at the same time.
  EXPECT_EQ(simulated({slow, fast}, core).cycles, Cycles(3));
  fast.writes_in_any_order = true;
  EXPECT_EQ(simulated({slow, fast}, core).cycles, Cycles(1));
}

TEST(InOrder, AValueMayBeNeededLaterThanItsReaderIsIssued) {
  // A multiplication of four cycles whose sum is added two cycles after the issue: a chain of two cycles.
  EXPECT_EQ(simulated({after(uses(port_a), 0, 2, 1)}).cycles, Cycles(2));
  InOrderInstruction reader = uses(port_b);
  reader.inputs = {{0, 0, -ticks_per_cycle}};
  EXPECT_EQ(simulated({uses(port_a), reader}).cycles, Cycles(1));
}

TEST(InOrder, FractionsOfCyclesAddUpAlongAChain) {
  InOrderInstruction link = uses(port_a);
  link.inputs = {{0, 1, 5 * ticks_per_cycle / 2}};
  EXPECT_EQ(simulated({link}).cycles, Cycles(5, 2));
}

TEST(InOrder, RefusesWhatIsTooLong) {
  EXPECT_FALSE(simulate_in_order({}, dual_issue_core(), {}));
  const std::vector<InOrderInstruction> long_loop(most_in_order_instructions + 1);
  EXPECT_FALSE(simulate_in_order({long_loop}, dual_issue_core(), {}));
}

// ---- random programs

struct RandomProgram {
  std::vector<InOrderInstruction> instructions;
  Core core = dual_issue_core();
};

RandomProgram random_in_order_program(unsigned seed, bool single_ports) {
  std::mt19937 random(seed);
  const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  RandomProgram made;
  const int count = 1 + below(9);
  for (int i = 0; i < count; ++i) {
    InOrderInstruction next = uses(single_ports ? PortSet{1} << below(3) : PortSet(1 + below(7)), 1 + below(3) / 2);
    for (int inputs = below(3); inputs > 0; --inputs) {
      const int of = below(count);
      next = after(next, of, below(6), of < i ? below(2) : 1 + below(3));
    }
    next.begins_group = below(8) == 0;
    next.ends_group = below(8) == 0;
    next.apart = static_cast<std::uint32_t>(below(4) / 3);
    next.apart_from = static_cast<std::uint32_t>(below(4) / 3);
    next.first_write_ticks = next.last_write_ticks = ticks_per_cycle * below(5);
    next.writes_in_any_order = below(3) == 0;
    made.instructions.push_back(next);
  }
  made.core.dispatch_width.value = 1 + below(3);
  made.core.in_order.writes_in_order = below(2) == 0;
  return made;
}

/// The same rules, one instruction and one cycle after the other, for programs with one port per instruction and whole
/// cycles. Returns the cycle in which each iteration's last instruction is issued.
std::vector<long> issue_plainly(const RandomProgram &program, int iterations) {
  const int count = static_cast<int>(program.instructions.size());
  const long width = program.core.dispatch_width.value.numerator();
  std::vector<long> issued;
  std::vector<long> free_at(3, 0);
  std::vector<long> ends;
  long last_write = 0;
  for (int n = 0; n < iterations * count; ++n) {
    const InOrderInstruction &next = program.instructions[static_cast<std::size_t>(n % count)];
    const int port = std::countr_zero(next.uses[0].ports);
    long cycle = issued.empty() ? 0 : issued.back();
    const auto may_issue = [&] {
      for (const InOrderInput &input : next.inputs) {
        const int of = n - n % count - input.distance * count + input.instruction;
        if (of >= 0 && cycle < issued[static_cast<std::size_t>(of)] + input.offset_ticks / ticks_per_cycle)
          return false;
      }
      long in_cycle = 0;
      for (int other = n - 1; other >= 0 && issued[static_cast<std::size_t>(other)] == cycle; --other, ++in_cycle) {
        const InOrderInstruction &earlier = program.instructions[static_cast<std::size_t>(other % count)];
        if (earlier.ends_group || next.begins_group || (earlier.apart & next.apart_from) != 0 ||
            (next.apart & earlier.apart_from) != 0)
          return false;
      }
      const bool is_in_order = !program.core.in_order.writes_in_order || next.writes_in_any_order ||
                               cycle + next.first_write_ticks / ticks_per_cycle >= last_write;
      return in_cycle < width && free_at[static_cast<std::size_t>(port)] <= cycle && is_in_order;
    };
    while (!may_issue())
      ++cycle;
    issued.push_back(cycle);
    free_at[static_cast<std::size_t>(port)] = cycle + next.uses[0].busy_ticks / ticks_per_cycle;
    if (!next.writes_in_any_order && next.last_write_ticks > 0)
      last_write = cycle + next.last_write_ticks / ticks_per_cycle;
    if (n % count == count - 1)
      ends.push_back(cycle);
  }
  return ends;
}

TEST(InOrder, IsTheSameAsIssuingOneInstructionAfterTheOther) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    const RandomProgram program = random_in_order_program(seed, true);
    const InOrderResult result = simulated(program.instructions, program.core);
    ASSERT_GT(result.period_iterations, 0) << seed;
    const int period = result.period_iterations;
    const std::vector<long> ends = issue_plainly(program, 200 + 4 * period);
    EXPECT_EQ(Cycles(ends[static_cast<std::size_t>(199 + 4 * period)] - ends[199], 4 * period), result.cycles) << seed;
  }
}

TEST(InOrder, StallsAddUpToTheCycles) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    const RandomProgram program = random_in_order_program(seed, false);
    const InOrderResult result = simulated(program.instructions, program.core);
    Cycles sum = 0;
    for (const InOrderStall &stall : result.stalls)
      sum += stall.cycles;
    EXPECT_EQ(sum, result.cycles) << seed;
  }
}

TEST(InOrder, IsNeverFasterThanTheWidthThePortsAndTheChains) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    const RandomProgram program = random_in_order_program(seed, false);
    const Cycles cycles = simulated(program.instructions, program.core).cycles;
    EXPECT_GE(cycles, Cycles(static_cast<int>(program.instructions.size())) / program.core.dispatch_width.value);
    for (PortSet ports = 1; ports < 8; ++ports) { // what can only be executed by a set of ports
      int ticks = 0;
      for (const InOrderInstruction &instruction : program.instructions)
        ticks += (instruction.uses[0].ports & ~ports) == 0 ? instruction.uses[0].busy_ticks : 0;
      EXPECT_GE(cycles, Cycles(ticks, ticks_per_cycle * std::popcount(ports))) << seed;
    }
    for (std::size_t i = 0; i < program.instructions.size(); ++i)
      for (const InOrderInput &input : program.instructions[i].inputs)
        if (static_cast<std::size_t>(input.instruction) == i) {
          EXPECT_GE(cycles, Cycles(input.offset_ticks, ticks_per_cycle * input.distance)) << seed;
        }
  }
}

TEST(InOrder, ARepetitionIsAsLongAsALongSimulation) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    const RandomProgram program = random_in_order_program(seed, false);
    const InOrderResult result = simulated(program.instructions, program.core);
    ASSERT_GT(result.period_iterations, 0) << seed;
    const int whole_periods = (200 / result.period_iterations + 1) * result.period_iterations;
    EXPECT_EQ(simulated(program.instructions, program.core, {0, whole_periods}).cycles, result.cycles) << seed;
  }
}

TEST(InOrder, TheTimelineIsInProgramOrder) {
  const InOrderResult result =
      simulated({uses(port_a), after(uses(port_b), 0, 3)}, dual_issue_core(), {.timeline_iterations = 3});
  ASSERT_EQ(result.timeline.size(), 6U);
  for (std::size_t i = 0; i < result.timeline.size(); ++i) {
    const IssueTimes &time = result.timeline[i];
    EXPECT_EQ(time.iteration, static_cast<int>(i / 2));
    EXPECT_LE(time.next, time.ready);
    EXPECT_LE(time.ready, time.issued);
    if (i > 0) {
      EXPECT_EQ(time.next, result.timeline[i - 1].issued);
    }
  }
}

} // namespace
} // namespace osaca::test
