// Jumps, calls and returns of RISC-V, where one instruction is all of them and most are written in compressed form. The
// conventions are those of the unprivileged specification's table of hints for return-address stacks: `jalr` that
// keeps no return address and goes to ra returns, one that keeps it calls.
#include "decode_lines.h"

namespace osaca {
namespace {

using testing::instruction_of;

enum class Flow { straight, jump, conditional, call, returns };

Flow flow_of(const Instruction &instruction) {
  const int kinds = static_cast<int>(instruction.is_branch) + static_cast<int>(instruction.is_call) +
                    static_cast<int>(instruction.is_return);
  EXPECT_LE(kinds, 1) << instruction.text;
  if (instruction.is_branch)
    return instruction.is_conditional ? Flow::conditional : Flow::jump;
  EXPECT_FALSE(instruction.is_conditional) << instruction.text;
  return instruction.is_call ? Flow::call : instruction.is_return ? Flow::returns : Flow::straight;
}

struct Case {
  const char *text;
  Flow flow;
  const char *target = "";
};

class RiscvFlow : public ::testing::TestWithParam<Case> {};

TEST_P(RiscvFlow, IsWhatTheSpecificationSays) {
  const Instruction made = instruction_of(Isa::riscv64, GetParam().text);
  EXPECT_EQ(flow_of(made), GetParam().flow) << GetParam().text;
  EXPECT_EQ(made.branch_target, GetParam().target) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    All, RiscvFlow,
    ::testing::Values(Case{"ret", Flow::returns}, Case{"jr ra", Flow::returns}, Case{"c.jr ra", Flow::returns},
                      Case{"jalr zero, 0(ra)", Flow::returns}, Case{"jr a5", Flow::jump}, Case{"c.jr a5", Flow::jump},
                      Case{"jalr zero, 8(a5)", Flow::jump}, Case{"j .L1", Flow::jump, ".L1"},
                      Case{"c.j .L1", Flow::jump, ".L1"}, Case{"jal zero, .L1", Flow::jump, ".L1"},
                      Case{"tail f", Flow::jump, "f"}, Case{"jalr a5", Flow::call}, Case{"c.jalr a5", Flow::call},
                      Case{"jalr ra, 8(a5)", Flow::call}, Case{"jal f", Flow::call, "f"},
                      Case{"call f", Flow::call, "f"}, Case{"beq a0, a1, .L1", Flow::conditional, ".L1"},
                      Case{"beqz a0, .L1", Flow::conditional, ".L1"}, Case{"c.bnez a0, .L1", Flow::conditional, ".L1"},
                      Case{"bgtz t0, .L1", Flow::conditional, ".L1"}, Case{"addi a0, a0, 1", Flow::straight},
                      Case{"nop", Flow::straight}));

/// Models and rules know instructions by the name of the full form.
TEST(RiscvCompressed, AnInstructionHasOneOpcodeWhateverItsLength) {
  const auto opcode = [](const char *text) { return instruction_of(Isa::riscv64, text).opcode; };
  EXPECT_EQ(opcode("c.ld a0, 8(a1)"), "LD");
  EXPECT_EQ(opcode("ld a0, 8(a1)"), "LD");
  EXPECT_EQ(opcode("ld t0, 8(t1)"), "LD"); // has no short form
  EXPECT_EQ(opcode("c.add a0, a1"), opcode("add t0, t1, t2"));
  EXPECT_EQ(opcode("c.addi a0, 1"), opcode("addi a0, a1, 1"));
  EXPECT_EQ(opcode("c.fsd fa0, 8(a1)"), "FSD");
}

TEST(RiscvCompressed, TheLengthIsThatOfTheEncoding) {
  const auto size = [](const char *text) { return instruction_of(Isa::riscv64, text).size_bytes; };
  EXPECT_EQ(size("c.ld a0, 8(a1)"), 2);
  EXPECT_EQ(size("ld t0, 8(t1)"), 4);
}

TEST(RiscvCompressed, ALoopClosedByAnUnconditionalJumpIsFound) {
  const auto decoded = decode_assembly("f:\n.L1:\n beqz a0, .L2\n addi a0, a0, -1\n j .L1\n.L2:\n ret\n", "f.s",
                                       {.isa = Isa::riscv64, .features_cpu = {}, .scheduling_cpus = {}, .regions = {}});
  ASSERT_TRUE(decoded) << decoded.error().text();
  ASSERT_EQ(decoded->kernels.size(), 1U);
  EXPECT_EQ(decoded->kernels[0].instructions.size(), 3U);
}

} // namespace
} // namespace osaca
