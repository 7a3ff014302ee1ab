// Which loops of a file take part in a validation, and which half is only counted.
#include "measure/validation/loop_sample.h"

#include "decode/decoder.h"

#include <gmock/gmock.h>

namespace osaca::measure::validation {
namespace {

using testing::SizeIs;

std::vector<Kernel> kernels_of(const std::string &assembly) {
  DecodeOptions options;
  options.isa = Isa::x86_64;
  const Expected<DecodedInput> input = decode_assembly(assembly, "test.s", options);
  EXPECT_TRUE(input);
  return input ? input->kernels : std::vector<Kernel>{};
}

std::string loop_that_adds(int number, const std::string &label) {
  return label + ":\n\taddq\t$" + std::to_string(number) + ", %rax\n\tcmpq\t%rcx, %rax\n\tjne\t" + label + "\n\tnop\n";
}

TEST(UniformText, DoesNotDependOnLabelsAndBlanks) {
  const std::vector<Kernel> gcc = kernels_of(loop_that_adds(8, ".L4"));
  const std::vector<Kernel> clang = kernels_of(".LBB0_3:\n  addq $8, %rax\n  cmpq %rcx, %rax\n  jne .LBB0_3\n");
  ASSERT_THAT(gcc, SizeIs(1));
  ASSERT_THAT(clang, SizeIs(1));
  EXPECT_EQ(uniform_text(gcc.front()), uniform_text(clang.front()));
}

TEST(UniformText, KeepsConstantsAndDistances) {
  const std::vector<Kernel> kernels = kernels_of(loop_that_adds(8, ".L1") + loop_that_adds(16, ".L2"));
  ASSERT_THAT(kernels, SizeIs(2));
  EXPECT_NE(uniform_text(kernels[0]), uniform_text(kernels[1]));
}

TEST(UnseenHalf, IsAboutHalf) {
  int unseen = 0;
  constexpr int texts = 2000;
  for (int i = 0; i < texts; ++i)
    unseen += is_unseen("addq $" + std::to_string(i) + ", %rax; jne .L") ? 1 : 0;
  // five standard deviations of a fair coin
  EXPECT_NEAR(unseen, texts / 2, 112);
}

TEST(LoopSample, TakesTheSameLoopOnce) {
  std::set<std::string> known;
  EXPECT_THAT(sample_loops(kernels_of(loop_that_adds(8, ".L1") + loop_that_adds(8, ".L2")), 10, known).loops,
              SizeIs(1));
  const LoopSample again = sample_loops(kernels_of(loop_that_adds(8, ".L7")), 10, known);
  EXPECT_THAT(again.loops, SizeIs(0));
  EXPECT_EQ(again.known, 1U);
}

TEST(LoopSample, LeavesOutCallsAndWhatIsBeyondTheLimit) {
  std::string text = ".L0:\n\tcall\tf\n\tdecl\t%ebx\n\tjne\t.L0\n\tnop\n";
  for (int i = 1; i <= 5; ++i)
    text += loop_that_adds(8 * i, ".L" + std::to_string(i));
  std::set<std::string> known;
  const LoopSample sample = sample_loops(kernels_of(text), 3, known);
  EXPECT_THAT(sample.loops, SizeIs(3));
  EXPECT_EQ(sample.outside, 2U);
  EXPECT_EQ(sample.calls, 1U);
}

TEST(LoopSample, ALoopBeyondTheLimitOfOneFileMayComeFromAnother) {
  const std::string two = loop_that_adds(8, ".L1") + loop_that_adds(16, ".L2");
  std::set<std::string> known;
  EXPECT_THAT(sample_loops(kernels_of(two), 1, known).loops, SizeIs(1));
  EXPECT_THAT(sample_loops(kernels_of(two), 1, known).loops, SizeIs(1)); // the other one
  EXPECT_THAT(sample_loops(kernels_of(two), 1, known).loops, SizeIs(0));
}

TEST(LoopSample, TakesOnePathOfALoop) {
  std::set<std::string> known;
  const std::vector<Kernel> paths = kernels_of(".L1:\n\ttestb $1, (%rdi)\n\tje .L2\n\tincq %rax\n.L2:\n\tincq %rdi\n"
                                               "\tcmpq %rsi, %rdi\n\tjne .L1\n");
  ASSERT_THAT(paths, SizeIs(2));
  EXPECT_THAT(sample_loops(paths, 10, known).loops, SizeIs(1));
}

} // namespace
} // namespace osaca::measure::validation
