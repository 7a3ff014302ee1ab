// Loops on x87's stack, with ends that look at no flag, and with constants behind numbered labels.
#include "decode/decoder.h"
#include "measure/harness/code_timer.h"
#include "measure/harness/loop_setup.h"
#include "measure/isa/instruction_screen.h"

#include <gmock/gmock.h>

namespace osaca::measure {
namespace {

using ::testing::HasSubstr;

Kernel unusual_loop(const std::string &body) {
  DecodeOptions options;
  options.isa = Isa::x86_64;
  const Expected<DecodedInput> input = decode_assembly(
      "# LLVM-MCA-BEGIN\n.L1:\n" + body + "# LLVM-MCA-END\n.Lout:\nret\n2:\n.quad 0\n", "test", options);
  EXPECT_TRUE(input) << input.error().text();
  return input && !input->kernels.empty() ? input->kernels.front() : Kernel{};
}

const std::string counted_down = "decq %rax\njne .L1\n";

TEST(RegisterStack, HoldsWhatALoopTakesForGranted) {
  EXPECT_EQ(values_on_register_stack(unusual_loop("fadd %st(1), %st\n" + counted_down)), 2);
  EXPECT_EQ(values_on_register_stack(unusual_loop("fsqrt\n" + counted_down)), 1);
  EXPECT_EQ(values_on_register_stack(unusual_loop("fldl (%rsi)\nfaddp %st, %st(1)\n" + counted_down)), 1);
  EXPECT_EQ(values_on_register_stack(unusual_loop("fldl (%rsi)\nfmull 8(%rsi)\nfstpl (%rdi)\n" + counted_down)), 0);
  EXPECT_EQ(values_on_register_stack(unusual_loop("fld %st(3)\nfstp %st(2)\n" + counted_down)), 4);
  EXPECT_EQ(values_on_register_stack(unusual_loop("fstp %st(0)\n" + counted_down)), 1);
  EXPECT_EQ(values_on_register_stack(unusual_loop("addq $1, %rbx\n" + counted_down)), 0);
}

TEST(LoopExit, OfTheInstructionThatCountsAndJumps) {
  const std::size_t count = *general_index("rcx");
  const Kernel kernel = unusual_loop("addq %rbx, %rdx\nloop .L1\n");
  const RegisterUses uses = register_uses(kernel);
  const Expected<LoopExit> exit = find_exit(kernel, uses);
  ASSERT_TRUE(exit) << exit.error().text();
  GeneralRegisters start{};
  ASSERT_TRUE(solve(*exit, 9, start));
  EXPECT_EQ(start[count], 9U);
  const Kernel steps_too = unusual_loop("decq %rcx\nloop .L1\n");
  const Expected<LoopExit> by_two = find_exit(steps_too, register_uses(steps_too));
  ASSERT_TRUE(by_two) << by_two.error().text();
  ASSERT_TRUE(solve(*by_two, 9, start));
  EXPECT_EQ(start[count], 18U);
  const Kernel set_anew = unusual_loop("movq (%rsi), %rcx\nloop .L1\n");
  EXPECT_FALSE(find_exit(set_anew, register_uses(set_anew)));
}

// No core executes more than three branches per cycle, of which two are taken.
TEST(LeastCycles, CountBranches) {
  EXPECT_DOUBLE_EQ(least_cycles_of(unusual_loop("jmp .L2\n.L2:\njmp .L3\n.L3:\njmp .L1\n").instructions), 1.5);
  const std::string test = "testq %rbx, %rbx\nje .Lout\n";
  EXPECT_DOUBLE_EQ(
      least_cycles_of(
          unusual_loop(test + test + test + test + test + test + test + "decq %rax\njne .L1\n").instructions),
      8.0 / 3);
  EXPECT_DOUBLE_EQ(least_cycles_of(unusual_loop("nop\n" + counted_down).instructions), 1.0 / 3);
}

class MeasuredLoops : public ::testing::Test {
protected:
  void SetUp() override {
#if !defined(__x86_64__) || !defined(__linux__)
    GTEST_SKIP() << "timing is written for Linux on x86-64";
#endif
  }

  static Measurement measured(const std::string &body) {
    Expected<LoopTimer> timer = LoopTimer::create();
    EXPECT_TRUE(timer) << timer.error().text();
    LoopTimer ready = *timer;
    constexpr int most_times = 5; // others may use the machine
    Measurement figure = ready.measure(unusual_loop(body), {1, 0});
    for (int times = 1; times < most_times && figure.status == Status::impossible; ++times)
      figure = ready.measure(unusual_loop(body), {1, 0});
    return figure;
  }

  static bool has_figure(const Measurement &figure) {
    return figure.status == Status::ok || figure.status == Status::unstable;
  }
};

// An addition or multiplication of x87 has 3 to 9 cycles on all cores (Agner Fog's tables); what over- or underflows
// the stack, or has a denormal operand, takes 100 and more.
TEST_F(MeasuredLoops, OnTheRegisterStackTakeNoAssists) {
  for (const char *body : {"fadd %st(1), %st\n", "fmul %st(1), %st\n", "fldl (%rsi)\nfaddp %st, %st(1)\n",
                           "fldt (%rsi)\nfmulp %st, %st(1)\n", "fld %st(0)\nfmul %st(2), %st\nfaddp %st, %st(1)\n",
                           "fxch %st(1)\nfaddl (%rsi)\n"}) {
    const Measurement figure = measured(body + counted_down);
    ASSERT_TRUE(has_figure(figure)) << body << name_of(figure.status) << " " << figure.detail;
    EXPECT_LT(figure.cycles, 60) << body;
    EXPECT_GT(figure.cycles, 0.9) << body;
  }
}

TEST_F(MeasuredLoops, ThatLoseTheRegisterStackSaySo) {
  for (const char *body : {"fld1\n", "fstp %st(0)\n", "faddp %st, %st(1)\n"}) {
    const Measurement figure = measured(body + counted_down);
    EXPECT_EQ(figure.status, Status::arithmetic) << body;
    EXPECT_THAT(figure.detail, HasSubstr("register stack")) << body;
  }
  EXPECT_EQ(measured("fld1\nfsub %st(0), %st\nfdiv %st(0), %st\nfstp %st(0)\n" + counted_down).status,
            Status::arithmetic)
      << "0/0";
}

TEST_F(MeasuredLoops, MayEndByTheCountRegister) {
  for (const char *body : {"addq %rbx, %rdx\nloop .L1\n", "leaq -1(%rcx), %rcx\njrcxz .Lout\njmp .L1\n",
                           "imulq %rbx, %rdx\nleaq -1(%rcx), %rcx\n"
                           "jrcxz .Lout\ndecq %rax\njne .L1\n"}) {
    const Measurement figure = measured(body);
    EXPECT_TRUE(has_figure(figure)) << body << name_of(figure.status) << " " << figure.detail;
    EXPECT_GT(figure.cycles, 0.45) << body;
  }
}

TEST_F(MeasuredLoops, ThatNeverEndHaveNoFigure) {
  for (const char *body : {"jmp .L1\n", "addq %rbx, %rax\njmp .L2\n.L2:\njmp .L1\n"}) {
    const Measurement figure = measured(body);
    EXPECT_EQ(figure.status, Status::exit_unknown) << body << figure.cycles;
    EXPECT_THAT(figure.detail, HasSubstr("never ends")) << body;
  }
}

TEST_F(MeasuredLoops, MayReadConstantsBehindNumberedLabels) {
  const Measurement figure = measured("addsd 2f(%rip), %xmm0\n" + counted_down);
  ASSERT_TRUE(has_figure(figure)) << name_of(figure.status) << " " << figure.detail;
  EXPECT_GT(figure.cycles, 1.5); // additions wait for each other
}

} // namespace
} // namespace osaca::measure
