// x87: what is read and written, and how the top moves. From Intel 64 and IA-32 Architectures Software Developer's
// Manual, volume 2, with the places counted from the top as it is before the instruction: st(7) is what a push writes.
#include "decode_lines.h"

namespace osaca {
namespace {

using testing::instruction_of;
using testing::Names;
using testing::words;

struct Use {
  const char *text;
  const char *reads;
  const char *writes;
  int pops;
};

constexpr Use uses[] = {
    {"fldl (%rdi)", "", "st(7)", -1},
    {"fldt (%rdi)", "", "st(7)", -1},
    {"fildll (%rdi)", "", "st(7)", -1},
    {"fld1", "", "st(7)", -1},
    {"fld %st(2)", "st(2)", "st(7)", -1},
    {"fstpl (%rdi)", "st(0)", "", 1},
    {"fstl (%rdi)", "st(0)", "", 0},
    {"fistpll (%rdi)", "st(0)", "", 1},
    {"fisttpll (%rdi)", "st(0)", "", 1},
    {"fstp %st(1)", "st(0)", "st(1)", 1},
    {"fst %st(3)", "st(0)", "st(3)", 0},
    {"faddl (%rdi)", "st(0)", "st(0)", 0},
    {"fiaddl (%rdi)", "st(0)", "st(0)", 0},
    {"fadd %st(2), %st", "st(0) st(2)", "st(0)", 0},
    {"fmul %st, %st(2)", "st(0) st(2)", "st(2)", 0},
    {"faddp %st, %st(1)", "st(0) st(1)", "st(1)", 1},
    {"fsubrp %st, %st(1)", "st(0) st(1)", "st(1)", 1},
    {"fdivp %st, %st(3)", "st(0) st(3)", "st(3)", 1},
    {"fadd %st, %st", "st(0)", "st(0)", 0},
    {"fchs", "st(0)", "st(0)", 0},
    {"fsqrt", "st(0)", "st(0)", 0},
    {"fscale", "st(0) st(1)", "st(0)", 0},
    {"fyl2x", "st(0) st(1)", "st(1)", 1},
    {"fpatan", "st(0) st(1)", "st(1)", 1},
    {"fsincos", "st(0)", "st(0) st(7)", -1},
    {"fucomi %st(1), %st", "st(0) st(1)", "", 0},
    {"fucomip %st(1), %st", "st(0) st(1)", "", 1},
    {"fcomip %st(2), %st", "st(0) st(2)", "", 1},
    {"fucompp", "st(0) st(1)", "", 2},
    {"fcmovbe %st(1), %st", "st(0) st(1)", "st(0)", 0},
    {"fxch %st(2)", "st(0) st(2)", "st(0) st(2)", 0},
};

TEST(RegisterStack, IsReadAndWrittenAsTheManualSays) {
  for (const Use &use : uses) {
    const Instruction made = instruction_of(Isa::x86_64, use.text);
    Names reads;
    Names writes;
    for (const Operand &operand : made.operands)
      if (const Register *reg = as_register(operand); reg && reg->kind == RegisterKind::register_stack) {
        if (operand.read)
          reads.insert(reg->name);
        if (operand.written)
          writes.insert(reg->name);
      }
    EXPECT_EQ(reads, words(use.reads)) << use.text;
    EXPECT_EQ(writes, words(use.writes)) << use.text;
    ASSERT_TRUE(made.register_stack) << use.text;
    EXPECT_EQ(made.register_stack->pops, use.pops) << use.text;
    EXPECT_EQ(made.register_stack->exchanges, std::string_view(use.text).starts_with("fxch")) << use.text;
    EXPECT_FALSE(made.register_stack->is_lost) << use.text;
  }
}

TEST(RegisterStack, IsLostWhereItIsResetOrSaved) {
  for (const char *text : {"fninit", "fnsave (%rdi)", "frstor (%rdi)"})
    EXPECT_TRUE(instruction_of(Isa::x86_64, text).register_stack.value_or(RegisterStackUse{}).is_lost) << text;
}

TEST(RegisterStack, IsNotTouchedByWhatOnlyControlsIt) {
  for (const char *text :
       {"fldcw (%rdi)", "fnstcw (%rdi)", "fnstsw %ax", "fnclex", "emms", "addsd %xmm0, %xmm1", "addl $1, %eax"})
    EXPECT_FALSE(instruction_of(Isa::x86_64, text).register_stack) << text;
}

} // namespace
} // namespace osaca
