// Figures that the architecture makes certain, within wide limits: tests run beside others. What a block does wrong
// must become a status on every machine.
#include "measure/harness/code_timer.h"

#include "decode/code/encoding.h"

#include <gtest/gtest.h>

namespace osaca::measure {
namespace {

class Blocks : public testing::Test {
protected:
  void SetUp() override {
#if !defined(__x86_64__) || !defined(__linux__)
    GTEST_SKIP() << "timing is written for Linux on x86-64";
#endif
  }

  static Measurement measured(std::string_view text) {
    const Expected<AssembledCode> code = assemble(text, Isa::x86_64);
    EXPECT_TRUE(code) << code.error().text();
    Expected<BlockTimer> timer = BlockTimer::create();
    EXPECT_TRUE(timer) << timer.error().text();
    BlockTimer ready = *timer;
    return ready.measure(code->bytes, {});
  }
};

TEST_F(Blocks, PagesAreGivenToWhatTouchesThem) {
  const Measurement figure = measured("mov 0x5000(%rsi), %rax; mov %rax, -0x5000(%rdi)");
  EXPECT_TRUE(figure.status == Status::ok || figure.status == Status::unstable) << name_of(figure.status);
}

TEST_F(Blocks, MaySpoilEveryRegister) {
  const Measurement figure =
      measured("xor %esp, %esp; xor %ebp, %ebp; xor %ebx, %ebx; mov $7, %r15d; pxor %xmm0, %xmm0; std");
  EXPECT_TRUE(figure.status == Status::ok || figure.status == Status::unstable) << name_of(figure.status);
}

TEST_F(Blocks, MistakesBecomeAStatus) {
  EXPECT_EQ(measured("ud2").status, Status::illegal_instruction);
  EXPECT_EQ(measured("xor %ecx, %ecx; div %ecx").status, Status::arithmetic);
  EXPECT_EQ(measured("mov $-1, %rax; mov (%rax), %rbx").status, Status::fault);
  EXPECT_EQ(measured("int3").status, Status::trap);
  EXPECT_EQ(measured("mov $60, %eax; syscall").status, Status::privileged);
  EXPECT_EQ(measured("hlt").status, Status::privileged);
  EXPECT_EQ(measured("again: jmp again").status, Status::timeout);
  EXPECT_EQ(measured("add $0x1000, %rax; mov (%rax), %ebx").status, Status::too_many_pages);
}

} // namespace
} // namespace osaca::measure
