#include "composed_model.h"

#include "measure/tables/model_figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace osaca::measure::compose {
namespace {

using testing::HasSubstr;

TEST(Compose, SaysWhatWasMeasuredOfTheCore) {
  const MachineModel model = composed(measurements());
  EXPECT_EQ(model.core().dispatch_width.value, Cycles(4));
  ASSERT_TRUE(model.core().taken_branch_cycles);
  EXPECT_EQ(model.core().taken_branch_cycles->value, Cycles(2));
  ASSERT_TRUE(model.core().run_end_cycles);
  EXPECT_EQ(model.core().run_end_cycles->value, Cycles(3));
  EXPECT_EQ(cost_in(model, "MOV64rm").load_latency_cycles, Cycles(3));
}

/// Whatever ports a form gets: copies that wait for nothing take what was measured, and so do chains.
TEST(Compose, FormsTakeWhatWasMeasured) {
  const std::string odd = form("POPCNT64rr", "1.300", "5.000") + form("DIV64r", "30.000", "35.000") +
                          form("BSWAP64r", "0.700", "2.000") + form("NOT64r", "0.250", "1.000");
  const MachineModel model = composed(measurements(odd));
  const std::vector<std::pair<std::string, double>> expected = {
      {"IMUL64rr", 1.0}, {"SHL64ri", 0.5}, {"POPCNT64rr", 1.3}, {"DIV64r", 30.0}, {"BSWAP64r", 0.7}, {"NOT64r", 0.25}};
  for (const auto &[opcode, throughput] : expected) {
    const double by_ports = port_throughput(cost_in(model, opcode).demands);
    EXPECT_NEAR(std::max(by_ports, 0.25), throughput, 0.1 * throughput) << opcode;
  }
  EXPECT_EQ(cost_in(model, "IMUL64rr").latency_cycles, Cycles(4));
}

TEST(Compose, WhatIsAsFastAsDispatchNeedsNoPort) {
  const MachineModel model =
      composed(measurements(form("INC32r", "0.250", "1.000") + form("NEG32r", "0.249", "1.000")));
  EXPECT_LE(port_throughput(cost_in(model, "NEG32r").demands), 0.25);
}

/// Timings go wrong here and there: a condition that one operation lacks is that of its kind.
TEST(Compose, FusionFollowsTheMany) {
  const auto fused = [](const std::string &operation, const std::string &jumps) {
    return finding("fusion." + operation + ".register", "10", "of 16 conditions") + "    holds_with: [" + jumps + "]\n";
  };
  const MachineModel model =
      composed(measurements("", fused("cmp", "je, jne, jb, ja, jl") + fused("sub", "je, jne, jb, ja, jl") +
                                    fused("add", "je, jne, jb, jl") + fused("or", "jp")));
  ASSERT_EQ(model.core().fusion.size(), 1U);
  const FusionRule &rule = model.core().fusion.front();
  EXPECT_THAT(rule.second_mnemonic, testing::UnorderedElementsAre("je", "jne", "jb", "ja", "jl"));
  EXPECT_THAT(rule.first, testing::Contains("ADD??rr*"));
  EXPECT_THAT(rule.first, testing::Not(testing::Contains("OR??rr*")));
}

std::string move_of(const std::string &opcode, const std::string &throughput) {
  return plain_form(opcode, throughput) +
         "    latencies:\n      - {from: \"1\", to: \"0\", cycles: 1.0, spread: 0.001, chain: 1.0}\n";
}

/// A probe saw one move done at rename; of the others those are as fast as instructions are taken up.
TEST(Compose, MovesAsFastAsAnEliminatedOneAreEliminated) {
  const std::string probe = finding("moves.movaps.latency", "0.250", "cycles") + "    code: \"movaps %xmm1, %xmm0\"\n";
  const MachineModel model = composed(measurements(
      move_of("MOVAPSrr", "0.250") + move_of("MOVUPDrr", "0.251") + move_of("MOVZPQILo2PQIrr", "0.334"), probe));
  std::vector<std::string> moves;
  for (const IdiomRule &rule : model.core().idioms)
    if (rule.kind == IdiomRule::Kind::move) {
      moves.insert(moves.end(), rule.match.begin(), rule.match.end());
      EXPECT_FALSE(rule.onto_itself); // chains of one form took a cycle, unlike the probe's of two registers
    }
  EXPECT_THAT(moves, testing::Contains("MOVUPDrr"));
  EXPECT_THAT(moves, testing::Not(testing::Contains("MOVZPQILo2PQIrr")));
}

/// A core that is never left alone may hide its width from the probe.
TEST(Compose, TheWidthOfThePortsFileDoesWhereTheProbeCouldNotTell) {
  CoreMeasurements measured = measurements();
  std::string text = structure_text();
  const std::string told = finding("dispatch.width", "4.000", "operations per cycle");
  text.replace(text.find(told), told.size(), finding("dispatch.width", "null", "operations per cycle"));
  measured.structure = *read_structure(text, "s.yml");
  EXPECT_EQ(composed(measured).core().dispatch_width.value, Cycles(4));
}

/// The prefix is an instruction of its own, for the compiler and for the model.
TEST(Compose, LockedOperationsTakeWhatTheProbeSaw) {
  const CoreMeasurements measured = measurements("", finding("accesses.locked_addition", "18.000", "cycles"));
  (void)composed(measured); // it can be read
  const auto made = compose_model(measured, "mine");
  ASSERT_TRUE(made);
  EXPECT_THAT(made->yaml, HasSubstr("match: [LOCK_PREFIX]\n    ports: [\"18.0*LCK\"]"));
}

TEST(Compose, RefusesMeasurementsOfDifferentMachines) {
  CoreMeasurements measured = measurements();
  measured.ports.machine.cpu = "another";
  const auto made = compose_model(measured, "mine");
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().text(), HasSubstr("another machine"));
}

TEST(Compose, SaysWhichFigureItCannotDoWithout) {
  CoreMeasurements measured = measurements();
  measured.structure = StructureFindings(measured.structure.machine(), {});
  measured.ports.dispatch_width = 0;
  const auto made = compose_model(measured, "mine");
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().text(), HasSubstr("dispatch.width"));
}

TEST(Compose, ForwardingThatTakesNothingIsRenamedMemory) {
  const std::string renamed =
      "  - opcode: \"ADD64rm\"\n    status: \"ok\"\n    throughput:\n      - {cycles: 0.5, spread: 0.001}\n"
      "    latencies:\n      - {from: \"0\", to: \"0\", cycles: 1.0, spread: 0.001, chain: 1.0}\n"
      "      - {from: \"1\", to: \"0\", cycles: 1.0, spread: 0.001, chain: 1.5}\n";
  CoreMeasurements measured = measurements(renamed);
  for (MeasuredForm &one : measured.instructions.forms)
    if (one.opcode == "MOV64rm")
      one.latencies.push_back({"1", "0", 0.0, 0.0, 0.5, {}, false, false, "", false});
  const MachineModel model = composed(measured);
  ASSERT_TRUE(model.core().memory_renaming);
  EXPECT_THAT(model.core().memory_renaming->loads, testing::UnorderedElementsAre("MOV64rm", "ADD64rm"));
}

} // namespace
} // namespace osaca::measure::compose
