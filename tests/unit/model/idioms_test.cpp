#include "sample_model.h"

#include "model/compiled/compiled_model.h"
#include "model/idioms.h"

#include <gtest/gtest.h>

namespace osaca::test {
namespace {

Operand numbered(int number, bool read, bool written, bool constant = false) {
  Register value{"r" + std::to_string(number), RegisterKind::gpr, 64, {}};
  if (!constant)
    value.units = {static_cast<std::uint16_t>(number)};
  return {RegisterOperand{value}, read, written, false, false};
}

Operand immediate(std::int64_t value) { return {ImmediateOperand{value, ""}, true, false, false, false}; }
Operand any_memory() { return {MemoryOperand(), true, false, false, false}; }

Instruction make(const std::string &opcode, std::vector<Operand> operands, const std::string &mnemonic = "") {
  Instruction instruction;
  instruction.opcode = opcode;
  instruction.mnemonic = mnemonic;
  instruction.operands = std::move(operands);
  return instruction;
}

/// Each test runs on the model as read and as compiled.
class Idioms : public testing::TestWithParam<bool> {
protected:
  Idioms() {
    if (GetParam()) {
      block_ = compile_model(model, opcodes()).value();
      model = MachineModel(open_compiled_model(block_).value());
    }
  }
  [[nodiscard]] bool idiom(const Instruction &instruction) const { return find_idiom(model, instruction) != nullptr; }
  std::string block_;
  MachineModel model = tiny_model();
};

TEST(FlagsIdiom, ComparesItsRegistersAsAZeroIdiomDoes) {
  std::string text = head() + core() + forms();
  text.insert(text.find("{kind: move"), "{kind: flags, match: [ADD64rr], eliminated: false, source: lab}, ");
  const MachineModel model(read_model(text, "tiny.yml", {}).data.value());
  const IdiomRule *rule = find_idiom(model, make("ADD64rr", {numbered(1, true, true), numbered(1, true, false)}));
  ASSERT_NE(rule, nullptr);
  EXPECT_EQ(rule->kind, IdiomRule::Kind::flags);
  EXPECT_FALSE(rule->eliminated);
  EXPECT_EQ(find_idiom(model, make("ADD64rr", {numbered(1, true, true), numbered(2, true, false)})), nullptr);
}

// On some cores a move of a register onto itself is a move like any other: "mov %eax, %eax" clears the upper half.
TEST(MoveIdiom, OntoItselfIsNoneWhereTheModelSaysSo) {
  std::string text = head() + core() + forms();
  text.insert(text.find("{kind: move"), "{kind: move, match: [ADD64rr], onto_itself: false, source: lab}, ");
  const MachineModel model(read_model(text, "tiny.yml", {}).data.value());
  EXPECT_NE(find_idiom(model, make("ADD64rr", {numbered(1, false, true), numbered(2, true, false)})), nullptr);
  EXPECT_EQ(find_idiom(model, make("ADD64rr", {numbered(1, false, true), numbered(1, true, false)})), nullptr);
  EXPECT_NE(find_idiom(model, make("MOV64rr", {numbered(1, false, true), numbered(1, true, false)})), nullptr);
}

// AArch64 moves a vector register by an operation that reads it twice.
TEST(MoveIdiom, MayReadItsRegisterTwice) {
  std::string text = head() + core() + forms();
  text.insert(text.find("{kind: move"), "{kind: move, match: [ADD64rr], source: lab}, ");
  const MachineModel model(read_model(text, "tiny.yml", {}).data.value());
  const auto add = [](int first, int second) {
    return make("ADD64rr", {numbered(1, false, true), numbered(first, true, false), numbered(second, true, false)});
  };
  EXPECT_NE(find_idiom(model, add(2, 2)), nullptr);
  EXPECT_EQ(find_idiom(model, add(2, 3)), nullptr);
  Instruction sum = add(2, 2);
  sum.computes_address = true;
  EXPECT_EQ(find_idiom(model, sum), nullptr) << "lea (%rax,%rax) doubles the register";
}

// Measured on Emerald Rapids: movzbl %dl, %eax; movl %eax, %edx 0.33 cycles, movzbl %ah, %ecx; movl %ecx, %eax 3.0.
TEST_P(Idioms, AMoveOfAHighByteIsNone) {
  const auto is_idiom = [&](const char *name) {
    const Operand byte{RegisterOperand{Register{name, RegisterKind::gpr, 8, {2}}}, true};
    return idiom(make("MOV64rr", {numbered(1, false, true), byte}));
  };
  EXPECT_TRUE(is_idiom("cl"));
  EXPECT_FALSE(is_idiom("ch"));
}

TEST_P(Idioms, AnExclusiveOrOfARegisterWithItselfIsZero) {
  EXPECT_TRUE(idiom(make("XOR32rr", {numbered(1, true, true), numbered(1, true, false)})));
  EXPECT_FALSE(idiom(make("XOR32rr", {numbered(1, true, true), numbered(2, true, false)})));
  EXPECT_TRUE(idiom(make("VXORPSrr", {numbered(3, false, true), numbered(1, true, false), numbered(1, true, false)})));
  EXPECT_FALSE(idiom(make("VXORPSrr", {numbered(1, false, true), numbered(1, true, false), numbered(2, true, false)})));
  EXPECT_FALSE(idiom(make("XOR32rr", {numbered(1, true, true)}))) << "one source says nothing";
}

TEST_P(Idioms, AMoveHasOneSourceAndNoOtherValue) {
  EXPECT_TRUE(idiom(make("MOV64rr", {numbered(1, false, true), numbered(2, true, false)})));
  // orr x1, xzr, x2: the constant register is no source; a shift by 0 does nothing.
  EXPECT_TRUE(idiom(make(
      "MOV64rr", {numbered(1, false, true), numbered(9, true, false, true), numbered(2, true, false), immediate(0)})));
  EXPECT_FALSE(idiom(make("MOV64rr", {numbered(1, false, true), numbered(2, true, false), immediate(3)})));
  EXPECT_FALSE(idiom(make("MOV64rr", {numbered(1, false, true), numbered(2, true, false), numbered(3, true, false)})));
  EXPECT_FALSE(idiom(make("ADD64rr", {numbered(1, false, true), numbered(2, true, false)})));
}

TEST_P(Idioms, CompareAndJumpFuse) {
  const Instruction compare = make("CMP64rr", {numbered(1, true, false), numbered(2, true, false)});
  const Instruction jump = make("JCC_1", {}, "jne");
  EXPECT_TRUE(fuses(model, compare, jump));
  EXPECT_FALSE(fuses(model, jump, compare));
  EXPECT_FALSE(fuses(model, compare, make("JCC_1", {}, "js"))) << "not in second_mnemonic";
  EXPECT_FALSE(fuses(model, make("ADD64rr", {}), jump));
}

TEST_P(Idioms, FusionMindsMemoryAndImmediates) {
  const Instruction jump = make("JCC_1", {}, "je");
  Instruction compare = make("CMP64rr", {numbered(1, true, false), any_memory()});
  compare.loads = true;
  EXPECT_TRUE(fuses(model, compare, jump));
  compare = make("CMP64mi8", {any_memory(), immediate(1)});
  compare.loads = true;
  EXPECT_FALSE(fuses(model, compare, jump));
}

TEST_P(Idioms, FusionMayDependOnDisplacementsWithImmediates) {
  const Instruction jump = make("JCC_1", {}, "je");
  Instruction compare = make("TEST64mi8", {any_memory(), immediate(1)});
  compare.loads = true;
  EXPECT_TRUE(fuses(model, compare, jump));
  MemoryOperand displaced;
  displaced.displacement = 8;
  compare = make("TEST64mi8", {{displaced, true, false, false, false}, immediate(1)});
  compare.loads = true;
  EXPECT_FALSE(fuses(model, compare, jump));
  compare = make("TEST64mr", {{displaced, true, false, false, false}, numbered(1, true, false)});
  compare.loads = true;
  EXPECT_TRUE(fuses(model, compare, jump));
}

INSTANTIATE_TEST_SUITE_P(Model, Idioms, testing::Bool(),
                         [](const auto &test) { return test.param ? "Compiled" : "AsRead"; });

} // namespace
} // namespace osaca::test
