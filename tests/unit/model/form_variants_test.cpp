// Operands with which an AArch64 opcode is another operation.
#include "sample_model.h"

#include <gtest/gtest.h>

namespace osaca::test {
namespace {

Operand general(bool read, bool is_zero = false) {
  const Register reg{is_zero ? "xzr" : "x1", RegisterKind::gpr, 64,
                     is_zero ? std::vector<std::uint16_t>() : std::vector<std::uint16_t>{1}};
  return {RegisterOperand{reg}, read, !read, false, false};
}

Cost cost_with(const std::string &form, const std::string &opcode, std::vector<Operand> sources) {
  const auto read = read_model(head() + core() + forms() + "  - " + form + "\n", "m.yml", {});
  EXPECT_TRUE(read.data);
  Instruction instruction;
  instruction.opcode = opcode;
  instruction.operands = std::move(sources);
  instruction.operands.insert(instruction.operands.begin(), general(false));
  return cost_of(MachineModel(read.data.value()), instruction, -1).value();
}

// Arm's guides of Cortex-A76 and later: `add x0, x1, x2, lsl #4` takes a cycle, other shifts take two. The immediate is
// the number of an instruction: the distance, and 64 for lsr, 128 for asr, 192 for ror.
TEST(FormVariants, AShiftToTheLeftByAtMostFourMayBeAnotherOperation) {
  const auto latency_of = [](std::int64_t shift, const std::string &variants = "") {
    const Operand constant = {ImmediateOperand{shift, ""}, true, false, false, false};
    return cost_with("{match: [ADDXrs], ports: [P0], latency: 1, " + variants +
                         "shifted_far: {ports: [P1], latency: 2}, source: lab}",
                     "ADDXrs", {general(true), general(true), constant})
        .latency_cycles;
  };
  for (const std::int64_t near : {0, 1, 4, 64}) // lsr #0 shifts nothing
    EXPECT_EQ(latency_of(near), Cycles(1)) << near;
  for (const std::int64_t far : {5, 63, 64 + 1, 128 + 4, 192 + 2})
    EXPECT_EQ(latency_of(far), Cycles(2)) << far;
  const std::string slow = "shifted: {ports: [P0], latency: 3}, ";
  EXPECT_EQ(latency_of(0, slow), Cycles(1));
  EXPECT_EQ(latency_of(4, slow), Cycles(3));
  EXPECT_EQ(latency_of(5, slow), Cycles(2));
}

// Apple M1 (applecpu): mneg two per cycle, msub one. Both have one opcode.
TEST(FormVariants, AnAdditionOfTheConstantZeroMayBeAnotherOperation) {
  const auto ports_of = [](const Operand &first, const Operand &last) {
    return cost_with("{match: [MSUBXrrr], ports: [P0], latency: 3, zero_addend: {ports: [\"P0|P1\"], latency: 3}, "
                     "source: lab}",
                     "MSUBXrrr", {first, general(true), last})
        .demands.front()
        .ports;
  };
  EXPECT_EQ(ports_of(general(true), general(true)), PortSet(1));
  EXPECT_EQ(ports_of(general(true), general(true, true)), PortSet(3));
  EXPECT_EQ(ports_of(general(true, true), general(true)), PortSet(1)) << "the addend is the last one";
}

} // namespace
} // namespace osaca::test
