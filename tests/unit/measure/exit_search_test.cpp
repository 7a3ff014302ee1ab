// Loops whose end nobody can read from their text. What is found is tried by the search itself; here it is held against
// what the loop must have been given for it, and against other loops of the same cost.
#include "decode/decoder.h"
#include "measure/harness/code_timer.h"
#include "measure/harness/exit_search.h"
#include "measure/harness/loop_code.h"

#include <gtest/gtest.h>

namespace osaca::measure {
namespace {

Kernel marked_loop(const std::string &body) {
  DecodeOptions options;
  options.isa = Isa::x86_64;
  const std::string text = "# LLVM-MCA-BEGIN\n.L1:\n" + body + "# LLVM-MCA-END\n";
  const Expected<DecodedInput> input = decode_assembly(text, "test", options);
  EXPECT_TRUE(input) << input.error().text();
  return input && !input->kernels.empty() ? input->kernels.front() : Kernel{};
}

/// All ways through a loop.
std::vector<Kernel> paths_of(const std::string &body) {
  DecodeOptions options;
  options.isa = Isa::x86_64;
  const Expected<DecodedInput> input =
      decode_assembly("# LLVM-MCA-BEGIN\n" + body + "# LLVM-MCA-END\n", "test", options);
  EXPECT_TRUE(input) << input.error().text();
  return input ? input->kernels : std::vector<Kernel>{};
}

class SearchedLoops : public testing::Test {
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
    return measured(ready, marked_loop(body));
  }

  /// Again where others on the machine made the figure impossible: what is looked for here is the loop's end.
  static Measurement measured(LoopTimer &timer, const Kernel &loop) {
    constexpr int most_times = 5;
    Measurement figure = timer.measure(loop, {1, 0});
    for (int times = 1; times < most_times && figure.status == Status::impossible; ++times)
      figure = timer.measure(loop, {1, 0});
    return figure;
  }

  static bool has_figure(const Measurement &figure) {
    return figure.status == Status::ok || figure.status == Status::unstable;
  }
};

TEST_F(SearchedLoops, EndByWhatTheyFindInMemory) {
  // Length of a text; search of a byte; a limit in memory; numbers up to one that is not above zero.
  for (const char *body :
       {"incq %rax\ncmpb $0, (%rax)\njne .L1\n", "movzbl (%rsi), %eax\nincq %rsi\ncmpb %cl, %al\njne .L1\n",
        "addq $8, %rax\nmovq (%rdx,%rax), %rbx\ncmpq 16(%rsp), %rax\njne .L1\n",
        "vmovsd (%rsi), %xmm1\naddq $8, %rsi\nvcomisd %xmm0, %xmm1\nja .L1\n"}) {
    const Measurement figure = measured(body);
    EXPECT_TRUE(has_figure(figure)) << body << name_of(figure.status) << " " << figure.detail;
  }
}

TEST_F(SearchedLoops, FollowListsToTheirEnd) {
  const Measurement figure = measured("movq %rdi, %rsi\nmovq 40(%rdi), %rdi\ntestq %rdi, %rdi\njne .L1\n");
  ASSERT_TRUE(has_figure(figure)) << name_of(figure.status) << " " << figure.detail;
  EXPECT_GT(figure.cycles, 2.5); // a load waits for the one before, at least three cycles on all cores
}

TEST_F(SearchedLoops, CountByRegisters) {
  const Measurement figure = measured("addq %r8, %rax\nimulq %rbx, %rdx\ncmpq %rcx, %rax\njne .L1\n");
  ASSERT_TRUE(has_figure(figure)) << name_of(figure.status) << " " << figure.detail;
  EXPECT_GT(figure.cycles, 1.5); // a multiplication waits for the one before, three cycles on most cores
}

TEST_F(SearchedLoops, MayHaveExitsInside) {
  for (const char *body :
       {"movq (%rsi,%rax,8), %rdx\ntestq %rdx, %rdx\nje .Lout\nincq %rax\ncmpq %rax, %rcx\njne .L1\n",
        "cmpq %rcx, %rax\njae .Lout\nincq %rax\ncmpl $7, (%rsi,%rax,4)\njne .L1\n",
        "movq (%rsi,%rax,8), %rdx\nincq %rax\ncmpq %rdx, %rbx\nje .Lout\njmp .L1\n",
        "vminsd (%rsi,%rax,8), %xmm6, %xmm1\nvucomisd %xmm0, %xmm1\njbe .Lout\nincq %rax\ncmpq %rax, %rcx\njne .L1\n",
        "incq %r12\ncmpq %rax, %r12\nje .Lout\nmovq 32(%rsp), %rsi\ntestb $3, (%rsi,%r12,8)\njne .L1\n",
        "movb %dil, (%rdx,%rax)\nincq %rax\ncmpl $257, %eax\nje .Lout\ncmpq %rax, %rcx\njne .L1\n"}) {
    const Measurement figure = measured(body);
    EXPECT_TRUE(has_figure(figure)) << body << name_of(figure.status) << " " << figure.detail;
  }
}

TEST_F(SearchedLoops, AreMeasuredAlongEachPath) {
  const std::vector<Kernel> paths =
      paths_of(".L1:\nmovq (%rsi,%rax,8), %rdx\ntestq %rdx, %rdx\nje .L2\nimulq %rbx, %rbx\n"
               "imulq %rbx, %rbx\n.L2:\nincq %rax\ncmpq %rax, %rcx\njne .L1\n");
  ASSERT_EQ(paths.size(), 2U);
  Expected<LoopTimer> timer = LoopTimer::create();
  ASSERT_TRUE(timer) << timer.error().text();
  LoopTimer ready = *timer;
  for (const Kernel &path : paths) {
    const Measurement figure = measured(ready, path);
    ASSERT_TRUE(has_figure(figure)) << path.instructions.size() << " " << name_of(figure.status) << " "
                                    << figure.detail;
    if (path.instructions.size() > 7) { // two multiplications one after the other, three cycles each on most cores
      EXPECT_GT(figure.cycles, 3.5);
    }
  }
}

TEST_F(SearchedLoops, GiveJumpsThatWouldLeaveAnotherConditionAndSaySo) {
  const Measurement figure =
      measured("xorl %edx, %edx\ntestl %edx, %edx\nje .Lout\nincq %rax\ncmpq %rax, %rcx\njne .L1\n");
  ASSERT_TRUE(has_figure(figure)) << name_of(figure.status) << " " << figure.detail;
  EXPECT_EQ(figure.directed, "jne for je");
  EXPECT_EQ(measured("incq %rax\ncmpq %rax, %rcx\njne .L1\n").directed, "");
}

TEST(LoopCode, BeginsSoThatItEndsWithItsJump) {
  Kernel loop = marked_loop("incq %rax\njmp .L2\n.L2:\naddq %rbx, %rdx\nimulq %rcx, %rdx\n");
  ASSERT_GE(loop.instructions.size(), 4U);
  loop.way_back = WayBack::earlier;
  const Kernel turned = ending_with_its_jump(loop);
  ASSERT_EQ(turned.instructions.size(), loop.instructions.size());
  EXPECT_TRUE(turned.instructions.back().is_branch);
  std::string once;
  std::string twice;
  for (const Instruction &instruction : turned.instructions)
    once += instruction.opcode + " ";
  for (int lap = 0; lap < 2; ++lap)
    for (const Instruction &instruction : loop.instructions)
      twice += instruction.opcode + " ";
  EXPECT_NE(twice.find(once), std::string::npos) << "the same instructions go round in the same order";
}

TEST_F(SearchedLoops, SayWhyTheyCannotBeMeasured) {
  EXPECT_EQ(measured("incq %rax\ncall f\ncmpq %rax, %rcx\njne .L1\n").status, Status::exit_unknown);
  EXPECT_EQ(measured("xorl %eax, %eax\ncmpq $1, %rax\njne .L1\n").status, Status::exit_unknown);
  // It adds to the memory that it ends by: no two passes are alike.
  EXPECT_FALSE(has_figure(measured("incq 8(%rsp)\ntestq $64, 8(%rsp)\nje .L1\n")));
}

TEST(ExitCauses, AreFollowedThroughRegisters) {
  const Kernel loop = marked_loop("movzbl (%rsi,%rax), %edx\nincq %rax\nsubl %ecx, %edx\ntestl %edx, %edx\njne .L1\n");
  const std::optional<ExitCauses> causes = causes_of(loop, 4, register_uses(loop));
  ASSERT_TRUE(causes.has_value());
  EXPECT_EQ(causes->test, 3U);
  ASSERT_EQ(causes->loads.size(), 1U);
  EXPECT_EQ(causes->loads.front().instruction, 0U);
  constexpr std::size_t count_register = 1; // rcx
  EXPECT_EQ(causes->unchanged, std::vector<std::size_t>{count_register});
  EXPECT_TRUE(causes->carried.empty());
}

} // namespace
} // namespace osaca::measure
