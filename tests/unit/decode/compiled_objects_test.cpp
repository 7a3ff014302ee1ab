// An object has the kernels of the assembly from which it was made: the same loops of the same functions, the same
// instructions with the same operands.
#include "compiled_inputs.h"

#include <algorithm>

namespace osaca {
namespace {

using testing::compiled_input;
using testing::decoded;
using testing::expect_same_instruction;

/// Without the loop around a jump table: an object does not say where that leads.
std::vector<Kernel> with_known_targets(DecodedInput input) {
  std::erase_if(input.kernels, [](const Kernel &kernel) { return kernel.function == "interpreter"; });
  return std::move(input.kernels);
}

/// RISC-V assembly has `call f`, the object the two instructions that it stands for.
bool has_call_of_two(const Kernel &kernel) {
  return std::ranges::any_of(kernel.instructions,
                             [](const Instruction &instruction) { return instruction.opcode == "PseudoCALL"; });
}

class CompiledObjects : public ::testing::TestWithParam<const char *> {};

TEST_P(CompiledObjects, HaveTheKernelsOfTheirAssembly) {
  const std::string name = GetParam();
  const auto text = compiled_input(name + ".s");
  const auto object = compiled_input(name + ".o");
  if (!text || !object)
    GTEST_SKIP() << "needs the compiler of " << name;
  const std::vector<Kernel> a = with_known_targets(decoded(name + ".s", *text));
  const std::vector<Kernel> b = with_known_targets(decoded(name + ".o", *object));
  EXPECT_GE(a.size(), 15U);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    const Kernel &x = a[k];
    const Kernel &y = b[k];
    EXPECT_EQ(x.isa, y.isa);
    SCOPED_TRACE(x.function + " " + x.name + " " + y.name);
    EXPECT_EQ(x.function, y.function);
    EXPECT_EQ(x.path.count, y.path.count);
    if (has_call_of_two(x))
      continue;
    ASSERT_EQ(x.instructions.size(), y.instructions.size());
    for (std::size_t i = 0; i < x.instructions.size(); ++i)
      expect_same_instruction(x.instructions[i], y.instructions[i], false);
  }
}

INSTANTIATE_TEST_SUITE_P(All, CompiledObjects,
                         ::testing::Values("x86-O0", "x86-O1", "x86-O2", "x86-O3", "x86-avx2", "x86-avx512",
                                           "aarch64-O1", "aarch64-O2", "aarch64-O3", "aarch64-sve", "riscv64-O1",
                                           "riscv64-O2", "riscv64-O3", "x86_64-apple-macosx14",
                                           "aarch64-apple-macosx14", "x86_64-pc-windows-msvc",
                                           "aarch64-pc-windows-msvc", "x86_64-w64-windows-gnu",
                                           "aarch64-w64-windows-gnu"),
                         [](const auto &test) {
                           std::string name = test.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

/// `movl $1, g(%rip)` and `movl g(%rip), %eax` are at one address, though their relocations differ by four. In a linked
/// program, their distances to the variable differ, because they are counted from the end of each instruction.
class VariableAddresses : public ::testing::TestWithParam<const char *> {};

TEST_P(VariableAddresses, AreEqualWhateverTheInstruction) {
  const auto object = compiled_input(GetParam());
  if (!object)
    GTEST_SKIP() << "needs a GCC for x86-64 as the build's C compiler";
  const DecodedInput input = decoded(GetParam(), *object);
  ASSERT_EQ(input.kernels.size(), 1U);
  std::vector<std::int64_t> displacements;
  for (const Instruction &instruction : input.kernels[0].instructions)
    for (const Operand &operand : instruction.operands)
      if (const MemoryOperand *memory = as_memory(operand); memory != nullptr && memory->base)
        displacements.push_back(memory->displacement);
  ASSERT_EQ(displacements.size(), 4U);
  const std::int64_t variable = displacements.front();
  EXPECT_EQ(displacements, (std::vector<std::int64_t>{variable, variable, variable + 8, variable + 8}));
}

INSTANTIATE_TEST_SUITE_P(Inputs, VariableAddresses, ::testing::Values("x86-variable.o", "x86-variable-linked.o"),
                         [](const auto &test) {
                           return std::string(test.param).find("linked") == std::string::npos ? "object" : "program";
                         });

/// What an object cannot tell is said: where the jump through the switch's table leads.
TEST(ObjectNotes, NameTheFunctionsWithJumpTables) {
  const auto object = compiled_input("x86-O2.o");
  const auto text = compiled_input("x86-O2.s");
  if (!object || !text)
    GTEST_SKIP() << "needs a GCC for x86-64 as the build's C compiler";
  const DecodedInput from_object = decoded("x86-O2.o", *object);
  ASSERT_FALSE(from_object.notes.empty());
  EXPECT_NE(from_object.notes[0].find("interpreter"), std::string::npos) << from_object.notes[0];
  EXPECT_TRUE(decoded("x86-O2.s", *text).notes.empty());
}

/// IACA's byte markers, the bytes of which are no instructions of the kernel.
TEST(ObjectMarkers, BytesBoundARegion) {
  const auto object = compiled_input("x86-marked.o");
  if (!object)
    GTEST_SKIP() << "needs a GCC for x86-64 as the build's C compiler";
  const DecodedInput input = decoded("x86-marked.o", *object);
  ASSERT_EQ(input.kernels.size(), 1U);
  EXPECT_EQ(input.kernels[0].region, RegionKind::marked);
  std::vector<std::string> mnemonics;
  for (const Instruction &instruction : input.kernels[0].instructions)
    mnemonics.push_back(instruction.mnemonic);
  EXPECT_EQ(mnemonics, (std::vector<std::string>{"addsd", "add", "cmp", "jne"}));
}

} // namespace
} // namespace osaca
