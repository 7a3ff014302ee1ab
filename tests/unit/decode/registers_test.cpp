// Which registers share storage: two overlap exactly if one can see what was written to the other.
#include "decode_lines.h"

#include <algorithm>
#include <map>

namespace osaca {
namespace {

using testing::instructions_of;

/// Every register that the text names, by name.
std::map<std::string, Register> registers_in(Isa isa, const std::string &text) {
  std::map<std::string, Register> found;
  for (const Instruction &instruction : instructions_of(isa, text))
    for (const Operand &operand : instruction.operands) {
      const MemoryOperand *memory = as_memory(operand);
      if (memory != nullptr && memory->base)
        found[memory->base->name] = *memory->base;
      if (const Register *reg = as_register(operand))
        found[reg->name] = *reg;
    }
  return found;
}

class Overlaps {
public:
  Overlaps(Isa isa, const std::string &text) : registers_(registers_in(isa, text)) {}
  void expect(const std::string &a, const std::string &b, bool overlap) const {
    ASSERT_TRUE(registers_.contains(a)) << a;
    ASSERT_TRUE(registers_.contains(b)) << b;
    EXPECT_EQ(registers_.at(a).overlaps(registers_.at(b)), overlap) << a << " " << b;
    EXPECT_EQ(registers_.at(b).overlaps(registers_.at(a)), overlap) << b << " " << a;
  }
  [[nodiscard]] const Register &at(const std::string &name) const { return registers_.at(name); }

private:
  std::map<std::string, Register> registers_;
};

TEST(Registers, PartsOfAnX86Register) {
  const Overlaps x86(
      Isa::x86_64, "movb %al, %ah\nmovw %ax, %bx\nmovl %eax, %ebx\nmovq %rax, %rbx\nmovb %r8b, %bl\nmovq %r8, %rbx\n");
  for (const char *part : {"al", "ah", "ax", "eax"})
    x86.expect("rax", part, true);
  x86.expect("al", "ah", false);
  x86.expect("ax", "al", true);
  x86.expect("ax", "ah", true);
  x86.expect("eax", "ah", true);
  x86.expect("rax", "rbx", false);
  x86.expect("al", "bl", false);
  x86.expect("r8b", "r8", true);
  EXPECT_EQ(x86.at("ah").width_bits, 8);
  EXPECT_EQ(x86.at("eax").width_bits, 32);
  EXPECT_EQ(x86.at("rax").width_bits, 64);
}

TEST(Registers, PartsOfAnX86RegisterKnowTheRestOfIt) {
  const auto registers = registers_in(Isa::x86_64, "movb %al, %ah\nmovw %r9w, %ax\nmovq %rax, %r9\nmovl %eax, %ecx\n");
  const auto with_rest = [&](const std::string &name) {
    std::vector<std::uint16_t> all = registers.at(name).units;
    all.insert(all.end(), registers.at(name).rest.begin(), registers.at(name).rest.end());
    std::ranges::sort(all);
    return all;
  };
  for (const char *part : {"al", "ah", "ax"})
    EXPECT_EQ(with_rest(part), registers.at("rax").units) << part;
  EXPECT_EQ(with_rest("r9w"), registers.at("r9").units);
  EXPECT_TRUE(registers.at("eax").rest.empty()) << "a write of 32 bits clears the rest";
}

TEST(Registers, VectorsOfAllWidths) {
  const Overlaps x86(
      Isa::x86_64,
      "movaps %xmm0, %xmm1\nvmovaps %ymm0, %ymm1\nvmovaps %zmm0, %zmm1\nkmovw %k1, %k2\nvmovaps %zmm16, %zmm1\n");
  x86.expect("xmm0", "ymm0", true);
  x86.expect("ymm0", "zmm0", true);
  x86.expect("xmm0", "zmm0", true);
  x86.expect("xmm0", "xmm1", false);
  x86.expect("zmm16", "zmm0", false);
  x86.expect("k1", "k2", false);
  x86.expect("k1", "xmm1", false);
  EXPECT_EQ(x86.at("xmm0").width_bits, 128);
  EXPECT_EQ(x86.at("zmm0").width_bits, 512);
}

TEST(Registers, FlagsOverlapOnlyWithThemselves) {
  const Overlaps x86(Isa::x86_64, "stc\nincq %rax\n");
  x86.expect("cf", "eflags", false);
  x86.expect("cf", "cf", true);
}

TEST(Registers, OfAArch64) {
  const Overlaps arm(
      Isa::aarch64, "add w0, w1, w2\nadd x0, x1, xzr\nadd w3, w4, wzr\nfadd s0, s1, s1\nfadd d0, d1, d1\nldr q0, [sp]\n"
                    "ldr b0, [sp]\nfadd z0.d, z1.d, z1.d\n");
  arm.expect("w0", "x0", true);
  arm.expect("x0", "x1", false);
  for (const char *part : {"b0", "s0", "d0", "q0"})
    arm.expect("z0", part, true);
  arm.expect("s0", "d0", true);
  arm.expect("s0", "s1", false);
  arm.expect("x0", "d0", false);
  EXPECT_TRUE(arm.at("xzr").units.empty());
  EXPECT_TRUE(arm.at("wzr").units.empty());
  EXPECT_EQ(arm.at("sp").kind, RegisterKind::stack_pointer);
}

TEST(Registers, OfRiscv) {
  const Overlaps riscv(
      Isa::riscv64, "sub a0, zero, a1\nfadd.s fa0, fa1, fa1\nfadd.d fa2, fa3, fa3\nvadd.vv v0, v1, v2\nld s0, (sp)\n");
  riscv.expect("a0", "a1", false);
  riscv.expect("a0", "fa0", false);
  riscv.expect("v0", "v1", false);
  EXPECT_TRUE(riscv.at("zero").units.empty());
  EXPECT_EQ(riscv.at("sp").kind, RegisterKind::stack_pointer);
}

/// A single-precision value lies in the register of the double.
TEST(Registers, OfRiscvHoldEitherPrecision) {
  const auto all = instructions_of(Isa::riscv64, "fadd.s fa0, fa1, fa1\nfadd.d fa0, fa1, fa1\n");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_TRUE(as_register(all[0].operands[0])->overlaps(*as_register(all[1].operands[0])));
}

} // namespace
} // namespace osaca
